import Documents

/// A JSON value or XML element of an answer, looked at in the same way.
///
/// Names of elements count without their namespace: the same answers come with and without one (rest-api-v1.md §5, §6.1).
/// Members that are null are as good as absent.
enum AnswerNode {
    case json(JSONValue)
    case xml(XMLElement)

    /// The first child of this name.
    func child(_ name: String) -> AnswerNode? {
        switch self {
        case .json(let value):
            guard let member = value[name], member != .null else { return nil }
            return .json(member)
        case .xml(let element):
            return element.firstElement(called: name).map { .xml($0) }
        }
    }

    /// The text of a scalar; nil for arrays, objects and null.
    var text: String? {
        switch self {
        case .json(let value): value.scalarText
        case .xml(let element): element.text
        }
    }

    /// The text of the child `name`.
    func string(_ name: String) -> String? { child(name)?.text }

    /// The whole number of the child `name`, written as a number or as a string; fractions are cut off.
    ///
    /// It is one in JSON's grammar also where it is a string or stands in XML: Swift would take `0x10` and `nan`, too.
    func integer(_ name: String) -> Int64? {
        guard let number = string(name).flatMap({ JSONNumber(trimmed($0)) }) else { return nil }
        if let value = number.int64 { return value }
        guard let value = Double(number.text), value.isFinite, abs(value) < 9e18 else { return nil }
        return Int64(value)
    }

    /// The truth value of the child `name`, plain or quoted.
    func bool(_ name: String) -> Bool? {
        switch ExactText(string(name).map { trimmed($0).lowercased() }) {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }

    /// The members of a list: in JSON an array under `name`, in XML the elements `item` inside one element `name`.
    func list(_ name: String, of item: String) -> [AnswerNode]? {
        switch self {
        case .json(let value):
            return value[name]?.array?.map { .json($0) }
        case .xml(let element):
            guard let wrapper = element.firstElement(called: name) else { return nil }
            return wrapper.elements.filter { $0.name.$local == item }.map { .xml($0) }
        }
    }

    /// A list of texts under `name`, in JSON an array or one text, in XML any of the encodings of
    /// ``WireChoices/ListEncoding``.
    ///
    /// An empty text names nothing, and by itself would be written as an empty list.
    func strings(_ name: String) -> [String]? { texts(name)?.filter { !$0.isEmpty } }

    private func texts(_ name: String) -> [String]? {
        switch self {
        case .json(let value):
            guard let member = value[name], member != .null else { return nil }
            return member.array?.compactMap(\.scalarText) ?? member.scalarText.map { [$0] }
        case .xml(let element):
            guard let first = element.firstElement(called: name) else { return nil }
            if first.hasElements { return first.elements.map(\.text) }
            let found = element.elements.filter { $0.name.$local == name }
            if found.count > 1 { return found.map(\.text) }
            return first.text.utf8.split(separator: UInt8(ascii: ",")).map { part in
                String(Substring(part.drop { $0 == UInt8(ascii: " ") }))
            }
        }
    }

    /// The text of the child `name`, which the answer must have.
    func required(_ name: String) throws(AnswerFailure) -> String {
        guard let text = string(name) else { throw AnswerFailure("\(name) is missing") }
        return text
    }
}

/// The text without the white space at its ends; what stands within is part of it.
private func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars.drop { $0.properties.isWhitespace }
    guard let last = scalars.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(scalars[...last])
}

/// The reason that a response is not what the operation answers.
struct AnswerFailure: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
