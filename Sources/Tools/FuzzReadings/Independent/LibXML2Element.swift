import CLibXML2

/// An element of libxml2's own tree as a value, its texts as libxml2's own functions put them together.
package struct LibXML2Element: Equatable, Sendable {
    /// An attribute; declarations of namespaces are none.
    package struct Attribute: Equatable, Sendable {
        /// The local name.
        package let local: [UInt8]
        /// The namespace's name; nil for an attribute in none.
        package let namespace: [UInt8]?
        package let value: [UInt8]
    }

    /// The local name.
    package let local: [UInt8]
    /// The namespace's name; nil for an element in none.
    package let namespace: [UInt8]?
    /// The text that `xmlNodeGetContent` returns: the whole text inside, that of elements included, without comments.
    package let content: [UInt8]
    /// The attributes in their order.
    package let attributes: [Attribute]
    /// The elements right inside it, in their order.
    package let elements: [LibXML2Element]

    /// The root of the document in `bytes`; nil if libxml2 has anything against it.
    package init?(parsing bytes: [UInt8]) {
        let read = unsafe LibXML2Parsing.read(bytes) { tree -> LibXML2Element? in
            unsafe xmlDocGetRootElement(tree).map { unsafe LibXML2Element($0) }
        }
        guard case .success(let root?) = read else { return nil }
        self = root
    }

    // libxml2 limits the depth to 256, so the recursion ends.
    private init(_ node: xmlNodePtr) {
        local = unsafe Self.bytes(node.pointee.name)
        namespace = unsafe Self.namespace(node.pointee.ns)
        content = unsafe Self.taken(xmlNodeGetContent(node))
        var attributes: [Attribute] = []
        var attribute = unsafe node.pointee.properties
        while let current = unsafe attribute {
            attributes.append(
                Attribute(
                    local: unsafe Self.bytes(current.pointee.name),
                    namespace: unsafe Self.namespace(current.pointee.ns),
                    value: unsafe Self.taken(xmlNodeListGetString(node.pointee.doc, current.pointee.children, 1))
                )
            )
            unsafe attribute = current.pointee.next
        }
        self.attributes = attributes
        var elements: [LibXML2Element] = []
        var child = unsafe node.pointee.children
        while let current = unsafe child {
            if unsafe current.pointee.type == XML_ELEMENT_NODE { elements.append(unsafe LibXML2Element(current)) }
            unsafe child = current.pointee.next
        }
        self.elements = elements
    }

    /// The bytes of a text that libxml2 made for its caller, who frees it.
    private static func taken(_ text: UnsafeMutablePointer<xmlChar>?) -> [UInt8] {
        guard let text = unsafe text else { return [] }
        defer { unsafe kinescope_xml_free(text) }
        return unsafe bytes(text)
    }

    private static func namespace(_ namespace: xmlNsPtr?) -> [UInt8]? {
        guard let namespace = unsafe namespace else { return nil }
        return unsafe bytes(namespace.pointee.href)
    }

    private static func bytes(_ text: UnsafePointer<xmlChar>?) -> [UInt8] {
        guard let text = unsafe text else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: text, count: Int(xmlStrlen(text))))
    }

    // MARK: Looking inside

    /// Checks whether it has this name; in whatever namespace if none is given.
    package func isNamed(_ local: String, in namespace: String? = nil) -> Bool {
        guard self.local.elementsEqual(local.utf8) else { return false }
        guard let namespace else { return true }
        return self.namespace?.elementsEqual(namespace.utf8) ?? false
    }

    /// The elements of this name right inside it; in whatever namespace if none is given.
    package func elements(_ local: String, in namespace: String? = nil) -> [LibXML2Element] {
        elements.filter { $0.isNamed(local, in: namespace) }
    }

    /// It and all that stand in it, in document order.
    package var all: [LibXML2Element] { [self] + elements.flatMap(\.all) }

    /// The value of the attribute of this name that is in no namespace.
    package func attribute(_ local: String) -> [UInt8]? {
        attributes.first { $0.namespace == nil && $0.local.elementsEqual(local.utf8) }?.value
    }
}
