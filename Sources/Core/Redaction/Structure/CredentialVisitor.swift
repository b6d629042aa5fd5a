import Documents

/// The proofs of who asks, and a service's demands for them: `Authorization`, `WWW-Authenticate` and their kin.
enum CredentialVisitor {
    /// `Bearer …`, `Basic …`, or a scheme with parameters: the scheme word stays.
    ///
    /// Some recorders join several with line feeds, some proxies with commas.
    static func credentials(
        _ value: ArraySlice<UInt8>,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        var edits = Edits(value)
        let items = ListVisitor.items(value, separators: [0x2C, 0x0A])
        var scheme = value.prefix(0)
        for item in items { credential(item.trimmed, isAlone: items.count == 1, &scheme, scope, &edits, &sink) }
        return edits.result()
    }

    /// One of a list: a scheme with what belongs to it, or another parameter of the scheme before it.
    private static func credential(
        _ item: ArraySlice<UInt8>,
        isAlone: Bool,
        _ scheme: inout ArraySlice<UInt8>,
        _ scope: Scope,
        _ edits: inout Edits,
        _ sink: inout some SecretSink
    ) {
        var rest = item
        if let space = item.firstIndex(where: isWhiteSpace), !item[..<space].contains(0x3D),
            item[space...].trimmed.first != 0x3D
        {
            scheme = item[..<space]
            rest = item[space...].trimmed
        }
        if !isAlone, let parameter = ListVisitor.parameter(rest) {
            self.parameter(parameter.name, parameter.value, of: scheme, scope, &edits, &sink)
        } else if rest.startIndex > item.startIndex, scheme.equalsIgnoringCase("basic"), let base64 = Base64Text(rest) {
            var inner = Edits(base64.bytes[...])
            for part in base64.bytes[...].split(separator: 0x3A, maxSplits: 1) {
                if let replaced = Values.secret(part, .certain, .credential, name: [], scope, &sink) {
                    inner.replace(part.startIndex..<part.endIndex, with: replaced)
                }
            }
            if let changed = inner.result() {
                edits.replace(rest.startIndex..<rest.endIndex, with: base64.encoding(changed))
            }
        } else if let replaced = Values.secret(rest, .certain, .authorization, name: [], scope, &sink) {
            edits.replace(rest.startIndex..<rest.endIndex, with: replaced)
        }
    }

    /// One of `GET requestor_id=KITETV, nonce=…, signature=…` (rest-api-v1.md §3.5), or of Digest.
    ///
    /// What is harmless in one scheme may be the secret of another.
    private static func parameter(
        _ name: ArraySlice<UInt8>,
        _ content: ArraySlice<UInt8>,
        of scheme: ArraySlice<UInt8>,
        _ scope: Scope,
        _ edits: inout Edits,
        _ sink: inout some SecretSink
    ) {
        let normalized = NameRules.normalized(name)
        let isDigest = digests.contains { scheme.equalsIgnoringCase($0) }
        let isSigned = methods.contains { scheme.equalsIgnoringCase($0) }
        if isDigest && digestParameters.contains(normalized) || isSigned && signedParameters.contains(normalized) {
            return
        }
        let replaced =
            isDigest && normalized == "uri" || isSigned && normalized == "requesturi"
            ? HeaderVisitor.url(content, scope, &sink)
            : Values.secret(content, .certain, .authorization, name: name, scope, &sink)
        if let replaced { edits.replace(content.startIndex..<content.endIndex, with: replaced) }
    }

    private static let digests: [StaticString] = ["digest", "oauth"]
    private static let digestParameters: Set<String> = ["algorithm", "qop", "realm", "nc"]
    /// A signed header begins with the method of its request.
    private static let methods: [StaticString] = ["get", "post", "put", "delete", "head", "options", "patch"]
    private static let signedParameters: Set<String> = ["requestorid", "signaturemethod", "requesttime"]

    /// `Digest realm="…", nonce="…"`: what a service asks to be sent back is secret, the rest is not.
    static func challenge(
        _ value: ArraySlice<UInt8>,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        var edits = Edits(value)
        for item in ChallengeItem.all(in: value) {
            let replaced: [UInt8]?
            switch item.kind {
            case .token: replaced = Values.secret(item.value, .certain, .authorization, name: [], scope, &sink)
            case .word: replaced = RandomText.redactWords(item.value, scope, &sink)
            case .parameter(let name):
                let isOpaque = name.equalsIgnoringCase("opaque")
                let treatment = isOpaque ? Treatment.secret(.certain, .session) : scope.treatment(of: name)
                replaced = Values.treated(treatment, name, item.value, scope, &sink)
            }
            if let replaced { edits.replace(item.value.startIndex..<item.value.endIndex, with: replaced) }
        }
        return edits.result()
    }
}

/// A piece of a challenge that may be secret: all but the words that name a scheme.
private struct ChallengeItem {
    enum Kind {
        /// Of a scheme that has no parameters, but one text: `Negotiate YII…`.
        case token
        /// A word where none should stand.
        case word
        case parameter(ArraySlice<UInt8>)
    }

    var kind: Kind
    var value: ArraySlice<UInt8>

    /// The pieces in order, whether commas or only blanks stand between them.
    static func all(in text: ArraySlice<UInt8>) -> [ChallengeItem] {
        var items: [ChallengeItem] = []
        var isStart = true
        var isAfterScheme = false
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            if isSeparator(byte) || isWhiteSpace(byte) {
                if isSeparator(byte) || byte == 0x0A {
                    isStart = true
                    isAfterScheme = false
                }
                index += 1
                continue
            }
            if let parameter = parameter(in: text, at: index) {
                items.append(ChallengeItem(kind: .parameter(parameter.name), value: parameter.value))
                index = parameter.end
                isAfterScheme = false
            } else {
                let end = text[index...].firstIndex { isSeparator($0) || isWhiteSpace($0) } ?? text.endIndex
                if isAfterScheme {
                    items.append(ChallengeItem(kind: .token, value: text[index..<end]))
                } else if !isStart {
                    items.append(ChallengeItem(kind: .word, value: text[index..<end]))
                }
                isAfterScheme = isStart
                index = end
            }
            isStart = false
        }
        return items
    }

    /// `name=value`, `name = "value"`; nil if something else begins at `start`, such as a token that ends with such
    /// signs.
    private static func parameter(
        in text: ArraySlice<UInt8>,
        at start: Int
    ) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>, end: Int)? {
        guard let nameEnd = text[start...].firstIndex(where: { !isTokenByte($0) }), nameEnd > start,
            let sign = text[nameEnd...].firstIndex(where: { !isWhiteSpace($0) }), text[sign] == 0x3D
        else { return nil }
        guard let first = text[(sign + 1)...].firstIndex(where: { !isWhiteSpace($0) }), text[first] != 0x3D,
            !isSeparator(text[first])
        else { return nil }
        var end = first + 1
        guard text[first] == 0x22 else {
            while end < text.endIndex, !isSeparator(text[end]), !isWhiteSpace(text[end]) { end += 1 }
            return (text[start..<nameEnd], text[first..<end], end)
        }
        while end < text.endIndex, text[end] != 0x22 { end += text[end] == 0x5C ? 2 : 1 }
        if end < text.endIndex { return (text[start..<nameEnd], text[first + 1..<end], end + 1) }
        // A quote that is never closed is a byte like any other.
        end = text[first...].firstIndex(where: isSeparator) ?? text.endIndex
        return (text[start..<nameEnd], text[first + 1..<end], end)
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { byte == 0x2C || byte == 0x3B }
}
