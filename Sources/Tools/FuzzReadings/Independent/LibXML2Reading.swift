import CLibXML2

/// A document as libxml2's own tree tells it: all of it, and another way to the facts that decide something in a SAML
/// response.
///
/// It shares no code with the rooms that read documents and responses; what both say must be the same.
package struct LibXML2Reading {
    /// True if libxml2 has nothing against the document: no fault, no undeclared prefix, no document type.
    package private(set) var isWellFormed = false
    /// The fault that it has found.
    package private(set) var fault = ""
    /// The whole tree, step by step.
    package private(set) var steps: [TreeStep] = []
    /// Assertions anywhere, encrypted ones included.
    package private(set) var assertionCount = 0
    /// The IDs of the assertions that are the root's children, in order.
    package private(set) var assertionIDs: [String] = []
    /// An ID that two elements bear.
    package private(set) var repeatedID: String?
    /// The root's ID.
    package private(set) var rootID: String?
    /// The whole text of the name in each assertion's subject.
    package private(set) var subjectNames: [String] = []
    /// The names of the attributes that the assertions state, in order.
    package private(set) var attributeNames: [String] = []
    /// The times at which each of the assertions that are the root's children may be used.
    package private(set) var times: [LibXML2Times] = []
    /// The most attributes and namespace declarations in one tag.
    private(set) var mostAttributes = 0
    /// Elements inside each other.
    package private(set) var depth = 0

    /// As bytes: Swift takes canonically equivalent strings for equal.
    private var identifiers: Set<[UInt8]> = []

    private static let assertionNamespace = "urn:oasis:names:tc:SAML:2.0:assertion"
    private static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"

    /// The reading of `bytes`, which may be anything.
    package init(of bytes: [UInt8]) {
        let read = unsafe LibXML2Parsing.read(bytes) { tree in unsafe take(tree) }
        if case .failure(let found) = read { fault = found.message }
    }

    private mutating func take(_ tree: xmlDocPtr) {
        isWellFormed = true
        steps = unsafe LibXML2Tree(tree).steps
        guard let root = unsafe xmlDocGetRootElement(tree) else { return }
        rootID = unsafe attribute("ID", of: root)
        unsafe walk(root)
        var child = unsafe root.pointee.children
        while let node = unsafe child {
            if unsafe isSAML(node, "Assertion") { unsafe assertion(node) }
            unsafe child = node.pointee.next
        }
    }

    /// Every element below and including `root`.
    private mutating func walk(_ root: xmlNodePtr) {
        var pending: [(node: xmlNodePtr, depth: Int)] = unsafe [(root, 1)]
        while let (node, level) = unsafe pending.popLast() {
            depth = max(depth, level)
            unsafe count(node)
            if unsafe isSAML(node, "Assertion") || isSAML(node, "EncryptedAssertion") { assertionCount += 1 }
            var child = unsafe node.pointee.children
            while let next = unsafe child {
                if unsafe next.pointee.type == XML_ELEMENT_NODE { unsafe pending.append((next, level + 1)) }
                unsafe child = next.pointee.next
            }
        }
    }

    private mutating func count(_ node: xmlNodePtr) {
        var attributes = 0
        var declaration = unsafe node.pointee.nsDef
        while let current = unsafe declaration {
            attributes += 1
            unsafe declaration = current.pointee.next
        }
        var attribute = unsafe node.pointee.properties
        while let current = unsafe attribute {
            attributes += 1
            let local = unsafe string(current.pointee.name)
            let namespace = unsafe current.pointee.ns.map { unsafe string($0.pointee.href) }
            let isID =
                namespace == nil ? local == "ID" || local == "Id" : namespace == Self.xmlNamespace && local == "id"
            if isID {
                let value = unsafe content(current.pointee.children)
                if !identifiers.insert(Array(value.utf8)).inserted { repeatedID = value }
            }
            unsafe attribute = current.pointee.next
        }
        mostAttributes = max(mostAttributes, attributes)
    }

    private mutating func assertion(_ node: xmlNodePtr) {
        assertionIDs.append(unsafe attribute("ID", of: node) ?? "")
        times.append(unsafe readTimes(of: node))
        unsafe forEachChild(of: node) { child in
            if unsafe isSAML(child, "Subject") {
                unsafe forEachChild(of: child) { name in
                    guard unsafe isSAML(name, "NameID"), let text = unsafe xmlNodeGetContent(name) else { return }
                    subjectNames.append(unsafe String(decodingCString: text, as: UTF8.self))
                    unsafe kinescope_xml_free(text)
                }
            }
            if unsafe isSAML(child, "AttributeStatement") {
                unsafe forEachChild(of: child) { attribute in
                    guard unsafe isSAML(attribute, "Attribute") else { return }
                    attributeNames.append(unsafe self.attribute("Name", of: attribute) ?? "")
                }
            }
        }
    }

    /// Returns the times in the conditions and the confirmations of the assertion at `node`.
    private func readTimes(of node: xmlNodePtr) -> LibXML2Times {
        var times = LibXML2Times()
        unsafe forEachChild(of: node) { child in
            if unsafe isSAML(child, "Conditions") { times.limit(unsafe interval(of: child)) }
            guard unsafe isSAML(child, "Subject") else { return }
            unsafe forEachChild(of: child) { confirmation in
                guard unsafe isSAML(confirmation, "SubjectConfirmation") else { return }
                var interval = LibXML2Times.Interval()
                unsafe forEachChild(of: confirmation) { data in
                    if unsafe isSAML(data, "SubjectConfirmationData") { interval = unsafe self.interval(of: data) }
                }
                times.confirm(by: unsafe attribute("Method", of: confirmation) ?? "", interval)
            }
        }
        return times
    }

    private func interval(of node: xmlNodePtr) -> LibXML2Times.Interval {
        LibXML2Times.Interval(
            from: unsafe attribute("NotBefore", of: node),
            until: unsafe attribute("NotOnOrAfter", of: node)
        )
    }

    private func forEachChild(of node: xmlNodePtr, _ body: (xmlNodePtr) -> Void) {
        var child = unsafe node.pointee.children
        while let current = unsafe child {
            unsafe body(current)
            unsafe child = current.pointee.next
        }
    }

    private func isSAML(_ node: xmlNodePtr, _ local: String) -> Bool {
        guard unsafe node.pointee.type == XML_ELEMENT_NODE, let namespace = unsafe node.pointee.ns else { return false }
        return unsafe string(node.pointee.name) == local && string(namespace.pointee.href) == Self.assertionNamespace
    }

    /// The value of the attribute in no namespace.
    private func attribute(_ local: String, of node: xmlNodePtr) -> String? {
        var attribute = unsafe node.pointee.properties
        while let current = unsafe attribute {
            if unsafe current.pointee.ns == nil, unsafe string(current.pointee.name) == local {
                return unsafe content(current.pointee.children)
            }
            unsafe attribute = current.pointee.next
        }
        return nil
    }

    private func content(_ first: xmlNodePtr?) -> String {
        var text = ""
        var part = unsafe first
        while let current = unsafe part {
            text += unsafe string(current.pointee.content)
            unsafe part = current.pointee.next
        }
        return text
    }

    private func string(_ bytes: UnsafePointer<xmlChar>?) -> String {
        guard let bytes = unsafe bytes else { return "" }
        return unsafe String(decodingCString: bytes, as: UTF8.self)
    }
}
