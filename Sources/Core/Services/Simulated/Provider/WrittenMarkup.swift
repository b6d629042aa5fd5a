import Tokens

/// XML being written by an MVPD, in the layout that the MVPD likes.
///
/// The layout matters: the cookbook's pipeline drops newlines and collapses blanks before it encodes (apple-sso-flow.md §4),
/// and what survives that depends on where they stand.
struct WrittenMarkup {
    /// The qualified name.
    var name: String
    /// The attributes, in order; those without a value are left out.
    var attributes: [(name: String, value: String?)]
    /// The content: elements, or a text.
    var content: Content

    enum Content {
        case elements([WrittenMarkup?])
        case text(String)
    }

    /// An element with elements inside it; those that are nil are left out.
    init(_ name: String, _ attributes: [(name: String, value: String?)] = [], _ elements: [WrittenMarkup?] = []) {
        self.name = name
        self.attributes = attributes
        content = .elements(elements)
    }

    /// An element that holds a text.
    init(_ name: String, _ attributes: [(name: String, value: String?)] = [], text: String) {
        self.name = name
        self.attributes = attributes
        content = .text(text)
    }

    /// The element as text in this layout.
    func text(_ layout: SAMLLayout) -> String {
        var output = ""
        write(to: &output, layout, depth: 0)
        return output
    }

    /// The recursion ends: markup is as deep as the code that makes it.
    private func write(to output: inout String, _ layout: SAMLLayout, depth: Int) {
        output += "<" + name
        for (index, attribute) in attributes.enumerated() {
            guard let value = attribute.value else { continue }
            output += index == 0 ? " " : layout.beforeAttribute(depth)
            output += "\(attribute.name)=\"\(Self.escaped(value))\""
        }
        switch content {
        case .text(let text): output += ">\(TokenText.escaped(text))</\(name)>"
        case .elements(let elements):
            let elements = elements.compactMap { $0 }
            guard !elements.isEmpty else {
                output += "/>"
                return
            }
            output += ">"
            for element in elements {
                output += layout.beforeElement(depth + 1)
                element.write(to: &output, layout, depth: depth + 1)
            }
            output += layout.beforeElement(depth) + "</\(name)>"
        }
    }

    private static func escaped(_ value: String) -> String {
        var result = ""
        for scalar in TokenText.escaped(value).unicodeScalars {
            if scalar == "\"" { result += "&quot;" } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }
}
