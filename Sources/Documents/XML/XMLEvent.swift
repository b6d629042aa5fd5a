/// One step through an XML document, as ``XMLReader`` gives it.
public enum XMLEvent: Hashable, Sendable {
    /// An element begins: name, namespaces and attributes, no children yet.
    case startElement(XMLElement)
    /// The element begun last that has not ended yet ends.
    case endElement(XMLName)
    /// All character data up to the next markup, entities resolved.
    case text(String)
    /// A CDATA section's content.
    case cdata(String)
    /// A comment's content, inside or outside the root.
    case comment(String)
    /// A processing instruction, inside or outside the root.
    case processingInstruction(target: String, data: String)

    init(_ leaf: XMLNode) {
        self =
            switch leaf {
            case .element(let element): .startElement(element)
            case .text(let text): .text(text)
            case .cdata(let text): .cdata(text)
            case .comment(let text): .comment(text)
            case .processingInstruction(let target, let data): .processingInstruction(target: target, data: data)
            }
    }
}
