/// A start tag or a text of XML, HTML or a token, where it stands.
enum MarkupPiece: Hashable, Sendable {
    /// The start tag of an element.
    case tag(MarkupTag)
    /// The text within the last of these elements, of which each is in the one before it; as it is, in a section.
    case text(Range<Int>, path: [String], isVerbatim: Bool)

    /// A start tag.
    struct MarkupTag: Hashable, Sendable {
        /// The element's name without its prefix.
        var name: String
        /// The attributes, with the places of their values.
        var attributes: [MarkupAttribute]

        /// The place of the value of the attribute of this name, in any case of letters.
        func value(of attribute: String) -> Range<Int>? {
            attributes.first { $0.name.lowercased() == attribute.lowercased() }?.value
        }
    }

    /// An attribute.
    struct MarkupAttribute: Hashable, Sendable {
        /// Its name without its prefix.
        var name: String
        /// The place of its value, within the quotes if there are any.
        var value: Range<Int>
    }

    /// The tags and texts of `text`, in order.
    ///
    /// The walk is lenient: a token is no XML, pages are not, and a SAML message may have ceased to be on its way.
    static func all(in text: [UInt8]) -> [MarkupPiece] {
        var walk = MarkupWalk(text)
        return walk.pieces()
    }
}

private struct MarkupWalk {
    private let text: [UInt8]
    private var index = 0
    private var open: [String] = []
    private var found: [MarkupPiece] = []

    /// Elements whose nesting is followed.
    private static let maximumNesting = 128

    init(_ text: [UInt8]) {
        self.text = text
        found.reserveCapacity(32)
    }

    mutating func pieces() -> [MarkupPiece] {
        while index < text.count {
            let next = index + 1 < text.count ? text[index + 1] : 0
            if text[index] != UInt8(ascii: "<") {
                let end = text[index...].firstIndex(of: UInt8(ascii: "<")) ?? text.count
                add(index..<end, isVerbatim: false)
                index = end
            } else if isLetter(next) || next == UInt8(ascii: "_") {
                startTag()
            } else if text.has("<!--", at: index) {
                index = text.place(of: "-->", from: index + 4).map { $0 + 3 } ?? text.count
            } else if text.has("<![CDATA[", at: index) {
                let end = text.place(of: "]]>", from: index + 9) ?? text.count
                add(min(index + 9, end)..<end, isVerbatim: true)
                index = min(end + 3, text.count)
            } else if next == UInt8(ascii: "/") {
                index += 2
                let name = nameRange()
                index = text[index...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? text.count
                close(name)
            } else {
                // A declaration, an instruction, or a sign that is none of a tag.
                index = text[index...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? text.count
            }
        }
        return found
    }

    /// Ends the element of the name at this range, and those within it.
    private mutating func close(_ range: Range<Int>) {
        // Nearly always it is the last one.
        guard open.last?.utf8.elementsEqual(text[range]) != true else {
            open.removeLast()
            return
        }
        let name = String(decoding: text[range], as: UTF8.self)
        if let last = open.lastIndex(of: name) { open.removeSubrange(last...) }
    }

    private mutating func add(_ range: Range<Int>, isVerbatim: Bool) {
        guard !open.isEmpty, range.contains(where: { !isSpace(text[$0]) }) else { return }
        found.append(.text(range, path: open, isVerbatim: isVerbatim))
    }

    private mutating func startTag() {
        index += 1
        let name = name()
        var attributes: [MarkupPiece.MarkupAttribute] = []
        var isEmpty = false
        while index < text.count, text[index] != UInt8(ascii: ">") {
            isEmpty = text[index] == UInt8(ascii: "/")
            if isSpace(text[index]) || isEmpty {
                index += 1
            } else if let attribute = attribute() {
                attributes.append(attribute)
            }
        }
        index = min(index + 1, text.count)
        found.append(.tag(MarkupPiece.MarkupTag(name: name, attributes: attributes)))
        // Those that matter are short, and hardly any other is.
        let small = name.utf8.count > 6 ? nil : name.lowercased()
        if let small, small == "script" || small == "style", !isEmpty {
            index = endOfRawText(small)
        } else if !isEmpty, small.map(Self.void.contains) != true, open.count < Self.maximumNesting {
            open.append(name)
        }
    }

    /// The elements of HTML that have no end (HTML Living Standard §13.1.2) and are none of XML's here.
    private static let void: Set<String> = ["input", "meta", "link", "br", "hr", "img"]

    /// The place of the end tag of a script or style sheet, whose text is not markup.
    private func endOfRawText(_ name: String) -> Int {
        var from = index
        while let start = text.place(of: "</", from: from) {
            let rest = text[(start + 2)...].prefix(name.utf8.count)
            if rest.map({ $0 | 0x20 }) == Array(name.utf8) { return start }
            from = start + 2
        }
        return text.count
    }

    /// Passes over a name and answers the part after its prefix.
    private mutating func name() -> String { String(decoding: text[nameRange()], as: UTF8.self) }

    private mutating func nameRange() -> Range<Int> {
        let start = index
        while index < text.count, !isSpace(text[index]), !Self.endsName(text[index]) { index += 1 }
        let local = text[start..<index].lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? start
        return local..<index
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: "/"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        default: false
        }
    }

    /// Passes over an attribute; nil where there is none, or none with a value.
    private mutating func attribute() -> MarkupPiece.MarkupAttribute? {
        let start = index
        let name = name()
        while index < text.count, isSpace(text[index]) { index += 1 }
        guard index < text.count, text[index] == UInt8(ascii: "=") else {
            // What is no name either is passed over.
            if index == start { index += 1 }
            return nil
        }
        index += 1
        while index < text.count, isSpace(text[index]) { index += 1 }
        guard index < text.count else { return nil }
        let quote = text[index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let value = index
            while index < text.count, !isSpace(text[index]), text[index] != UInt8(ascii: ">") { index += 1 }
            return MarkupPiece.MarkupAttribute(name: name, value: value..<index)
        }
        let value = index + 1
        let end = text[value...].firstIndex(of: quote) ?? text.count
        index = min(end + 1, text.count)
        return MarkupPiece.MarkupAttribute(name: name, value: value..<end)
    }
}
