/// A name in XML: what identifies it is the namespace and the local part, never the prefix.
public struct XMLName: Hashable, Sendable {
    /// The namespace's URI, or nil for a name in no namespace.
    public var namespace: String?
    /// The prefix as written, kept for printing only; nil where none was written.
    public var prefix: String?
    /// The part after the colon.
    @ExactText public var local: String

    /// A name with these parts.
    public init(_ local: String, namespace: String? = nil, prefix: String? = nil) {
        self.namespace = namespace
        self.prefix = prefix
        self.local = local
    }

    /// Checks whether this is the name `local` in `namespace`, whatever its prefix.
    public func isNamed(_ local: String, in namespace: String?) -> Bool {
        guard self.$local == local else { return false }
        guard let namespace else { return self.namespace == nil }
        guard let own = self.namespace else { return false }
        return ExactText(own) == namespace
    }
}

/// An attribute of an element; namespace declarations are not among them.
public struct XMLAttribute: Hashable, Sendable {
    /// The attribute's name; unprefixed attributes are in no namespace.
    public var name: XMLName
    /// The value after entity and white-space handling.
    public var value: String

    /// An attribute of this name and value.
    public init(_ name: XMLName, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A namespace that an element declares: `xmlns:prefix="uri"`.
public struct XMLNamespaceDeclaration: Hashable, Sendable {
    /// The prefix, or nil for the default namespace.
    public var prefix: String?
    /// The URI; empty where the default namespace is undeclared.
    public var uri: String

    /// A declaration of `uri` under `prefix`.
    public init(prefix: String?, uri: String) {
        self.prefix = prefix
        self.uri = uri
    }
}

/// Anything that can stand inside an element.
public enum XMLNode: Hashable, Sendable {
    /// A child element.
    case element(XMLElement)
    /// Character data, entities resolved.
    case text(String)
    /// A CDATA section's content.
    case cdata(String)
    /// A comment's content.
    case comment(String)
    case processingInstruction(target: String, data: String)
}

extension XMLNode {
    /// Checks whether this is an element of this name; nothing is copied to find out.
    func isElement(_ local: String, in namespace: String?) -> Bool {
        switch self {
        case .element(let element): element.name.isNamed(local, in: namespace)
        case .text, .cdata, .comment, .processingInstruction: false
        }
    }

    /// Checks whether this is an element of this local name, whatever its namespace; nothing is copied to find out.
    func isElement(called local: String) -> Bool {
        switch self {
        case .element(let element): element.name.$local == local
        case .text, .cdata, .comment, .processingInstruction: false
        }
    }
}

/// An element with everything inside it, as a value.
public struct XMLElement: Hashable, Sendable {
    /// The element's name.
    public var name: XMLName
    /// The namespaces it declares, in document order.
    public var namespaceDeclarations: [XMLNamespaceDeclaration]
    /// Its attributes, in document order.
    public var attributes: [XMLAttribute]
    /// The nodes inside it, in document order.
    public var children: [XMLNode]
    /// The line it starts on, from 1; 0 if it was not parsed.
    public var line: Int

    /// An element with these parts.
    public init(
        _ name: XMLName,
        namespaceDeclarations: [XMLNamespaceDeclaration] = [],
        attributes: [XMLAttribute] = [],
        children: [XMLNode] = [],
        line: Int = 0
    ) {
        self.name = name
        self.namespaceDeclarations = namespaceDeclarations
        self.attributes = attributes
        self.children = children
        self.line = line
    }

    /// The child elements, in order.
    public var elements: [XMLElement] {
        children.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// True if there are any child elements.
    public var hasElements: Bool {
        children.contains { if case .element = $0 { true } else { false } }
    }

    /// The child elements of this name.
    public func elements(_ local: String, in namespace: String?) -> [XMLElement] {
        var found: [XMLElement] = []
        for index in children.indices where children[index].isElement(local, in: namespace) {
            if case .element(let element) = children[index] { found.append(element) }
        }
        return found
    }

    /// The first child element of this name from the child at `index` on, and behind which child to look for the next.
    public func element(_ local: String, in namespace: String?, from index: inout Int) -> XMLElement? {
        while index < children.count {
            defer { index += 1 }
            guard children[index].isElement(local, in: namespace) else { continue }
            if case .element(let element) = children[index] { return element }
        }
        return nil
    }

    /// The first child element of this local name, whatever its namespace; if a leaf is asked for, the first that holds no
    /// other.
    ///
    /// Found without a copy of each child: an answer is asked for twenty names.
    package func firstElement(called local: String, isLeaf: Bool = false) -> XMLElement? {
        for index in children.indices where children[index].isElement(called: local) {
            guard case .element(let element) = children[index], !isLeaf || !element.hasElements else { continue }
            return element
        }
        return nil
    }

    /// The value of the attribute of this local name that is in no namespace; a prefixed namesake does not count.
    public func attribute(_ local: String) -> String? {
        for index in attributes.indices where attributes[index].name.namespace == nil {
            if attributes[index].name.$local == local { return attributes[index].value }
        }
        return nil
    }

    /// The whole text inside the element, that of descendants included, with comments and instructions left out.
    ///
    /// It is the concatenation of every text and CDATA node, never the first one only (CVE-2017-11427 and its kin).
    public var text: String {
        // Nearly always there is one text, which then is not copied.
        if children.count == 1, case .text(let text) = children[0] { return text }
        return children.reduce(into: "") { text, child in
            switch child {
            case .text(let part), .cdata(let part): text += part
            case .element(let element): text += element.text
            case .comment, .processingInstruction: break
            }
        }
    }
}

/// A whole document: one root element and what stands before and after it.
public struct XMLDocument: Hashable, Sendable {
    /// Comments and processing instructions before the root.
    public var prolog: [XMLNode]
    /// The root element.
    public var root: XMLElement
    /// Comments and processing instructions after the root.
    public var epilog: [XMLNode]

    /// A document with this root.
    public init(root: XMLElement, prolog: [XMLNode] = [], epilog: [XMLNode] = []) {
        self.prolog = prolog
        self.root = root
        self.epilog = epilog
    }
}
