import Documents

/// Objects whose members nobody lists: the `info` of a registration record, the `data` of user metadata.
extension AnswerNode {
    /// The members: JSON's as they came; in XML texts by element name, elements inside elements as objects, elements of
    /// one name as an array.
    ///
    /// What elements alone do not tell, the attributes of ``FreeMark`` do, which our own answers bear where they must.
    var freeObject: JSONObject? {
        switch self {
        case .json(let value): value.object
        case .xml(let element): element.freeObject
        }
    }
}

/// The marks of a free object's element beside its name and text.
///
/// Elements alone distinguish neither numbers from texts, nor an array of one from its element, nor an empty object
/// from an empty text. Where a value would be read as another for that, its element states what it is; most values are
/// plain texts, whose elements have no attribute.
private enum FreeMark {
    /// The attribute with the member's name, where XML does not allow it as an element's.
    static let name = "name"
    /// The same percent-encoded, where XML cannot even hold its characters.
    static let encodedName = "encodedName"
    /// The attribute with the kind of the value.
    static let type = "type"
    static let number: ExactText = "number"
    static let boolean: ExactText = "boolean"
    static let null: ExactText = "null"
    static let object: ExactText = "object"
    /// An array that is one element; its elements stand inside.
    static let list: ExactText = "list"
    /// A text that is percent-encoded, since XML cannot hold its characters.
    static let encoded: ExactText = "encoded"
    /// The attribute that says `true` where an array's only element stands.
    static let isList = "list"
    /// The attribute that says `true` where a member is one of several of its name, and not an element of their array.
    static let isApart = "apart"
    /// The element in place of a name that XML does not allow.
    static let entry = "entry"
    /// The elements inside a list.
    static let item = "item"
}

// MARK: Reading

extension XMLElement {
    // The parser limits the depth, so the recursion ends.
    fileprivate var freeObject: JSONObject {
        // By the bytes of the name: an element may have thousands of children, each of another name or all of one.
        var places: [ExactText: Int] = [:]
        var found: [(name: String, values: [JSONValue], isList: Bool)] = []
        for child in elements {
            let name = child.freeName
            let value = child.freeValue
            let isList = child.says(FreeMark.isList)
            if child.says(FreeMark.isApart) {
                found.append((name, [value], isList))
            } else if let place = places[ExactText(name)] {
                found[place].values.append(value)
            } else {
                places[ExactText(name)] = found.count
                found.append((name, [value], isList))
            }
        }
        return JSONObject(
            found.map { JSONMember($0.name, $0.isList || $0.values.count > 1 ? .array($0.values) : $0.values[0]) }
        )
    }

    private var freeName: String {
        attribute(FreeMark.encodedName).map { PercentEncoding.decode($0) } ?? attribute(FreeMark.name) ?? name.local
    }

    private var freeValue: JSONValue {
        let type = ExactText(attribute(FreeMark.type))
        if hasElements {
            if type == FreeMark.list { return .array(elements.map(\.freeValue)) }
            return .object(freeObject)
        }
        let text = text
        switch type {
        case FreeMark.null where text.isEmpty: return .null
        case FreeMark.object where text.isEmpty: return .object([:])
        case FreeMark.list where text.isEmpty: return .array([])
        case FreeMark.boolean where ExactText(text) == "true": return .bool(true)
        case FreeMark.boolean where ExactText(text) == "false": return .bool(false)
        case FreeMark.number: return JSONNumber(text).map { .number($0) } ?? .string(text)
        case FreeMark.encoded: return .string(PercentEncoding.decode(text))
        default: return .string(text)
        }
    }

    private func says(_ mark: String) -> Bool {
        ExactText(attribute(mark)) == "true"
    }
}

// MARK: Writing

extension XMLElement {
    /// Objects and arrays deeper than this are left out: 32.
    static let freeDepth = 32

    /// The object as elements; reading them gives it back.
    static func free(_ name: String, _ object: JSONObject) -> XMLElement {
        XMLElement(XMLName(name), children: members(of: object, depth: 0))
    }

    private static func members(of object: JSONObject, depth: Int) -> [XMLNode] {
        guard depth < freeDepth else { return [] }
        var counts: [ExactText: Int] = [:]
        for member in object.members { counts[member.$key, default: 0] += 1 }
        return object.members.flatMap { member in
            let isApart = counts[member.$key, default: 0] > 1
            return elements(member.key, member.value, isApart: isApart, depth: depth).map(XMLNode.element)
        }
    }

    /// The elements of a member: one, or one for each element of an array.
    private static func elements(_ name: String, _ value: JSONValue, isApart: Bool, depth: Int) -> [XMLElement] {
        // Not where the name stood again and again: it may be as long as the array.
        if !isApart, let values = value.array, !values.isEmpty, values.count * name.utf8.count <= 512 {
            return values.map { element in
                var element = one(name, element, depth: depth)
                if values.count == 1 { element.mark(FreeMark.isList, "true") }
                return element
            }
        }
        var element = one(name, value, depth: depth)
        if isApart { element.mark(FreeMark.isApart, "true") }
        return [element]
    }

    /// The value as one element, whatever it is.
    private static func one(_ name: String, _ value: JSONValue, depth: Int) -> XMLElement {
        var element = named(name)
        switch value {
        case .object(let object):
            element.children = members(of: object, depth: depth + 1)
            if element.children.isEmpty { element.mark(FreeMark.type, FreeMark.object.wrappedValue) }
        case .array(let values):
            element.mark(FreeMark.type, FreeMark.list.wrappedValue)
            guard depth + 1 < freeDepth else { break }
            element.children = values.map { .element(one(FreeMark.item, $0, depth: depth + 1)) }
        case .null: element.mark(FreeMark.type, FreeMark.null.wrappedValue)
        case .bool(let value):
            element.mark(FreeMark.type, FreeMark.boolean.wrappedValue)
            element.children = [.text(String(value))]
        case .number(let number):
            element.mark(FreeMark.type, FreeMark.number.wrappedValue)
            element.children = [.text(number.text)]
        case .string(let text) where text.isHeldByXML: element.children = text.isEmpty ? [] : [.text(text)]
        case .string(let text):
            element.mark(FreeMark.type, FreeMark.encoded.wrappedValue)
            element.children = [.text(PercentEncoding.component(text))]
        }
        return element
    }

    /// An element of this name, or one with the name in an attribute.
    private static func named(_ name: String) -> XMLElement {
        if name.isPlainElementName { return XMLElement(XMLName(name)) }
        var element = XMLElement(XMLName(FreeMark.entry))
        if name.isHeldByXML {
            element.mark(FreeMark.name, name)
        } else {
            element.mark(FreeMark.encodedName, PercentEncoding.component(name))
        }
        return element
    }

    private mutating func mark(_ name: String, _ value: String) {
        attributes.append(XMLAttribute(XMLName(name), value))
    }
}

extension String {
    /// True if a member of this name may be an element of this name: XML allows it, every reader takes it, and it does
    /// not have a meaning in any response (``AnswerSignal``).
    fileprivate var isPlainElementName: Bool {
        guard (1...64).contains(utf8.count), let first = utf8.first, isLetter(first) || first == UInt8(ascii: "_"),
            utf8.allSatisfy({ isLetter($0) || "0123456789_-.".utf8.contains($0) })
        else { return false }
        // XML keeps names that begin with its own for itself.
        return !utf8.prefix(3).map(lowercasedASCII).elementsEqual("xml".utf8)
            && !["pendingLogout", "notAuthorized"].contains(exactly: self)
    }

    /// True if XML has all its characters.
    fileprivate var isHeldByXML: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...: true
            default: false
            }
        }
    }
}
