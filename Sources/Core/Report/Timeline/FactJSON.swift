import Documents
import VirtualTime

/// A fact as JSON: its key, which names type and unit, and its value.
///
/// Numbers, truth values and lists are what they are in JSON, instants and names are texts, durations whole microseconds.
enum FactJSON {
    /// The key and the value of a fact.
    static func member(_ fact: EventValue) -> JSONMember {
        switch fact.content {
        case .code(let text), .text(let text), .identity(let text): JSONMember(fact.name, .string(text))
        case .number(let number): JSONMember(fact.name, .count(number))
        case .truth(let truth): JSONMember(fact.name, .bool(truth))
        case .instant(let instant): JSONMember(fact.name, .instant(instant))
        case .duration(let duration): JSONMember(fact.name + "Microseconds", .count(microseconds(of: duration)))
        case .list(let names): JSONMember(fact.name, .texts(names))
        }
    }

    /// The object for a fact where a name may appear more than once: `name` and `value`.
    static func value(_ fact: EventValue) -> JSONValue {
        let member = member(fact)
        return .object(["name": .string(member.key), "value": member.value])
    }

    /// Whole microseconds, as far as 64 bits hold them.
    static func microseconds(of duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        let (whole, isTooMuch) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return isTooMuch ? (seconds < 0 ? .min : .max) : whole &+ attoseconds / 1_000_000_000_000
    }
}
