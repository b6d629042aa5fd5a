/// XML, token text and HTML as bytes: text and attribute values are replaced where they stand.
///
/// The walk is lenient on purpose. Token text is no XML (its wrapper tag is never closed), HTML pages are not, and a
/// SAML answer may have ceased to be when the pipeline took the newlines out of its tags: all of them hold secrets.
enum Markup {
    static func redact(_ text: ArraySlice<UInt8>, _ scope: Scope, _ leaves: inout some SecretLeaves) -> [UInt8]? {
        if isKeptWhole(text.trimmed) { return nil }
        var walk = MarkupWalk(text, scope)
        return walk.run(&leaves)
    }

    /// Whether the text is something whose secrets are known by their places, so that none found means none there.
    static func isKnown(_ text: ArraySlice<UInt8>) -> Bool {
        switch MarkupRules(of: text) {
        case .saml, .token: true
        case .general, .page: isKeptWhole(text)
        }
    }

    /// A resource as MRSS (rest-api-v1.md §7.15): it names what is watched and is kept.
    static func isKeptWhole(_ text: ArraySlice<UInt8>) -> Bool {
        text.starts(with: Array("<rss".utf8))
    }
}

/// One walk through a text with tags.
struct MarkupWalk {
    private let text: ArraySlice<UInt8>
    private let scope: Scope
    private var edits: Edits
    private var rules: MarkupRules
    private var open: [OpenElement] = []
    private var index: Int

    private struct OpenElement {
        var name: ArraySlice<UInt8>
        var rules: MarkupRules
        var scope: Scope
    }

    /// Elements whose nesting is followed; deeper ones are judged by the last that was.
    private static let maximumNesting = 128

    private static let commentStart = Array("<!--".utf8)
    private static let characterDataStart = Array("<![CDATA[".utf8)

    init(_ text: ArraySlice<UInt8>, _ scope: Scope) {
        self.text = text
        self.scope = scope
        edits = Edits(text)
        rules = MarkupRules(of: text)
        index = text.startIndex
    }

    mutating func run(_ leaves: inout some SecretLeaves) -> [UInt8]? {
        while index < text.endIndex {
            if text[index] == 0x3C {
                tag(&leaves)
            } else {
                let end = text[index...].firstIndex(of: 0x3C) ?? text.endIndex
                content(index..<end, isCharacterData: false, &leaves)
                index = end
            }
        }
        return edits.result()
    }

    private mutating func tag(_ leaves: inout some SecretLeaves) {
        let rest = text[index...]
        let mayBeOther = rest.count > 1 && text[index + 1] == 0x21
        if mayBeOther, rest.starts(with: Self.commentStart) {
            let end = text.firstRange(of: "-->", from: index + 4)?.lowerBound ?? text.endIndex
            comment(min(index + 4, end)..<end, &leaves)
            index = min(end + 3, text.endIndex)
        } else if mayBeOther, rest.starts(with: Self.characterDataStart) {
            let end = text.firstRange(of: "]]>", from: index + 9)?.lowerBound ?? text.endIndex
            content(min(index + 9, end)..<end, isCharacterData: true, &leaves)
            index = min(end + 3, text.endIndex)
        } else {
            let end = endOfTag(index)
            element(text[index..<end], &leaves)
            index = end
        }
    }

    /// After the `>` that no quote hides, or the end of the text.
    private func endOfTag(_ start: Int) -> Int {
        var quote: UInt8 = 0
        for index in start..<text.endIndex {
            let byte = text[index]
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == 0x22 || byte == 0x27 {
                quote = byte
            } else if byte == 0x3E {
                return index + 1
            }
        }
        return text.endIndex
    }

    private mutating func element(_ tag: ArraySlice<UInt8>, _ leaves: inout some SecretLeaves) {
        let body = tag.dropFirst()
        guard let first = body.first, first != 0x3F, first != 0x21 else { return }
        if first == 0x2F {
            close(body.dropFirst())
            return
        }
        let name = body.prefix { !ASCII.isSpace($0) && $0 != 0x3E && $0 != 0x2F }
        let local = MarkupRules.local(name)
        let outer = open.last?.scope ?? scope
        let inner = (open.last?.rules ?? rules).entering(local)
        attributes(tag[name.endIndex..<tag.endIndex], of: local, inner, outer, &leaves)
        let isEmpty = tag.count >= 2 && tag[tag.endIndex - 2] == 0x2F
        guard !isEmpty, open.count < Self.maximumNesting, !inner.isVoid(local) else { return }
        open.append(OpenElement(name: local, rules: inner, scope: inner.scope(outer, in: local)))
    }

    /// Closes the nearest element of that name; a closing tag without an opening one is nothing.
    private mutating func close(_ rest: ArraySlice<UInt8>) {
        let local = MarkupRules.local(rest.prefix { !ASCII.isSpace($0) && $0 != 0x3E })
        guard let position = open.lastIndex(where: { $0.name.elementsEqual(local) }) else { return }
        open.removeSubrange(position...)
    }

    private mutating func content(_ range: Range<Int>, isCharacterData: Bool, _ leaves: inout some SecretLeaves) {
        let raw = text[range]
        guard raw.contains(where: { !ASCII.isSpace($0) }) else { return }
        let name = open.last?.name ?? []
        let scope = open.last?.scope ?? self.scope
        let treatment = (open.last?.rules ?? rules).treatment(ofTextIn: name, scope)
        replace(range, name, treatment, scope, isCharacterData ? .none : .xml, &leaves)
    }

    private mutating func comment(_ range: Range<Int>, _ leaves: inout some SecretLeaves) {
        let scope = open.last?.scope ?? self.scope
        guard let everything = scope.everything, range.contains(where: { !ASCII.isSpace(text[$0]) }) else { return }
        replace(range, open.last?.name ?? [], .secret(everything, scope.kind), scope, .none, &leaves)
    }

    private mutating func attributes(
        _ rest: ArraySlice<UInt8>,
        of element: ArraySlice<UInt8>,
        _ rules: MarkupRules,
        _ scope: Scope,
        _ leaves: inout some SecretLeaves
    ) {
        let attributes = MarkupAttribute.all(in: rest)
        guard !attributes.isEmpty else { return }
        let governing = rules.governingName(of: element, attributes)
        for attribute in attributes where !attribute.value.isEmpty {
            let (treatment, inner) = rules.treatment(of: attribute, in: element, governing, scope)
            let name = attribute.isValue ? governing ?? attribute.name : attribute.name
            replace(attribute.value.startIndex..<attribute.value.endIndex, name, treatment, inner, .xml, &leaves)
        }
    }

    private mutating func replace(
        _ range: Range<Int>,
        _ name: ArraySlice<UInt8>,
        _ treatment: Treatment,
        _ scope: Scope,
        _ transport: Transport,
        _ leaves: inout some SecretLeaves
    ) {
        if treatment == .keep { return }
        let raw = text[range]
        let isEscaped = transport == .xml && raw.contains(0x26)
        let value = isEscaped ? Transport.xml.decode(raw)[...] : raw
        guard let replaced = Values.treated(treatment, name, value, scope, &leaves) else { return }
        edits.replace(range, with: transport == .xml ? Rewriting.write(replaced, .xml, like: raw) : replaced)
    }
}

/// An attribute as it stands in a tag, its value without quotes.
struct MarkupAttribute {
    var name: ArraySlice<UInt8>
    var value: ArraySlice<UInt8>

    /// Whether another attribute of the tag says what this one's value is.
    var isValue: Bool { name.equalsIgnoringCase("value") || name.equalsIgnoringCase("content") }

    /// Whether the tag's content says where to go on.
    var isRefresh: Bool {
        name.equalsIgnoringCase("http-equiv") && value.trimmed.equalsIgnoringCase("refresh")
    }

    static func all(in tag: ArraySlice<UInt8>) -> [MarkupAttribute] {
        var attributes: [MarkupAttribute] = []
        var index = tag.startIndex
        while index < tag.endIndex {
            guard let equals = tag[index...].firstIndex(of: 0x3D) else { return attributes }
            let before = tag[index..<equals].trimmed
            let name = before.split(whereSeparator: ASCII.isSpace).last ?? before
            var start = equals + 1
            while start < tag.endIndex, ASCII.isSpace(tag[start]) { start += 1 }
            guard start < tag.endIndex else { return attributes }
            let quote = tag[start]
            if quote == 0x22 || quote == 0x27 {
                let end = tag[(start + 1)...].firstIndex(of: quote) ?? tag.endIndex
                attributes.append(MarkupAttribute(name: name, value: tag[start + 1..<end]))
                index = min(end + 1, tag.endIndex)
            } else {
                let end = tag[start...].firstIndex { ASCII.isSpace($0) || $0 == 0x3E } ?? tag.endIndex
                attributes.append(MarkupAttribute(name: name, value: tag[start..<end]))
                index = end
            }
        }
        return attributes
    }
}
