import Documents

/// The lines before an empty one: the header fields of a message, or of a part of one.
struct VisitedHead {
    /// A field, with the lines it is continued on; or a line that is none, which has no name.
    struct Line {
        var name: ArraySlice<UInt8>
        var value: ArraySlice<UInt8>
    }

    private(set) var lines: [Line] = []
    /// The beginning of what follows the empty line; nil if there is none.
    private(set) var end: Int?

    init(_ text: ArraySlice<UInt8>) {
        var start = text.startIndex
        while start < text.endIndex {
            let lineEnd = text[start...].firstIndex(of: 0x0A) ?? text.endIndex
            let line = text[start..<lineEnd]
            start = Swift.min(lineEnd + 1, text.endIndex)
            let content = line.last == 0x0D ? line.dropLast() : line
            guard let first = content.first else {
                end = start
                return
            }
            if first == 0x20 || first == 0x09, let last = lines.indices.last, !lines[last].name.isEmpty {
                lines[last].value = text[lines[last].value.startIndex..<content.endIndex]
            } else {
                lines.append(Self.line(content))
            }
        }
    }

    private static func line(_ content: ArraySlice<UInt8>) -> Line {
        if let colon = content.firstIndex(of: 0x3A) {
            let name = content[..<colon].trimmed
            if !name.isEmpty, name.allSatisfy({ isTokenByte($0) }) {
                return Line(name: name, value: content[(colon + 1)...])
            }
        }
        return Line(name: content.prefix(0), value: content)
    }

    /// The value of the first field of this name.
    func value(of name: StaticString) -> ArraySlice<UInt8>? {
        lines.first { $0.name.equalsIgnoringCase(name) }?.value.trimmed
    }
}

/// A whole HTTP message within another: a part of a batch.
enum MessageVisitor {
    /// Checks whether the first line is a request's: `GET /path HTTP/1.1`.
    static func looksLikeRequest(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, isLetter(first) else { return false }
        let words = text.prefix { $0 != 0x0A }.trimmed.split(separator: 0x20, maxSplits: 3)
        return words.count == 3 && words[0].allSatisfy(isLetter) && words[2].starts(with: protocolName)
    }

    static func redact(_ text: ArraySlice<UInt8>, _ scope: Scope, _ sink: inout some SecretSink) -> [UInt8]? {
        var edits = Edits(text)
        let lineEnd = text.firstIndex(of: 0x0A) ?? text.endIndex
        let words = text[..<lineEnd].split(maxSplits: 2, whereSeparator: isWhiteSpace)
        let isRequest = words.first?.starts(with: protocolName) != true
        if isRequest, words.count > 1, let replaced = HeaderVisitor.url(words[1], scope, &sink) {
            edits.replace(words[1].startIndex..<words[1].endIndex, with: replaced)
        }
        let rest = text[Swift.min(lineEnd + 1, text.endIndex)...]
        let head = VisitedHead(rest)
        for line in head.lines where !line.name.isEmpty {
            let value = line.value.trimmed
            if let replaced = HeaderVisitor.redact(Array(line.name), value, isRequest: isRequest, scope, &sink) {
                edits.replace(value.startIndex..<value.endIndex, with: replaced)
            }
        }
        if let start = head.end {
            let type = head.value(of: "content-type") ?? []
            let changed = BodyVisitor.redact(Array(rest[start...]), type: type, isRequest: isRequest, scope, &sink)
            if let changed { edits.replace(start..<text.endIndex, with: changed) }
        }
        return edits.result()
    }

    private static let protocolName = Array("HTTP/".utf8)
}
