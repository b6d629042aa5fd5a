import Documents

/// A document that is read from left to right, for what is around each value in it.
struct DocumentReading {
    private let document: Surroundings
    private var index = 0
    /// The innermost of what has begun in it and not ended.
    private var inner: Surroundings
    /// What ends the innermost, but for markup itself.
    private var end = ""
    /// Where the text behind the last tag begins; nil within a tag.
    private var text: Int? = 0
    /// The string of JSON that has begun, as it is written before its escapes.
    private var string: [UInt8] = []
    /// The reading of that string, if it is a document; one or none.
    private var nested: [DocumentReading] = []
    private let depth: Int

    /// Documents in strings of documents are read so deep: 4.
    private static let deepest = 4

    /// The reading of a document, from its beginning.
    init(of document: Surroundings) { self.init(document, depth: 0) }

    private init(_ document: Surroundings, depth: Int) {
        (self.document, inner, self.depth) = (document, document, depth)
    }

    /// Returns what is around the byte at `position`, the outermost first.
    ///
    /// - Parameters:
    ///   - position: A place that does not come before that of the call before.
    ///   - bytes: The document; it may have become longer.
    /// - Returns: What is around it: of markup in a string of JSON both.
    mutating func surroundings(at position: Int, of bytes: [UInt8]) -> [Surroundings] {
        switch document {
        case .json:
            readJSON(to: position, bytes)
            return [inner] + (inner == .jsonString ? surroundingsInString() : [])
        case .markup:
            readMarkup(to: position, bytes)
            return [inner] + (inner == .markup ? surroundingsInMarkup(at: position, bytes) : [])
        case .text, .url, .jsonString, .script, .verbatim, .cdata, .form:
            return [document]
        }
    }

    // MARK: JSON

    private mutating func readJSON(to position: Int, _ bytes: [UInt8]) {
        while index < position {
            let byte = bytes[index]
            index += 1
            switch (inner, byte) {
            case (.json, UInt8(ascii: "\"")):
                inner = .jsonString
                (string, nested) = ([], [])
            case (.json, _): break
            case (_, UInt8(ascii: "\"")): inner = .json
            case (_, UInt8(ascii: "\\")) where index < bytes.count: readEscape(bytes)
            default: string.append(byte)
            }
        }
    }

    /// Only characters of ASCII mean something in a document.
    private mutating func readEscape(_ bytes: [UInt8]) {
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"): string.append(0x20)
        case UInt8(ascii: "u"):
            let digits = bytes[index...].prefix(4).compactMap(Hexadecimal.value)
            guard digits.count == 4 else { return }
            index += 4
            let value = digits.reduce(0) { $0 << 4 | Int($1) }
            string.append(UInt8(value < 0x80 ? value : 0x3F))
        default: string.append(byte)
        }
    }

    private mutating func surroundingsInString() -> [Surroundings] {
        if nested.isEmpty {
            let kind = Surroundings(string)
            guard kind.isDocument, depth < Self.deepest else { return [] }
            nested = [DocumentReading(kind, depth: depth + 1)]
        }
        return nested[0].surroundings(at: string.count, of: string)
    }

    // MARK: Markup

    /// Scripts, style sheets and CDATA sections end at their own end alone.
    private mutating func readMarkup(to position: Int, _ bytes: [UInt8]) {
        while index < position {
            let rest = bytes[index...].prefix(12)
            switch (inner, bytes[index]) {
            case (.markup, UInt8(ascii: "<")):
                text = nil
                if begins(rest, "<![cdata[") {
                    (inner, end) = (.cdata, "]]>")
                } else if begins(rest, "<script"), endsName(rest.dropFirst(7)) {
                    (inner, end) = (.script, "</script")
                } else if begins(rest, "<style"), endsName(rest.dropFirst(6)) {
                    (inner, end) = (.verbatim, "</style")
                }
            case (.markup, UInt8(ascii: ">")) where text == nil: text = index + 1
            case (.markup, _): break
            default: if begins(rest, end) { inner = .markup }
            }
            index += 1
        }
    }

    /// Markup or JSON whose marks are written as entities.
    private func surroundingsInMarkup(at position: Int, _ bytes: [UInt8]) -> [Surroundings] {
        let before = bytes[..<position]
        if let text {
            let text = bytes[text..<position].drop(while: isSpace)
            if begins(text, "&lt;") { return [.markup] }
            if text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") { return [.jsonString] }
        }
        return ["&quot;", "&#34;"].contains { before.suffix($0.utf8.count).elementsEqual($0.utf8) } ? [.jsonString] : []
    }

    private func begins(_ bytes: ArraySlice<UInt8>, _ text: String) -> Bool {
        bytes.prefix(text.utf8.count).lazy.map(lowercasedASCII).elementsEqual(text.utf8)
    }

    private func endsName(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.first.map { !isAlphanumeric($0) } ?? true }
}
