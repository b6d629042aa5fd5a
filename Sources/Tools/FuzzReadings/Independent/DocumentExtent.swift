/// The amount of what is limited in a document, counted along another reader's tree.
package struct DocumentExtent {
    /// Elements inside each other.
    package private(set) var depth = 0
    /// The most attributes and declarations of namespaces in one tag.
    package private(set) var attributesPerElement = 0
    /// The most declarations of namespaces of an element and of all that it stands in.
    package private(set) var namespacesInScope = 0
    /// The bytes of the longest name, of a prefix or of what stands behind one.
    package private(set) var nameBytes = 0
    /// The bytes of the longest name, with its prefix.
    private var qualifiedBytes = 0
    /// The bytes of the longest name of a namespace.
    package private(set) var namespaceBytes = 0

    /// The extent of the document whose tree has these steps.
    package init(_ steps: [TreeStep]) {
        // Of each open element: its attributes and declarations, and the declarations alone.
        var open: [(attributes: Int, namespaces: Int)] = []
        var inScope = 0
        for step in steps {
            switch step {
            case .element(let prefix, let local, _):
                open.append((0, 0))
                depth = max(depth, open.count)
                name(prefix, local)
            case .declaration(let prefix, let uri):
                open[open.count - 1].attributes += 1
                open[open.count - 1].namespaces += 1
                inScope += 1
                name(prefix, Array("xmlns".utf8))
                namespaceBytes = max(namespaceBytes, uri.count)
            case .attribute(let prefix, let local, _, _):
                open[open.count - 1].attributes += 1
                name(prefix, local)
            case .end: inScope -= open.popLast()?.namespaces ?? 0
            case .instruction(let target, _): name(nil, target)
            case .text, .cdata, .comment: continue
            }
            attributesPerElement = max(attributesPerElement, open.last?.attributes ?? 0)
            namespacesInScope = max(namespacesInScope, inScope)
        }
    }

    private mutating func name(_ prefix: [UInt8]?, _ local: [UInt8]) {
        nameBytes = max(nameBytes, local.count, prefix?.count ?? 0)
        qualifiedBytes = max(qualifiedBytes, local.count + (prefix.map { $0.count + 1 } ?? 0))
    }

    /// The most that a reader may count of what a limit of this name is for; nil for one that is not counted here.
    ///
    /// The prefix `xml` may be declared in every element, and libxml2 does not tell.
    package func most(of limit: String) -> Int? {
        switch limit {
        case "depth": depth
        case "attributesPerElement": attributesPerElement + 1
        case "namespacesInScope": namespacesInScope + depth
        case "nameBytes": qualifiedBytes
        case "namespaceBytes": namespaceBytes
        default: nil
        }
    }
}
