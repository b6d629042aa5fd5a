public import Documents
public import VirtualTime

extension JSONValue {
    /// A text; null if there is none.
    public static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    /// An instant as RFC 3339 has it; null if there is none.
    public static func instant(_ instant: Instant?) -> JSONValue { .text(instant.map { "\($0)" }) }

    /// A number of things, bytes or microseconds; null if it is not known.
    public static func count(_ count: (some FixedWidthInteger)?) -> JSONValue {
        count.map { .number(JSONNumber($0)) } ?? .null
    }

    /// Ordinals of exchanges, VSA calls or user actions.
    public static func ordinals(_ ordinals: [Int]) -> JSONValue { .array(ordinals.map { .count($0) }) }

    /// Some texts, in their order.
    public static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}

extension String {
    /// The words of a name with hyphens as a code of JSON: `authzToken` of `authz-token`.
    var camelCased: String {
        let words = split(separator: "-")
        return words.dropFirst().reduce(words.first.map(String.init) ?? "") {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
    }
}
