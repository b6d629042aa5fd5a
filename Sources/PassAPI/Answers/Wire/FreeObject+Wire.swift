import Documents

/// Objects whose members nobody lists: the `info` of a registration record, the `data` of user metadata.
extension AnswerNode {
    /// The members: JSON's as they came; in XML texts by element name, elements inside elements as objects, elements of
    /// one name as an array.
    ///
    /// XML tells neither numbers from texts nor one text from a list of one; both come out as a text.
    var freeObject: JSONObject? {
        switch self {
        case .json(let value): value.object
        case .xml(let element): element.freeObject
        }
    }
}

extension XMLElement {
    // The parser limits the depth, so the recursion ends.
    fileprivate var freeObject: JSONObject {
        // By the bytes of the name: an element may have thousands of children, each of another name or all of one.
        var places: [[UInt8]: Int] = [:]
        var found: [(name: String, values: [JSONValue])] = []
        for child in elements {
            let name = child.attribute("name") ?? child.name.local
            let value: JSONValue = child.elements.isEmpty ? .string(child.text) : .object(child.freeObject)
            let place = places[Array(name.utf8), default: found.count]
            if place < found.count {
                found[place].values.append(value)
            } else {
                places[Array(name.utf8)] = place
                found.append((name, [value]))
            }
        }
        return JSONObject(found.map { JSONMember($0.name, $0.values.count > 1 ? .array($0.values) : $0.values[0]) })
    }

    /// Objects deeper than this are left out: 32.
    static let freeDepth = 32

    /// The object as elements; null leaves no trace, an array repeats its name.
    static func free(_ name: String, _ object: JSONObject, depth: Int = 0) -> XMLElement {
        // A name that XML does not allow goes into an attribute.
        let isName =
            name.unicodeScalars.first.map { $0.properties.isAlphabetic || $0 == "_" } == true
            && name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || "0123456789_-.".unicodeScalars.contains($0)
            }
        var children: [XMLNode] = []
        if depth < freeDepth {
            for member in object.members {
                for element in elements(member.key, member.value, depth: depth) { children.append(.element(element)) }
            }
        }
        return XMLElement(
            XMLName(isName ? name : "entry"),
            attributes: isName ? [] : [XMLAttribute(XMLName("name"), name)],
            children: children
        )
    }

    private static func elements(_ name: String, _ value: JSONValue, depth: Int) -> [XMLElement] {
        switch value {
        case .object(let object):
            return [free(name, object, depth: depth + 1)]
        case .array(let values):
            return values.flatMap { $0.array == nil ? elements(name, $0, depth: depth) : [] }
        case .null:
            return []
        case .string, .number, .bool:
            var element = free(name, [:])
            if let text = value.scalarText, !text.isEmpty { element.children = [.text(text)] }
            return [element]
        }
    }
}
