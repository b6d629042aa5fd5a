import CLibXML2

extension XMLDocument {
    /// The document that `bytes` hold: UTF-8, or UTF-16 with a byte order mark.
    ///
    /// Nothing outside the bytes is ever read. Any document type declaration is refused, so there are no entities but
    /// the five predefined ones; so are undeclared prefixes. Between UTF-8 and UTF-16 the bytes decide, not the
    /// declaration; another declared encoding is refused. An `xml:id` that is no name, or stands twice, is no fault.
    /// - Throws: ``XMLError`` with the first fault.
    public init(parsing bytes: some Collection<UInt8>, limits: XMLLimits = .default) throws(XMLError) {
        // For an array this shares the storage.
        let bytes = Array(bytes)
        if let document = MarkupReader.document(of: bytes, limits: limits) {
            self = document
        } else {
            try self.init(XMLInput(bytes, limits: limits), limits: limits)
        }
    }

    /// The document in bytes that the gates have let through.
    init(_ input: XMLInput, limits: XMLLimits) throws(XMLError) {
        XMLLibrary.prepare()
        var fault = kinescope_xml_fault()
        let tree = unsafe input.bytes.withUnsafeBytes { buffer in
            unsafe kinescope_xml_parse(
                buffer.bindMemory(to: CChar.self).baseAddress,
                Int32(clamping: buffer.count),
                &fault
            )
        }
        guard let tree = unsafe tree else { throw XMLError(fault, in: input) }
        defer { unsafe xmlFreeDoc(tree) }
        var builder = XMLTreeBuilder(limits: limits)
        self = try unsafe builder.document(tree)
    }
}

/// The setup that libxml2 needs once per process, and what it changes there.
enum XMLLibrary {
    /// Initialises libxml2 and turns its catalogs off: the one process-wide setting, without which the instruction
    /// `oasis-xml-catalog` would be obeyed.
    private static let once: Void = kinescope_xml_initialize()

    /// Makes sure that libxml2 is ready, from whatever thread.
    static func prepare() { _ = once }
}

/// Copies a whole tree of libxml2's in one pass.
private struct XMLTreeBuilder {
    var converter: XMLConverter

    init(limits: XMLLimits) { converter = XMLConverter(limits: limits) }

    mutating func document(_ tree: xmlDocPtr) throws(XMLError) -> XMLDocument {
        var prolog: [XMLNode] = []
        var root: XMLElement?
        var epilog: [XMLNode] = []
        var node = unsafe tree.pointee.children
        while let current = unsafe node {
            if unsafe current.pointee.type == XML_ELEMENT_NODE {
                guard root == nil else { throw XMLError(.trailingBytes) }
                root = try unsafe element(current, depth: 1)
            } else {
                let leaf = try unsafe converter.leaf(current)
                if root == nil { prolog.append(leaf) } else { epilog.append(leaf) }
            }
            unsafe node = current.pointee.next
        }
        guard let root else { throw XMLError(.empty) }
        return XMLDocument(root: root, prolog: prolog, epilog: epilog)
    }

    /// Recursion is as deep as the limit, at most ``XMLConverter/depthCeiling``.
    private mutating func element(_ node: xmlNodePtr, depth: Int) throws(XMLError) -> XMLElement {
        try unsafe converter.checkDepth(depth, node)
        var element = try unsafe converter.startTag(node)
        // An array that grows is copied again and again, and there may be fifty thousand.
        unsafe element.children.reserveCapacity(min(childCount(of: node), converter.limits.nodes))
        var child = unsafe node.pointee.children
        while let current = unsafe child {
            if unsafe current.pointee.type == XML_ELEMENT_NODE {
                element.children.append(.element(try unsafe self.element(current, depth: depth &+ 1)))
            } else {
                element.children.append(try unsafe converter.leaf(current))
            }
            unsafe child = current.pointee.next
        }
        return element
    }

    private func childCount(of node: xmlNodePtr) -> Int {
        var count = 0
        var child = unsafe node.pointee.children
        while let current = unsafe child {
            count &+= 1
            unsafe child = current.pointee.next
        }
        return count
    }
}
