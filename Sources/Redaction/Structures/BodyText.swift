/// Bodies: what they are is told by their type and their first byte.
enum BodyText {
    static func redact(
        _ body: [UInt8],
        type: ArraySlice<UInt8>,
        isRequest: Bool,
        _ scope: Scope,
        _ leaves: inout some SecretLeaves
    ) -> [UInt8]? {
        let part: RecordingPart = isRequest ? .requestBody : .responseBody
        leaves.enter(part, [])
        if type.startsIgnoringCase(with: "multipart/"), let boundary = MultipartText.boundary(of: type) {
            return MultipartText.redact(body[...], boundary, scope, &leaves)
        }
        let content = body[...].content
        guard let first = content.first else { return nil }
        if first != 0x3C, first != 0x7B, first != 0x5B,
            type.startsIgnoringCase(with: "application/x-www-form-urlencoded") || FormText.looksLikeForm(content)
        {
            let changed = FormText.redact(content, scope, isRequest ? .requestForm : part, &leaves)
            return Values.within(body[...], content, changed)
        }
        // A body that is neither text nor structure is left to the search for known secrets.
        if type.startsIgnoringCase(with: "image/") || type.startsIgnoringCase(with: "video/") { return nil }
        if let everything = scope.everything, isRequest, first != 0x3C, first != 0x7B, first != 0x5B {
            return Values.secret(body[...], everything, scope.kind, name: [], scope, &leaves)
        }
        return Values.open(body[...], scope, &leaves)
    }
}

/// `multipart/form-data`: the parts by their names.
enum MultipartText {
    static func boundary(of type: ArraySlice<UInt8>) -> [UInt8]? {
        guard let range = type.firstRange(of: "boundary=") else { return nil }
        let rest = type[range.upperBound...].prefix { $0 != 0x3B }.trimmed
        let value = rest.first == 0x22 ? rest.dropFirst().prefix { $0 != 0x22 } : rest
        // RFC 2046 §5.1.1 allows 70; far longer ones would only make the search for them slow.
        return value.isEmpty || value.count > 256 ? nil : Array("--".utf8) + value
    }

    static func redact(
        _ body: ArraySlice<UInt8>,
        _ boundary: [UInt8],
        _ scope: Scope,
        _ leaves: inout some SecretLeaves
    ) -> [UInt8]? {
        var edits = Edits(body)
        var start = body.firstRange(of: boundary[...])?.upperBound
        while let from = start {
            let next = body.firstRange(of: boundary[...], from: from)
            let part = body[from..<(next?.lowerBound ?? body.endIndex)]
            field(part, scope, &edits, &leaves)
            start = next?.upperBound
        }
        return edits.result()
    }

    private static func field(
        _ part: ArraySlice<UInt8>,
        _ scope: Scope,
        _ edits: inout Edits,
        _ leaves: inout some SecretLeaves
    ) {
        guard let separator = part.firstRange(of: "\r\n\r\n") ?? part.firstRange(of: "\n\n") else { return }
        let head = part[..<separator.lowerBound]
        var name: ArraySlice<UInt8> = []
        if let range = head.firstRange(of: " name=\"") {
            name = head[range.upperBound...].prefix { $0 != 0x22 }
        }
        let value = part[separator.upperBound...].trimmed
        leaves.enter(.requestForm, name)
        if let replaced = Values.named(name, value, scope, &leaves) {
            edits.replace(value.startIndex..<value.endIndex, with: replaced)
        }
    }
}
