extension XMLDocument {
    /// The document as XML text, without a declaration; parsing it gives the document back, but for line numbers.
    public var serialized: String {
        var printer = XMLPrinter()
        for node in prolog { printer.write(node) }
        printer.write(root)
        for node in epilog { printer.write(node) }
        return printer.output
    }
}

extension XMLElement {
    /// The element as XML text, without a declaration.
    ///
    /// Parsing it gives the element back, but for line numbers, if it came from a document's root. For an element from
    /// further down, or one made by hand, namespace declarations are added where its names need them.
    public var serialized: String {
        var printer = XMLPrinter()
        printer.write(self)
        return printer.output
    }
}

/// Writes nodes, keeping in mind which namespaces are declared around them.
private struct XMLPrinter {
    private(set) var output = ""
    /// The declarations around what is written next, the innermost last.
    private var scope: [XMLNamespaceDeclaration] = []

    mutating func write(_ node: XMLNode) {
        switch node {
        case .element(let element): write(element)
        case .text(let text): appendEscaped(text, inAttribute: false)
        case .cdata(let text):
            // Two sections next to each other are one when read again.
            output += "<![CDATA[" + inSections(text) + "]]>"
        case .comment(let text): output += "<!--\(text)-->"
        case .processingInstruction(let target, let data):
            output += data.isEmpty ? "<?\(target)?>" : "<?\(target) \(data)?>"
        }
    }

    mutating func write(_ element: XMLElement) {
        let outer = scope.count
        scope += element.namespaceDeclarations
        defer { scope.removeLast(scope.count - outer) }
        let names =
            [element.name]
            + element.attributes.map { attribute in
                var name = attribute.name
                // A default namespace is no use to an attribute.
                if name.namespace != nil, name.prefix == nil { name.prefix = "ns" }
                return name
            }
        for (index, name) in names.enumerated() where index == 0 || name.prefix != nil {
            let wanted = name.namespace ?? ""
            let isXML = ExactText(name.prefix) == "xml"
            guard !isXML, ExactText(uri(of: name.prefix)) != wanted else { continue }
            scope.append(XMLNamespaceDeclaration(prefix: name.prefix, uri: wanted))
        }
        let qualified = names.map { $0.prefix.map { "\($0):" } ?? "" }
        let tag = qualified[0] + element.name.local
        output += "<" + tag
        for declaration in scope[outer...] {
            output += declaration.prefix.map { " xmlns:\($0)=\"" } ?? " xmlns=\""
            appendEscaped(declaration.uri, inAttribute: true)
            output += "\""
        }
        for (attribute, prefix) in zip(element.attributes, qualified.dropFirst()) {
            output += " \(prefix)\(attribute.name.local)=\""
            appendEscaped(attribute.value, inAttribute: true)
            output += "\""
        }
        guard !element.children.isEmpty else {
            output += "/>"
            return
        }
        output += ">"
        for child in element.children { write(child) }
        output += "</\(tag)>"
    }

    private func uri(of prefix: String?) -> String {
        scope.last { declaration in
            guard let prefix, let declared = declaration.prefix else {
                return prefix == nil && declaration.prefix == nil
            }
            return ExactText(declared) == prefix
        }?.uri ?? ""
    }

    /// Line ends and, in attributes, tabs are written as references, since a reader turns the plain ones into others.
    ///
    /// Characters that XML cannot hold, escaped or not, become U+FFFD: a text that came from JSON may have them.
    private mutating func appendEscaped(_ text: String, inAttribute: Bool) {
        // Names and ids need nothing, and are most of what is written.
        guard !text.utf8.allSatisfy(standsForItself) else {
            output += text
            return
        }
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): escaped += "&amp;".utf8
            case UInt8(ascii: "<"): escaped += "&lt;".utf8
            case UInt8(ascii: ">"): escaped += "&gt;".utf8
            case UInt8(ascii: "\r"): escaped += "&#13;".utf8
            case UInt8(ascii: "\"") where inAttribute: escaped += "&quot;".utf8
            case UInt8(ascii: "\t") where inAttribute: escaped += "&#9;".utf8
            case UInt8(ascii: "\n") where inAttribute: escaped += "&#10;".utf8
            case UInt8(ascii: "\t"), UInt8(ascii: "\n"), 0x20...0xBD, 0xC0...: escaped.append(byte)
            case 0xBE, 0xBF:
                // U+FFFE and U+FFFF end in these bytes, and U+FFFD in the one before them.
                escaped.append(escaped.suffix(2).elementsEqual([0xEF, 0xBF]) ? 0xBD : byte)
            default: escaped += "\u{FFFD}".utf8
            }
        }
        output += String(decoding: escaped, as: UTF8.self)
    }

    /// The content of a section with each `]]>` in it parted into two sections.
    ///
    /// By bytes: for Swift a `>` with a combining mark behind it is another character, for XML it is the end.
    private func inSections(_ text: String) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        var brackets = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: ">"), brackets >= 2 { result += "]]><![CDATA[".utf8 }
            brackets = byte == UInt8(ascii: "]") ? brackets &+ 1 : 0
            result.append(byte)
        }
        return String(decoding: result, as: UTF8.self)
    }
}
