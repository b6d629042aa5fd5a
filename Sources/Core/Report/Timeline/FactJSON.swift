import Documents
import VirtualTime

/// A fact as JSON: an object with `name` and `value`.
///
/// Numbers, truth values and lists are what they are in JSON; everything else is a text.
enum FactJSON {
    /// The object for a fact.
    static func value(_ value: EventValue) -> JSONValue {
        let content: JSONValue =
            switch value.content {
            case .code, .text, .identity, .instant, .duration: .string("\(value.content)")
            case .number(let number): .number(JSONNumber(number))
            case .truth(let truth): .bool(truth)
            case .list(let names): .array(names.map { .string($0) })
            }
        return .object(["name": .string(value.key), "value": content])
    }
}
