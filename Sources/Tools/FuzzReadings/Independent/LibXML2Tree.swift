import CLibXML2

/// The steps through a document's tree as libxml2 built it.
///
/// It shares no code with the rooms that read documents; what both say must be the same.
struct LibXML2Tree {
    private(set) var steps: [TreeStep] = []

    /// The steps through `document`, which libxml2 has nothing against.
    init(_ document: xmlDocPtr) {
        // A list of what is still to be done, not a call for each level: the depth is the document's.
        var pending: [Work] = unsafe []
        unsafe Self.push(document.pointee.children, on: &pending)
        while let work = unsafe pending.popLast() {
            switch unsafe work {
            case .end: steps.append(.end)
            case .node(let node):
                unsafe Self.push(node.pointee.next, on: &pending)
                unsafe visit(node, &pending)
            }
        }
    }

    @unsafe private enum Work {
        case node(xmlNodePtr)
        case end
    }

    private static func push(_ node: xmlNodePtr?, on pending: inout [Work]) {
        if let node = unsafe node { unsafe pending.append(.node(node)) }
    }

    private mutating func visit(_ node: xmlNodePtr, _ pending: inout [Work]) {
        switch unsafe node.pointee.type {
        case XML_ELEMENT_NODE:
            unsafe element(node)
            unsafe pending.append(.end)
            unsafe Self.push(node.pointee.children, on: &pending)
        case XML_TEXT_NODE: TreeStep.append(.text(unsafe Self.bytes(node.pointee.content)), to: &steps)
        case XML_CDATA_SECTION_NODE: steps.append(.cdata(unsafe Self.bytes(node.pointee.content)))
        case XML_COMMENT_NODE: steps.append(.comment(unsafe Self.bytes(node.pointee.content)))
        case XML_PI_NODE:
            steps.append(
                .instruction(
                    target: unsafe Self.bytes(node.pointee.name),
                    data: unsafe Self.bytes(node.pointee.content)
                )
            )
        // Whatever it is, the house's tree has no such step, so that the difference is told.
        default: steps.append(.instruction(target: Array("a node of another kind".utf8), data: []))
        }
    }

    private mutating func element(_ node: xmlNodePtr) {
        let (prefix, namespace) = unsafe Self.name(node.pointee.ns)
        steps.append(.element(prefix: prefix, local: unsafe Self.bytes(node.pointee.name), namespace: namespace))
        var declaration = unsafe node.pointee.nsDef
        while let current = unsafe declaration {
            steps.append(
                .declaration(
                    prefix: unsafe current.pointee.prefix.map { unsafe Self.bytes($0) },
                    uri: unsafe Self.bytes(current.pointee.href)
                )
            )
            unsafe declaration = current.pointee.next
        }
        var attribute = unsafe node.pointee.properties
        while let current = unsafe attribute {
            let (prefix, namespace) = unsafe Self.name(current.pointee.ns)
            var value: [UInt8] = []
            var part = unsafe current.pointee.children
            while let text = unsafe part {
                unsafe value += Self.bytes(text.pointee.content)
                unsafe part = text.pointee.next
            }
            let local = unsafe Self.bytes(current.pointee.name)
            steps.append(.attribute(prefix: prefix, local: local, namespace: namespace, value: value))
            unsafe attribute = current.pointee.next
        }
    }

    private static func name(_ namespace: xmlNsPtr?) -> (prefix: [UInt8]?, uri: [UInt8]?) {
        guard let namespace = unsafe namespace else { return (nil, nil) }
        return unsafe (namespace.pointee.prefix.map { unsafe bytes($0) }, bytes(namespace.pointee.href))
    }

    private static func bytes(_ text: UnsafePointer<xmlChar>?) -> [UInt8] {
        guard let text = unsafe text else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: text, count: Int(xmlStrlen(text))))
    }

    private static func bytes(_ text: UnsafeMutablePointer<xmlChar>) -> [UInt8] {
        unsafe bytes(UnsafePointer(text))
    }
}
