import Documents

/// Header fields by their names: credentials, cookies, addresses, and whatever is not known to be harmless.
enum HeaderVisitor {
    static func redact(
        _ name: [UInt8],
        _ value: ArraySlice<UInt8>,
        isRequest: Bool,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        let part: RecordingPart = isRequest ? .requestHeader : .responseHeader
        sink.enter(part, name[...])
        switch NameRules.normalized(name) {
        case "authorization", "proxyauthorization": return CredentialVisitor.credentials(value, scope, &sink)
        case "wwwauthenticate", "proxyauthenticate": return CredentialVisitor.challenge(value, scope, &sink)
        case "cookie":
            return CookieVisitor.cookies(value, isRequest ? .requestCookie : .responseCookie, scope, &sink)
        case "setcookie":
            return CookieVisitor.setCookie(value, isRequest ? .requestCookie : .responseCookie, scope, &sink)
        case "link": return links(value, scope, &sink)
        case "contentsecuritypolicy": return policy(value, scope, &sink)
        case "refresh": return refresh(value, scope, &sink)
        case "location", "contentlocation", "referer", "path": return url(value, scope, &sink)
        case "apdeviceidentifier": return afterFirstWord(value, .deviceIdentifier, name[...], scope, &sink)
        case let normalized:
            if let kind = HeaderTable.secret[normalized] {
                return Values.secret(value, .certain, kind, name: name[...], scope, &sink)
            }
            if HeaderTable.harmless.contains(normalized) {
                if HTTPDate.isDate(value) { return nil }
                KeptValues.mark(normalized, value, &sink)
                return Values.open(value, scope, &sink)
            }
            if case .secret(let kind) = NameRules.verdict(name) {
                return Values.secret(value, .certain, kind, name: name[...], scope, &sink)
            }
            return Values.secret(value, .suspected, .header, name: name[...], scope, &sink)
        }
    }

    /// A URL, whatever it looks like; a relative one is of the host that the message went to or came from.
    static func url(
        _ value: ArraySlice<UInt8>,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        let isRelative = Host(of: value.content.prefix { $0 != 0x3F && $0 != 0x23 }).isEmpty
        let isForeign = isRelative && !scope.isAdobe
        return Values.url(value, isForeign ? scope.everythingSecret(.suspected, .foreignField) : scope, &sink)
    }

    /// A delay and a URL: `0; url=https://…`, also without `url=`, also in quotes.
    static func refresh(
        _ value: ArraySlice<UInt8>,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        // Digits that belong to the URL are no loss: nothing before its query is looked into.
        var rest = value.trimmed.drop { isDigit($0) || isWhiteSpace($0) || [0x2E, 0x2C, 0x3B].contains($0) }
        if rest.startsIgnoringCase(with: "url") {
            let afterWord = rest.dropFirst(3).drop(while: isWhiteSpace)
            if afterWord.first == 0x3D { rest = afterWord.dropFirst().trimmed }
        }
        if let quote = rest.first, quote == 0x22 || quote == 0x27 { rest = rest.dropFirst().prefix { $0 != quote } }
        var edits = Edits(value)
        if let replaced = url(rest, scope, &sink) {
            edits.replace(rest.startIndex..<rest.endIndex, with: replaced)
        }
        return edits.result()
    }

    /// `<https://…>; rel="next"`: a URL in brackets, and perhaps others in quotes.
    private static func links(
        _ value: ArraySlice<UInt8>,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        var edits = Edits(value)
        var index = value.startIndex
        while let start = value[index...].firstIndex(where: { $0 == 0x3C || $0 == 0x22 }) {
            let isBracket = value[start] == 0x3C
            let end = value[(start + 1)...].firstIndex(of: isBracket ? 0x3E : 0x22) ?? value.endIndex
            let content = value[start + 1..<end]
            if isBracket || URLVisitor.looksLikeURL(content), let replaced = url(content, scope, &sink) {
                edits.replace(start + 1..<end, with: replaced)
            }
            index = min(end + 1, value.endIndex)
        }
        return edits.result()
    }

    /// `script-src 'self'; report-uri https://…`: words, of which some are URLs.
    private static func policy(
        _ value: ArraySlice<UInt8>,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        var edits = Edits(value)
        for word in value.split(whereSeparator: { isWhiteSpace($0) || $0 == 0x3B || $0 == 0x2C }) {
            guard word.contains(0x3F) || URLVisitor.looksLikeURL(word) else { continue }
            if let replaced = url(word, scope, &sink) {
                edits.replace(word.startIndex..<word.endIndex, with: replaced)
            }
        }
        return edits.result()
    }

    /// `fingerprint <Base64 of the id>`: the word stays.
    private static func afterFirstWord(
        _ value: ArraySlice<UInt8>,
        _ kind: SecretKind,
        _ name: ArraySlice<UInt8>,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        let content = value.trimmed
        let start = content.firstIndex(where: isWhiteSpace).map { $0 + 1 } ?? content.startIndex
        let rest = content[start...].trimmed
        var edits = Edits(value)
        if let replaced = Values.secret(rest, .certain, kind, name: name, scope, &sink) {
            edits.replace(rest.startIndex..<rest.endIndex, with: replaced)
        }
        return edits.result()
    }
}
