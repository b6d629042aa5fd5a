/// A JSON value as it was written: order and duplicate keys are visible, numbers are not rounded.
///
/// No library at hand does all three (Foundation's reader rounds numbers and drops order and duplicates), hence our own.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, kept as its digits.
    case number(JSONNumber)
    /// A string, escapes resolved.
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

/// A number as the text it was written as.
public struct JSONNumber: Hashable, Sendable {
    /// The text, in JSON's grammar of numbers.
    @ExactText public private(set) var text: String

    /// The number that `text` writes, or nil if JSON has no such number.
    public init?(_ text: String) {
        guard JSONNumber.isNumber(text.utf8) else { return nil }
        self.text = text
    }

    init(unchecked text: String) { self.text = text }

    /// The number of this integer.
    public init(_ value: some FixedWidthInteger) { text = String(value) }

    /// The value if it is written as an integer and fits 64 bits.
    public var int64: Int64? { Int64(text) }
}

/// One name and value of an object.
public struct JSONMember: Hashable, Sendable {
    /// The name, escapes resolved.
    @ExactText public var key: String
    public var value: JSONValue

    /// A member of this name and value.
    public init(_ key: String, _ value: JSONValue) {
        self.key = key
        self.value = value
    }
}

/// An object: its members in the order they were written, duplicates included.
public struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// The members, in order.
    public var members: [JSONMember]

    /// An object of these members.
    public init(_ members: [JSONMember] = []) { self.members = members }

    /// An object of these members, in the order of the literal.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        members = elements.map { JSONMember($0.0, $0.1) }
    }

    /// The first value of this name.
    ///
    /// Setting replaces it, appends it, or (nil) removes every member of the name.
    public subscript(key: String) -> JSONValue? {
        get { members.first { $0.$key == key }?.value }
        set {
            guard let newValue else { return members.removeAll { $0.$key == key } }
            if let index = members.firstIndex(where: { $0.$key == key }) {
                members[index].value = newValue
            } else {
                members.append(JSONMember(key, newValue))
            }
        }
    }

    /// The names that stand more than once, in order of their second appearance.
    public var duplicateKeys: [String] {
        var seen: Set<[UInt8]> = []
        return members.compactMap { seen.insert(Array($0.key.utf8)).inserted ? nil : $0.key }
    }
}

// MARK: Looking inside

extension JSONValue {
    /// The string, if it is one.
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The truth value, if it is one.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The number, if it is one.
    public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }
    /// The elements, if it is an array.
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
    /// The object, if it is one.
    public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }
    /// The first member of this name, if it is an object that has one.
    public subscript(key: String) -> JSONValue? { object?[key] }
}
