package import Documents

/// One step through a document's tree, in bytes: Swift takes canonically equivalent strings for equal.
package enum TreeStep: Equatable {
    case element(prefix: [UInt8]?, local: [UInt8], namespace: [UInt8]?)
    case declaration(prefix: [UInt8]?, uri: [UInt8])
    case attribute(prefix: [UInt8]?, local: [UInt8], namespace: [UInt8]?, value: [UInt8])
    case text([UInt8])
    case cdata([UInt8])
    case comment([UInt8])
    case instruction(target: [UInt8], data: [UInt8])
    /// The end of the element that began last.
    case end

    /// Appends a step; texts beside each other are one, and an empty one is none.
    package static func append(_ step: TreeStep, to steps: inout [TreeStep]) {
        switch (steps.last, step) {
        case (_, .text([])): return
        case (.text(let before)?, .text(let more)): steps[steps.count - 1] = .text(before + more)
        default: steps.append(step)
        }
    }

    /// The first step at which two trees part, for a report; nil if they are one.
    package static func difference(_ one: [TreeStep], _ other: [TreeStep]) -> String? {
        guard one != other else { return nil }
        let index = zip(one, other).prefix { $0 == $1 }.count
        func told(_ steps: [TreeStep]) -> String { index < steps.count ? steps[index].words : "nothing more" }
        return "step \(index): \(told(one)) and \(told(other))"
    }

    private var words: String {
        func text(_ bytes: [UInt8]?) -> String {
            bytes.map { String(String(decoding: $0, as: UTF8.self).prefix(100)).debugDescription } ?? "none"
        }
        return switch self {
        case .element(let prefix, let local, let namespace):
            "element \(text(prefix)):\(text(local)) in \(text(namespace))"
        case .declaration(let prefix, let uri): "declaration \(text(prefix)) of \(text(uri))"
        case .attribute(let prefix, let local, let namespace, let value):
            "attribute \(text(prefix)):\(text(local)) in \(text(namespace)) with \(text(value))"
        case .text(let bytes): "text \(text(bytes))"
        case .cdata(let bytes): "CDATA \(text(bytes))"
        case .comment(let bytes): "comment \(text(bytes))"
        case .instruction(let target, let data): "instruction \(text(target)) with \(text(data))"
        case .end: "end"
        }
    }
}

/// A document is the same tree for the house and for libxml2.
package func sameTree(_ document: XMLDocument, _ other: LibXML2Reading) throws(PropertyFailure) {
    try require(other.isWellFormed, "accepts-only-what-libxml2-accepts", other.fault)
    let difference = TreeStep.difference(document.steps, other.steps)
    try require(difference == nil, "same-tree-as-libxml2", difference ?? "")
}

extension XMLDocument {
    /// The steps through the tree that the house read.
    package var steps: [TreeStep] {
        var steps: [TreeStep] = []
        for node in prolog + [.element(root)] + epilog { Self.append(node, to: &steps) }
        return steps
    }

    private static func append(_ node: XMLNode, to steps: inout [TreeStep]) {
        switch node {
        case .element(let element):
            steps.append(
                .element(
                    prefix: element.name.prefix.map { Array($0.utf8) },
                    local: Array(element.name.local.utf8),
                    namespace: element.name.namespace.map { Array($0.utf8) }
                )
            )
            for declaration in element.namespaceDeclarations {
                steps.append(
                    .declaration(prefix: declaration.prefix.map { Array($0.utf8) }, uri: Array(declaration.uri.utf8))
                )
            }
            for attribute in element.attributes {
                steps.append(
                    .attribute(
                        prefix: attribute.name.prefix.map { Array($0.utf8) },
                        local: Array(attribute.name.local.utf8),
                        namespace: attribute.name.namespace.map { Array($0.utf8) },
                        value: Array(attribute.value.utf8)
                    )
                )
            }
            for child in element.children { append(child, to: &steps) }
            steps.append(.end)
        case .text(let text): TreeStep.append(.text(Array(text.utf8)), to: &steps)
        case .cdata(let text): steps.append(.cdata(Array(text.utf8)))
        case .comment(let text): steps.append(.comment(Array(text.utf8)))
        case .processingInstruction(let target, let data):
            steps.append(.instruction(target: Array(target.utf8), data: Array(data.utf8)))
        }
    }
}
