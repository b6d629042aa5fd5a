import Documents

/// XML, token text and HTML as bytes: text and attribute values are replaced where they stand.
///
/// The walk is lenient on purpose. Token text is no XML (its wrapper tag is never closed), HTML pages are not, and a
/// SAML answer may have ceased to be when the pipeline took the newlines out of its tags: all of them hold secrets.
enum MarkupFormat {
    /// `isPage` where something besides the text says that it is one.
    static func redact(
        _ text: ArraySlice<UInt8>,
        isPage: Bool = false,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        if isKeptWhole(text.trimmed) { return nil }
        var visitor = MarkupVisitor(text, isPage: isPage, scope)
        return visitor.run(&sink)
    }

    /// After the `>` of a tag that no quote hides, or the end of the text.
    static func endOfTag(in text: ArraySlice<UInt8>, from start: Int) -> Int {
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

    /// The name of a tag's element, with its prefix.
    static func name(of tag: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        tag.dropFirst().prefix { !isWhiteSpace($0) && $0 != 0x3E && $0 != 0x2F }
    }

    /// Checks whether the text is something whose secrets are known by their places, so that none found means none
    /// there.
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
struct MarkupVisitor {
    private let text: ArraySlice<UInt8>
    private let scope: Scope
    private var edits: Edits
    private var rules: MarkupRules
    private var open: [OpenElement] = []
    private var index: Int
    /// Names of elements with raw text whose closing tag does not come any more.
    private var neverClosed: [ArraySlice<UInt8>] = []

    private struct OpenElement {
        var name: ArraySlice<UInt8>
        var rules: MarkupRules
        var scope: Scope
        /// The field of a form whose values stand inside.
        var field: ArraySlice<UInt8>?
    }

    /// Elements whose nesting is followed; deeper ones are evaluated by the last that was.
    private static let maximumNesting = 128

    private static let commentStart = Array("<!--".utf8)
    private static let characterDataStart = Array("<![CDATA[".utf8)

    init(_ text: ArraySlice<UInt8>, isPage: Bool, _ scope: Scope) {
        self.text = text
        self.scope = scope
        edits = Edits(text)
        rules = MarkupRules(of: text, isPage: isPage)
        index = text.startIndex
    }

    mutating func run(_ sink: inout some SecretSink) -> [UInt8]? {
        while index < text.endIndex {
            if text[index] == 0x3C {
                tag(&sink)
            } else {
                let end = text[index...].firstIndex(of: 0x3C) ?? text.endIndex
                content(index..<end, of: open.last, .xml, &sink)
                index = end
            }
        }
        return edits.result()
    }

    private mutating func tag(_ sink: inout some SecretSink) {
        let rest = text[index...]
        let mayBeOther = rest.count > 1 && text[index + 1] == 0x21
        if mayBeOther, rest.starts(with: Self.commentStart) {
            let end = text.firstRange(of: "-->", from: index + 4)?.lowerBound ?? text.endIndex
            comment(min(index + 4, end)..<end, &sink)
            index = min(end + 3, text.endIndex)
        } else if mayBeOther, rest.starts(with: Self.characterDataStart) {
            let end = text.firstRange(of: "]]>", from: index + 9)?.lowerBound ?? text.endIndex
            content(min(index + 9, end)..<end, of: open.last, .none, &sink)
            index = min(end + 3, text.endIndex)
        } else {
            let start = index
            index = MarkupFormat.endOfTag(in: text, from: start)
            element(text[start..<index], &sink)
        }
    }

    private mutating func element(_ tag: ArraySlice<UInt8>, _ sink: inout some SecretSink) {
        let body = tag.dropFirst()
        guard let first = body.first, first != 0x3F, first != 0x21 else { return }
        if first == 0x2F {
            close(body.dropFirst())
            return
        }
        let name = MarkupFormat.name(of: tag)
        let local = MarkupRules.local(name)
        let outer = open.last?.scope ?? scope
        let inner = (open.last?.rules ?? rules).entering(name, tag)
        let attributes = MarkupAttribute.all(in: tag[name.endIndex..<tag.endIndex])
        let field = inner.field(of: local, attributes, within: open.last?.field)
        self.attributes(attributes, of: local, inner, field, outer, &sink)
        let isEmpty = tag.count >= 2 && tag[tag.endIndex - 2] == 0x2F
        guard !isEmpty, !inner.isVoid(local) else { return }
        let element = OpenElement(name: local, rules: inner, scope: inner.scope(outer, in: local), field: field)
        if open.count < Self.maximumNesting { open.append(element) }
        if inner.holdsRawText(local) { rawText(of: element, &sink) }
    }

    /// Walks through text that is not markup: in a script, up to the closing tag; in a text to be edited.
    private mutating func rawText(of element: OpenElement, _ sink: inout some SecretSink) {
        let isScript = element.name.equalsIgnoringCase("script")
        // Of a page that was cut off a script may be left; what else is never closed is walked through like the rest.
        guard let end = closingTag(of: element.name) ?? (isScript ? text.endIndex : nil) else { return }
        // In XHTML, a script has its quotes escaped as well.
        let isRaw = isScript && text[index..<end].contains(0x22)
        content(index..<end, of: element, isRaw ? .none : .xml, &sink)
        index = end
    }

    /// Returns the place where the closing tag of this name begins.
    private mutating func closingTag(of name: ArraySlice<UInt8>) -> Int? {
        if neverClosed.contains(where: { MarkupRules.isSame($0, name) }) { return nil }
        var from = index
        while let start = text[from...].firstIndex(of: 0x3C) {
            let rest = text[(start + 1)...]
            if rest.first == 0x2F, MarkupRules.isSame(MarkupRules.local(MarkupFormat.name(of: rest)), name) {
                return start
            }
            from = start + 1
        }
        neverClosed.append(name)
        return nil
    }

    /// Closes the nearest element of that name; a closing tag without an opening one is nothing.
    private mutating func close(_ rest: ArraySlice<UInt8>) {
        let local = MarkupRules.local(rest.prefix { !isWhiteSpace($0) && $0 != 0x3E })
        guard let position = open.lastIndex(where: { MarkupRules.isSame($0.name, local) }) else { return }
        open.removeSubrange(position...)
    }

    private mutating func content(
        _ range: Range<Int>,
        of element: OpenElement?,
        _ transport: Transport,
        _ sink: inout some SecretSink
    ) {
        guard range.contains(where: { !isWhiteSpace(text[$0]) }) else { return }
        let name = element?.name ?? []
        let inner = element?.rules ?? rules
        let (treatment, scope) = inner.treatment(ofTextIn: name, element?.field, element?.scope ?? self.scope)
        replace(range, element?.field ?? name, treatment, scope, transport, &sink)
    }

    private mutating func comment(_ range: Range<Int>, _ sink: inout some SecretSink) {
        let scope = open.last?.scope ?? self.scope
        guard range.contains(where: { !isWhiteSpace(text[$0]) }) else { return }
        let treatment = scope.everything.map { Treatment.secret($0, scope.kind) } ?? .open
        replace(range, open.last?.name ?? [], treatment, scope, .none, &sink)
    }

    private mutating func attributes(
        _ attributes: [MarkupAttribute],
        of element: ArraySlice<UInt8>,
        _ rules: MarkupRules,
        _ field: ArraySlice<UInt8>?,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) {
        guard !attributes.isEmpty else { return }
        let tag = KnownTag(element, governing: rules.governingName(of: element, attributes, field), rules)
        for attribute in attributes where !attribute.value.isEmpty {
            let (treatment, inner) = rules.treatment(of: attribute, in: tag, scope)
            let name = attribute.isValue ? tag.governing ?? attribute.name : attribute.name
            replace(attribute.value.startIndex..<attribute.value.endIndex, name, treatment, inner, .xml, &sink)
        }
    }

    private mutating func replace(
        _ range: Range<Int>,
        _ name: ArraySlice<UInt8>,
        _ treatment: Treatment,
        _ scope: Scope,
        _ transport: Transport,
        _ sink: inout some SecretSink
    ) {
        let raw = text[range]
        let isEscaped = transport == .xml && raw.contains(0x26)
        let inner = scope.encoded(isEscaped)
        if treatment == .keep, inner.encodings == 0, !sink.isSweeping { return }
        let value = isEscaped ? Transport.xml.decode(raw)[...] : raw
        guard let replaced = Values.treated(treatment, name, value, inner, &sink) else { return }
        edits.replace(range, with: transport == .xml ? Rewriting.write(replaced, .xml, like: raw) : replaced)
    }
}
