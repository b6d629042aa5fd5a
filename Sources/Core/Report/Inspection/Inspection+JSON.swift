public import Documents
public import Inspection
import Tokens
import VirtualTime

extension Inspection {
    /// The inspection for machines; members keep this order, and what is unknown is null.
    public var json: JSONValue {
        .object([
            "kind": .string(kind.name),
            "title": .string(kind.title),
            "layers": .array(layers.map { .string($0.name) }),
            "verdict": .string(verdict.rawValue),
            "at": .string(instant.description),
            "validity": validityJSON,
            "fields": .array(
                fields.map { field in
                    var object: JSONObject = ["name": .string(field.name), "value": .string(field.value)]
                    if let meaning = field.meaning { object["meaning"] = .string(meaning) }
                    return .object(object)
                }
            ),
            "remarks": .array(diagnostics.map(\.json)),
            "refusal": refusal?.json ?? .null,
            "parts": .array(
                parts.map { .object(["name": .string($0.name), "inspection": $0.inspection.json]) }
            ),
        ])
    }

    private var validityJSON: JSONValue {
        guard validity != Validity() else { return .null }
        return .object([
            "notBefore": validity.notBefore.map { .string($0.description) } ?? .null,
            "expiry": validity.expiry.map { .string($0.description) } ?? .null,
            "state": .string(validity.state(at: instant).code),
        ])
    }
}

extension Diagnostic {
    var json: JSONValue {
        .object([
            "name": .string(name), "weight": .string(weight.title), "detail": .string(detail),
        ])
    }
}
