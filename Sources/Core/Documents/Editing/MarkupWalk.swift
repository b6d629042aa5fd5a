/// A start tag or a text of XML, HTML or a token, where it stands.
package enum MarkupPiece: Hashable, Sendable {
    /// The start tag of an element.
    case tag(MarkupTag)
    /// A text within an element; as it is, in a section.
    case text(Range<Int>, isVerbatim: Bool)

    /// A start tag.
    package struct MarkupTag: Hashable, Sendable {
        /// The place of the element's name without its prefix.
        package var name: Range<Int>
        /// The attributes, with the places of their values.
        package var attributes: [MarkupAttribute]

        /// The place of the value of the attribute of this name, in any case of letters.
        package func value(of attribute: String, in text: [UInt8]) -> Range<Int>? {
            attributes.first { text.has(attribute, inAnyCaseAt: $0.name) }?.value
        }
    }

    package struct MarkupAttribute: Hashable, Sendable {
        /// The place of its name without its prefix.
        package var name: Range<Int>
        /// The place of its value, within the quotes if there are any.
        package var value: Range<Int>
    }
}

/// Walks through the tags and texts of a markup in order.
///
/// The walk is lenient: a token is no XML, pages are not, and a SAML message may have ceased to be on its way. Names are kept as
/// places in the text: a token has twenty, of which two matter.
package struct MarkupWalk: IteratorProtocol, Sequence {
    private let text: [UInt8]
    private var index = 0
    private var open: [Range<Int>] = []
    /// The names of the first of these, as many as were asked for.
    private var names: [String] = []

    /// True if the element that is open has had a text or an element so far, and if it had when the last text came.
    private var (hasContent, isContinued) = (false, false)
    /// The end tags so far.
    private var endTags = 0

    /// Elements whose nesting is followed.
    private static let maximumNesting = 128

    /// A walk from the beginning of `text`.
    package init(_ text: [UInt8]) {
        self.text = text
        open.reserveCapacity(8)
    }

    /// The place of the name of the element that a text is in, when that has just come; nil outside all.
    package var name: Range<Int>? { open.last }

    /// The names of the elements that a text is in, when that has just come, of which each is in the one before it.
    package var path: [String] {
        mutating get {
            for range in open[names.count...] { names.append(String(decoding: text[range], as: UTF8.self)) }
            return names
        }
    }

    /// True if the text that has just come is not all that its element has: comments, instructions, sections or
    /// elements divide it.
    package var isPart: Bool {
        if isContinued { return true }
        guard index + 1 < text.count else { return false }
        // Nearly always: its end tag follows.
        if text[index] == UInt8(ascii: "<"), text[index + 1] == UInt8(ascii: "/") { return false }
        var rest = self
        return rest.next() != nil && rest.endTags == endTags
    }

    /// The next tag or text.
    package mutating func next() -> MarkupPiece? {
        while index < text.count {
            let next = index + 1 < text.count ? text[index + 1] : 0
            if text[index] != UInt8(ascii: "<") {
                let start = index
                index = text.span.place(of: UInt8(ascii: "<"), from: start)
                if isText(start..<index) { return came(start..<index, isVerbatim: false) }
            } else if isLetter(next) || next == UInt8(ascii: "_") {
                return .tag(startTag())
            } else if next == UInt8(ascii: "/") {
                (hasContent, endTags) = (true, endTags + 1)
                index += 2
                let name = nameRange()
                index = endOfTag()
                close(name)
            } else if text.has("<!--", at: index) {
                index = text.place(of: "-->", from: index + 4).map { $0 + 3 } ?? text.count
            } else if text.has("<![CDATA[", at: index) {
                let end = text.place(of: "]]>", from: index + 9) ?? text.count
                let section = Swift.min(index + 9, end)..<end
                index = Swift.min(end + 3, text.count)
                if isText(section) { return came(section, isVerbatim: true) }
            } else {
                // A declaration, an instruction, or a sign that is none of a tag.
                index = endOfTag()
            }
        }
        return nil
    }

    private mutating func came(_ text: Range<Int>, isVerbatim: Bool) -> MarkupPiece {
        (isContinued, hasContent) = (hasContent, true)
        return .text(text, isVerbatim: isVerbatim)
    }

    /// The place behind the next `>`.
    private func endOfTag() -> Int { Swift.min(text.span.place(of: UInt8(ascii: ">"), from: index) + 1, text.count) }

    /// Ends the element of the name at this range, and those within it.
    private mutating func close(_ name: Range<Int>) {
        guard let last = open.lastIndex(where: { text[$0].elementsEqual(text[name]) }) else { return }
        open.removeSubrange(last...)
        if names.count > last { names.removeSubrange(last...) }
    }

    /// Checks whether what stands there is in an element, and more than space.
    private func isText(_ range: Range<Int>) -> Bool { !open.isEmpty && range.contains { !isSpace(text[$0]) } }

    private mutating func startTag() -> MarkupPiece.MarkupTag {
        index += 1
        let name = nameRange()
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
        index = Swift.min(index + 1, text.count)
        hasContent = true
        if !isEmpty, Self.raw.contains(where: { text.has($0, inAnyCaseAt: name) }) {
            index = endOfRawText(name)
        } else if !isEmpty, !isVoid(name), open.count < Self.maximumNesting {
            open.append(name)
            hasContent = false
        }
        return MarkupPiece.MarkupTag(name: name, attributes: attributes)
    }

    /// The elements of HTML that have no markup in them, and those that have no end (HTML Living Standard §13.1.2); none is one of
    /// XML's here.
    private static let raw = ["script", "style"]
    private static let void = ["input", "meta", "link", "br", "hr", "img"]

    private func isVoid(_ name: Range<Int>) -> Bool {
        // Hardly any other is as short.
        name.count <= 5 && Self.void.contains { text.has($0, inAnyCaseAt: name) }
    }

    /// The place of the end tag of a script or style sheet, whose text is not markup.
    private func endOfRawText(_ name: Range<Int>) -> Int {
        let name = text[name].map(lowercasedASCII)
        var from = index
        while let start = text.place(of: "</", from: from) {
            if text[(start + 2)...].prefix(name.count).lazy.map(lowercasedASCII).elementsEqual(name) { return start }
            from = start + 2
        }
        return text.count
    }

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
        let name = nameRange()
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
        let end = text.span.place(of: quote, from: value)
        index = Swift.min(end + 1, text.count)
        return MarkupPiece.MarkupAttribute(name: name, value: value..<end)
    }
}
