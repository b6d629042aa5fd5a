import Documents

/// `Cookie` and `Set-Cookie`: every value is secret, names and attributes stay.
enum CookieVisitor {
    /// A cookie or an attribute of one.
    private struct Item {
        var text: ArraySlice<UInt8>
        var isCookie: Bool
    }

    /// `name=value; name=value`.
    static func cookies(
        _ value: ArraySlice<UInt8>,
        _ part: RecordingPart,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        var edits = Edits(value)
        for item in items(value, isFolded: false) { cookie(item.text, part, scope, &edits, &sink) }
        return edits.result()
    }

    /// `name=value; Path=/; Secure`: what is no attribute that is known is taken for another cookie.
    ///
    /// Some recorders join several with line feeds, some proxies with commas.
    static func setCookie(
        _ value: ArraySlice<UInt8>,
        _ part: RecordingPart,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        var edits = Edits(value)
        for line in value.split(separator: 0x0A) {
            for item in items(line, isFolded: true) where item.isCookie || isUnknown(item.text) {
                cookie(item.text, part, scope, &edits, &sink)
            }
        }
        return edits.result()
    }

    private static func isUnknown(_ attribute: ArraySlice<UInt8>) -> Bool {
        guard let equals = attribute.firstIndex(of: 0x3D) else { return false }
        return !attributes.contains(NameRules.normalized(attribute[..<equals]))
    }

    private static let attributes: Set<String> = [
        "expires", "maxage", "domain", "path", "secure", "httponly", "samesite", "version", "priority", "partitioned",
        "discard", "port",
    ]

    /// Returns the items between semicolons, and between commas that `name=` follows where cookies were folded: one in
    /// a date does not.
    ///
    /// Nothing is split within quotes around a value; a quote that is never closed is a byte like any other.
    private static func items(_ text: ArraySlice<UInt8>, isFolded: Bool) -> [Item] {
        var items: [Item] = []
        var start = text.startIndex
        var index = start
        var isCookie = true
        // Directly behind an equals sign, where a quote may open.
        var isValueNext = false
        let lastQuote = text.lastIndex(of: 0x22) ?? start
        while index < text.endIndex {
            let byte = text[index]
            switch byte {
            case 0x22 where isValueNext && index < lastQuote:
                index = text[(index + 1)...].firstIndex(of: 0x22) ?? lastQuote
            case 0x3B:
                items.append(Item(text: text[start..<index], isCookie: isCookie))
                start = index + 1
                isCookie = false
            case 0x2C where isFolded && beginsCookie(text[(index + 1)...], afterValue: isCookie):
                items.append(Item(text: text[start..<index], isCookie: isCookie))
                start = index + 1
                isCookie = true
            default: break
            }
            isValueNext = byte == 0x3D || isValueNext && isWhiteSpace(byte)
            index += 1
        }
        return items + [Item(text: text[start...], isCookie: isCookie)]
    }

    /// Checks whether `name=` stands here; directly behind a value only after a space, since commas also stand in
    /// values.
    private static func beginsCookie(_ text: ArraySlice<UInt8>, afterValue: Bool) -> Bool {
        if afterValue, text.first.map(isWhiteSpace) != true { return false }
        let rest = text.drop(while: isWhiteSpace)
        guard let end = rest.firstIndex(where: { !isTokenByte($0) }), end > rest.startIndex else {
            return false
        }
        return rest[end...].first { !isWhiteSpace($0) } == 0x3D
    }

    private static func cookie(
        _ item: ArraySlice<UInt8>,
        _ part: RecordingPart,
        _ scope: Scope,
        _ edits: inout Edits,
        _ sink: inout some SecretSink
    ) {
        let equals = item.firstIndex(of: 0x3D)
        let name = equals.map { item[..<$0].trimmed } ?? []
        let content = ListVisitor.unquoted(equals.map { item[($0 + 1)...].trimmed } ?? item.trimmed)
        sink.enter(part, name)
        if let replaced = Values.secret(content, .certain, .cookie, name: name, scope, &sink) {
            edits.replace(content.startIndex..<content.endIndex, with: replaced)
        }
    }
}
