/// `multipart/form-data`: the parts by their names.
enum MultipartText {
    /// What parts the body: as its type says, or else as its first line shows.
    static func boundary(of type: ArraySlice<UInt8>, _ body: [UInt8]) -> [UInt8]? {
        if let value = ListText.parameter("boundary", in: ListText.items(type, separators: [0x3B])) {
            let boundary = Array("--".utf8) + value
            if isUsable(boundary), body[...].firstRange(of: boundary[...]) != nil { return boundary }
        }
        let line = Array(body.drop(while: ASCII.isSpace).prefix { $0 != 0x0A }[...].trimmed)
        return line.starts(with: "--".utf8) && isUsable(line) ? line : nil
    }

    /// RFC 2046 §5.1.1 allows 70 bytes; far longer ones would only make the search for them slow.
    private static func isUsable(_ boundary: [UInt8]) -> Bool { (3...258).contains(boundary.count) }

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
        let name = ListText.parameter("name", in: ListText.items(head, separators: [0x3B, 0x0A])) ?? []
        let value = part[separator.upperBound...].trimmed
        leaves.enter(.requestForm, name)
        if let replaced = Values.named(name, value, scope, &leaves) {
            edits.replace(value.startIndex..<value.endIndex, with: replaced)
        }
    }
}
