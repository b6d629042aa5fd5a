/// Header fields by their names: credentials, cookies, addresses, and whatever is not known to be harmless.
enum HeaderText {
    static func redact(
        _ name: [UInt8],
        _ value: ArraySlice<UInt8>,
        isRequest: Bool,
        _ scope: Scope,
        _ leaves: inout some SecretLeaves
    ) -> [UInt8]? {
        let part: RecordingPart = isRequest ? .requestHeader : .responseHeader
        leaves.enter(part, name[...])
        switch NameRules.normalised(name) {
        case "authorization", "proxyauthorization": return credentials(value, scope, &leaves)
        case "cookie":
            return cookies(value, separator: 0x3B, isRequest ? .requestCookie : .responseCookie, scope, &leaves)
        case "setcookie": return setCookie(value, isRequest ? .requestCookie : .responseCookie, scope, &leaves)
        case "wwwauthenticate", "proxyauthenticate": return challenge(value, scope, &leaves)
        case "refresh": return refresh(value, scope, &leaves)
        case "location", "contentlocation", "referer", "path": return url(value, scope, &leaves)
        case "apdeviceidentifier": return afterFirstWord(value, .deviceIdentifier, name[...], scope, &leaves)
        case let normalised:
            if let kind = HeaderTable.secret[normalised] {
                return Values.secret(value, .certain, kind, name: name[...], scope, &leaves)
            }
            if HeaderTable.harmless.contains(normalised) {
                return HTTPDate.isDate(value) ? nil : Values.open(value, scope, &leaves)
            }
            if case .secret(let kind) = NameRules.verdict(name) {
                return Values.secret(value, .certain, kind, name: name[...], scope, &leaves)
            }
            return Values.secret(value, .presumed, .header, name: name[...], scope, &leaves)
        }
    }

    /// `Bearer …`, `Basic …`, or a scheme with parameters: the scheme word stays.
    ///
    /// Some recorders join several with line feeds, some proxies with commas.
    private static func credentials(
        _ value: ArraySlice<UInt8>,
        _ scope: Scope,
        _ leaves: inout some SecretLeaves
    ) -> [UInt8]? {
        var edits = Edits(value)
        let items = ListText.items(value, separators: [0x2C, 0x0A])
        for item in items { credential(item.trimmed, isAlone: items.count == 1, scope, &edits, &leaves) }
        return edits.result()
    }

    /// One of a list: a scheme with what belongs to it, or another parameter of the scheme before it.
    private static func credential(
        _ item: ArraySlice<UInt8>,
        isAlone: Bool,
        _ scope: Scope,
        _ edits: inout Edits,
        _ leaves: inout some SecretLeaves
    ) {
        var scheme: ArraySlice<UInt8> = []
        var rest = item
        if let space = item.firstIndex(where: ASCII.isSpace), !item[..<space].contains(0x3D),
            item[space...].trimmed.first != 0x3D
        {
            scheme = item[..<space]
            rest = item[space...].trimmed
        }
        if !isAlone, let parameter = ListText.parameter(rest) {
            self.parameter(parameter.name, parameter.value, scope, &edits, &leaves)
        } else if scheme.equalsIgnoringCase("basic"), let base64 = Base64Text(rest) {
            var inner = Edits(base64.bytes[...])
            for part in base64.bytes[...].split(separator: 0x3A, maxSplits: 1) {
                if let replaced = Values.secret(part, .certain, .credential, name: [], scope, &leaves) {
                    inner.replace(part.startIndex..<part.endIndex, with: replaced)
                }
            }
            if let changed = inner.result() {
                edits.replace(rest.startIndex..<rest.endIndex, with: base64.encoding(changed))
            }
        } else if let replaced = Values.secret(rest, .certain, .authorization, name: [], scope, &leaves) {
            edits.replace(rest.startIndex..<rest.endIndex, with: replaced)
        }
    }

    /// One of `GET requestor_id=KITETV, nonce=…, signature=…` (rest-api-v1.md §3.5), or of Digest.
    private static func parameter(
        _ name: ArraySlice<UInt8>,
        _ content: ArraySlice<UInt8>,
        _ scope: Scope,
        _ edits: inout Edits,
        _ leaves: inout some SecretLeaves
    ) {
        let normalised = NameRules.normalised(name)
        if keptParameters.contains(normalised) { return }
        let replaced =
            addresses.contains(normalised)
            ? url(content, scope, &leaves)
            : Values.secret(content, .certain, .authorization, name: name, scope, &leaves)
        if let replaced { edits.replace(content.startIndex..<content.endIndex, with: replaced) }
    }

    /// `Digest realm="…", nonce="…"`: what a service asks to be sent back is secret, the rest is not.
    private static func challenge(
        _ value: ArraySlice<UInt8>,
        _ scope: Scope,
        _ leaves: inout some SecretLeaves
    ) -> [UInt8]? {
        var edits = Edits(value)
        for item in value.split(whereSeparator: { $0 == 0x2C || ASCII.isSpace($0) }) {
            guard let equals = item.firstIndex(of: 0x3D) else { continue }
            let name = item[..<equals]
            guard case .secret(let kind) = NameRules.verdict(name) else { continue }
            let content = ListText.unquoted(item[(equals + 1)...])
            if let replaced = Values.secret(content, .certain, kind, name: name, scope, &leaves) {
                edits.replace(content.startIndex..<content.endIndex, with: replaced)
            }
        }
        return edits.result()
    }

    private static let keptParameters: Set<String> = [
        "requestorid", "signaturemethod", "requesttime", "algorithm", "qop", "realm", "nc",
    ]

    /// Parameters that hold a URL, as the request line does.
    private static let addresses: Set<String> = ["requesturi", "uri"]

    /// `name=value; name=value`: every value is secret.
    private static func cookies(
        _ value: ArraySlice<UInt8>,
        separator: UInt8,
        _ part: RecordingPart,
        _ scope: Scope,
        _ leaves: inout some SecretLeaves
    ) -> [UInt8]? {
        var edits = Edits(value)
        for item in value.split(separator: separator) {
            cookie(item, part, scope, &edits, &leaves)
        }
        return edits.result()
    }

    /// `name=value; Path=/; Secure`: the attributes stay.
    ///
    /// Some recorders join several with line feeds, some proxies with commas.
    private static func setCookie(
        _ value: ArraySlice<UInt8>,
        _ part: RecordingPart,
        _ scope: Scope,
        _ leaves: inout some SecretLeaves
    ) -> [UInt8]? {
        var edits = Edits(value)
        for line in value.split(separator: 0x0A) {
            for item in foldedCookies(line) {
                if let first = item.split(separator: 0x3B, maxSplits: 1).first {
                    cookie(first, part, scope, &edits, &leaves)
                }
            }
        }
        return edits.result()
    }

    /// The cookies of a line, each with its attributes: a comma that `name=` follows parts them, one in a date does not.
    private static func foldedCookies(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var cookies: [ArraySlice<UInt8>] = []
        var start = line.startIndex
        var isInValue = true
        var isQuoted = false
        for index in line.indices {
            switch line[index] {
            case 0x22 where isInValue: isQuoted.toggle()
            case 0x3B:
                isInValue = false
                isQuoted = false
            case 0x2C where !isQuoted && beginsCookie(line[(index + 1)...], afterValue: isInValue):
                cookies.append(line[start..<index])
                start = index + 1
                isInValue = true
            default: break
            }
        }
        return cookies + [line[start...]]
    }

    /// Whether `name=` stands here; directly behind a value only after a space, since commas also stand in values.
    private static func beginsCookie(_ text: ArraySlice<UInt8>, afterValue: Bool) -> Bool {
        if afterValue, text.first.map(ASCII.isSpace) != true { return false }
        let rest = text.drop(while: ASCII.isSpace)
        guard let end = rest.firstIndex(where: { !ListText.isTokenByte($0) }), end > rest.startIndex else {
            return false
        }
        return rest[end...].first { !ASCII.isSpace($0) } == 0x3D
    }

    private static func cookie(
        _ item: ArraySlice<UInt8>,
        _ part: RecordingPart,
        _ scope: Scope,
        _ edits: inout Edits,
        _ leaves: inout some SecretLeaves
    ) {
        let equals = item.firstIndex(of: 0x3D)
        let name = equals.map { item[..<$0].trimmed } ?? []
        let content = ListText.unquoted(equals.map { item[($0 + 1)...].trimmed } ?? item.trimmed)
        leaves.enter(part, name)
        if let replaced = Values.secret(content, .certain, .cookie, name: name, scope, &leaves) {
            edits.replace(content.startIndex..<content.endIndex, with: replaced)
        }
    }

    /// A URL, whatever it looks like; a relative one is of the host that the message went to or came from.
    static func url(
        _ value: ArraySlice<UInt8>,
        _ scope: Scope,
        _ leaves: inout some SecretLeaves
    ) -> [UInt8]? {
        let isRelative = Host(of: value.prefix { $0 != 0x3F && $0 != 0x23 }).isEmpty
        let isForeign = isRelative && !scope.isAdobe
        return Values.url(value, isForeign ? scope.everythingSecret(.presumed, .foreignField) : scope, &leaves)
    }

    /// A delay and a URL: `0; url=https://…`, also without `url=`, also in quotes.
    static func refresh(
        _ value: ArraySlice<UInt8>,
        _ scope: Scope,
        _ leaves: inout some SecretLeaves
    ) -> [UInt8]? {
        // Digits that belong to the URL are no loss: nothing before its query is looked into.
        var rest = value.trimmed.drop { ASCII.isDigit($0) || ASCII.isSpace($0) || [0x2E, 0x2C, 0x3B].contains($0) }
        if rest.startsIgnoringCase(with: "url") {
            let afterWord = rest.dropFirst(3).drop(while: ASCII.isSpace)
            if afterWord.first == 0x3D { rest = afterWord.dropFirst().trimmed }
        }
        if let quote = rest.first, quote == 0x22 || quote == 0x27 { rest = rest.dropFirst().prefix { $0 != quote } }
        var edits = Edits(value)
        if let replaced = url(rest, scope, &leaves) {
            edits.replace(rest.startIndex..<rest.endIndex, with: replaced)
        }
        return edits.result()
    }

    /// `fingerprint <Base64 of the id>`: the word stays.
    private static func afterFirstWord(
        _ value: ArraySlice<UInt8>,
        _ kind: SecretKind,
        _ name: ArraySlice<UInt8>,
        _ scope: Scope,
        _ leaves: inout some SecretLeaves
    ) -> [UInt8]? {
        let content = value.trimmed
        let start = content.firstIndex(where: ASCII.isSpace).map { $0 + 1 } ?? content.startIndex
        let rest = content[start...].trimmed
        var edits = Edits(value)
        if let replaced = Values.secret(rest, .certain, kind, name: name, scope, &leaves) {
            edits.replace(rest.startIndex..<rest.endIndex, with: replaced)
        }
        return edits.result()
    }
}

/// Dates of HTTP, which are many and never worth looking into.
enum HTTPDate {
    static func isDate(_ value: ArraySlice<UInt8>) -> Bool {
        value.count == 29 && value.suffix(4).elementsEqual(" GMT".utf8)
    }
}
