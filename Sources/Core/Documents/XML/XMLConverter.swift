import CLibXML2

/// Turns libxml2's nodes into values, within the limits.
struct XMLConverter {
    /// libxml2's own limit without its HUGE option; our recursion relies on it.
    static let depthCeiling = 256

    let limits: XMLLimits
    private var nodes = 0
    /// The names of the tree's namespaces, by where libxml2 keeps them.
    ///
    /// A name of 1 KiB that each of 60,000 elements bears is one text, not 60 MB.
    private var namespaceNames: [UInt: String] = [:]

    /// Within these limits; the tree stays where it is as long as this is used.
    init(limits: XMLLimits) { self.limits = limits }

    /// The element at `node` without its children.
    mutating func startTag(_ node: xmlNodePtr) throws(XMLError) -> XMLElement {
        try unsafe count(node)
        var element = XMLElement(try unsafe name(of: node))
        element.line = unsafe line(of: node)
        var declaration = unsafe node.pointee.nsDef
        while let current = unsafe declaration {
            element.namespaceDeclarations.append(try unsafe namespaceDeclaration(current, node))
            unsafe declaration = current.pointee.next
        }
        var attribute = unsafe node.pointee.properties
        while let current = unsafe attribute {
            element.attributes.append(try unsafe self.attribute(current, node))
            unsafe attribute = current.pointee.next
        }
        guard element.attributes.count + element.namespaceDeclarations.count <= limits.attributesPerElement else {
            throw unsafe limit("attributesPerElement", limits.attributesPerElement, node)
        }
        return element
    }

    /// The name of the element at `node`.
    mutating func name(of node: xmlNodePtr) throws(XMLError) -> XMLName {
        try unsafe name(node.pointee.name, node.pointee.ns, node)
    }

    /// The node at `node` if it is character data, a comment or an instruction.
    mutating func leaf(_ node: xmlNodePtr) throws(XMLError) -> XMLNode {
        try unsafe count(node)
        switch unsafe node.pointee.type {
        case XML_TEXT_NODE: return .text(try unsafe text(node.pointee.content, node))
        case XML_CDATA_SECTION_NODE: return .cdata(try unsafe text(node.pointee.content, node))
        case XML_COMMENT_NODE: return .comment(try unsafe text(node.pointee.content, node))
        case XML_PI_NODE:
            let target = unsafe string(node.pointee.name)
            try unsafe checkName(target, node)
            return .processingInstruction(target: target, data: try unsafe text(node.pointee.content, node))
        case XML_DTD_NODE, XML_DOCUMENT_TYPE_NODE:
            throw unsafe XMLError(.documentType, line: line(of: node))
        default:
            throw unsafe XMLError(.entity(string(node.pointee.name)), line: line(of: node))
        }
    }

    /// An error at `node` because a limit was passed.
    func limit(_ name: String, _ value: Int, _ node: xmlNodePtr) -> XMLError {
        unsafe XMLError(.limit(name: name, value: value), line: line(of: node))
    }

    /// Makes sure that an element `depth` elements deep, itself included, is allowed.
    func checkDepth(_ depth: Int, _ node: xmlNodePtr) throws(XMLError) {
        let maximum = min(limits.depth, Self.depthCeiling)
        guard depth <= maximum else { throw unsafe limit("depth", maximum, node) }
    }

    private mutating func count(_ node: xmlNodePtr) throws(XMLError) {
        guard nodes < limits.nodes else { throw unsafe limit("nodes", limits.nodes, node) }
        nodes &+= 1
    }

    private mutating func name(
        _ local: UnsafePointer<xmlChar>?,
        _ namespace: xmlNsPtr?,
        _ node: xmlNodePtr
    ) throws(XMLError) -> XMLName {
        var name = unsafe XMLName(string(local))
        try unsafe checkName(name.local, node)
        if let namespace = unsafe namespace {
            name.namespace = unsafe namespaceName(namespace)
            if let prefix = unsafe namespace.pointee.prefix {
                let prefix = unsafe string(prefix)
                try unsafe checkName(prefix, node)
                name.prefix = prefix
            }
        }
        return name
    }

    private mutating func namespaceName(_ namespace: xmlNsPtr) -> String {
        let place = UInt(bitPattern: namespace)
        if let known = namespaceNames[place] { return known }
        let name = unsafe string(namespace.pointee.href)
        namespaceNames[place] = name
        return name
    }

    private func namespaceDeclaration(
        _ declaration: xmlNsPtr,
        _ node: xmlNodePtr
    ) throws(XMLError) -> XMLNamespaceDeclaration {
        let uri = unsafe string(declaration.pointee.href)
        let prefix = unsafe declaration.pointee.prefix.map { unsafe string($0) }
        if let prefix { try unsafe checkName(prefix, node) }
        try unsafe checkText(uri, node)
        guard uri.utf8.count <= limits.namespaceBytes else {
            throw unsafe limit("namespaceBytes", limits.namespaceBytes, node)
        }
        // libxml2 2.9 hands `&amp;` over as `&#38;` here, newer ones as `&`: two answers for one document, so neither.
        guard !uri.utf8.contains(UInt8(ascii: "&")) else {
            throw unsafe XMLError(
                .namespace("the namespace \(uri.quoted) holds an ampersand, which is not supported"),
                line: line(of: node)
            )
        }
        // Relative names are read, though deprecated: Adobe's registration records are in one (rest-api-v1.md §6.1).
        guard !uri.isEmpty || prefix == nil else {
            throw unsafe XMLError(
                .namespace("the prefix \(prefix ?? "") is given no namespace"),
                line: line(of: node)
            )
        }
        return XMLNamespaceDeclaration(prefix: prefix, uri: uri)
    }

    private mutating func attribute(_ attribute: xmlAttrPtr, _ node: xmlNodePtr) throws(XMLError) -> XMLAttribute {
        let name = try unsafe name(attribute.pointee.name, attribute.pointee.ns, node)
        var value = ""
        var part = unsafe attribute.pointee.children
        while let current = unsafe part {
            guard unsafe current.pointee.type == XML_TEXT_NODE else {
                throw unsafe XMLError(.entity(string(current.pointee.name)), line: line(of: node))
            }
            value += unsafe string(current.pointee.content)
            unsafe part = current.pointee.next
        }
        try unsafe checkText(value, node)
        return XMLAttribute(name, value)
    }

    private func text(_ content: UnsafeMutablePointer<xmlChar>?, _ node: xmlNodePtr) throws(XMLError) -> String {
        let text = unsafe string(content)
        try unsafe checkText(text, node)
        return text
    }

    private func checkText(_ text: String, _ node: xmlNodePtr) throws(XMLError) {
        guard text.utf8.count <= limits.textBytes else { throw unsafe limit("textBytes", limits.textBytes, node) }
    }

    private func checkName(_ name: String, _ node: xmlNodePtr) throws(XMLError) {
        guard name.utf8.count <= limits.nameBytes else { throw unsafe limit("nameBytes", limits.nameBytes, node) }
    }

    private func line(of node: xmlNodePtr) -> Int { max(0, unsafe xmlGetLineNo(node)) }

    private func string(_ bytes: UnsafePointer<xmlChar>?) -> String {
        guard let bytes = unsafe bytes else { return "" }
        return unsafe String(decodingCString: bytes, as: UTF8.self)
    }
}
