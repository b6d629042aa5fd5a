public import Documents
public import Inspection
import Replay
import Tokens
import VirtualTime

extension Inspection {
    /// The inspection as an object of JSON, called `input` as it was named; members keep this order, and what is unknown is
    /// null.
    public func object(input: String) -> JSONObject {
        let start: JSONObject = ["type": .string("inspection"), "input": .string(input)]
        return JSONObject(start.members + members)
    }

    private var members: [JSONMember] {
        let object: JSONObject = [
            "kind": .string(kind.name.camelCased),
            "layers": .array(layers.map(\.json)),
            "verdict": .string(verdict.rawValue),
            "at": .instant(instant),
            "validity": validityJSON,
            "fields": .array(
                fields.map { field in
                    var object: JSONObject = ["name": .string(field.name), "value": .string(field.value)]
                    if let meaning = field.meaning { object["meaning"] = .string(meaning) }
                    return .object(object)
                }
            ),
            "findings": .array(
                diagnostics.map { .object(FindingJSON($0, $0.weight == .note ? .note : .warning).object) }
            ),
            "refusal": refusal.map { .object(FindingJSON($0, .error).object) } ?? .null,
            "parts": .array(
                parts.map { part in
                    .object(JSONObject([JSONMember("name", .string(part.name))] + part.inspection.members))
                }
            ),
        ]
        return object.members
    }

    /// The verdicts there are, from good to bad.
    static let verdictCodes = Verdict.allCases.map(\.rawValue)

    private var validityJSON: JSONValue {
        guard validity != Validity() else { return .null }
        return .object([
            "notBeforeAt": .instant(validity.notBefore), "expiresAt": .instant(validity.expiry),
            "state": .string(validity.state(at: instant).code),
        ])
    }
}

extension FindingJSON {
    /// A diagnostic of an inspection.
    init(_ diagnostic: Diagnostic, _ level: FindingLevel) {
        self.init(
            code: diagnostic.name.camelCased,
            level,
            at: nil,
            from: SourceJSON(.file),
            message: diagnostic.detail
        )
        if let place = diagnostic.place { fields = [Field("place", recorded: place)] }
        fields += diagnostic.values.map { Field("value", recorded: $0) }
    }
}

extension TransportLayer {
    /// The layer as an object: a code, and the name that it has in the input, if any.
    fileprivate var json: JSONValue {
        switch self {
        case .byteOrderMark: .object(["code": .string("byteOrderMark")])
        case .utf16: .object(["code": .string("utf16")])
        case .base64: .object(["code": .string("base64")])
        case .base64URL: .object(["code": .string("base64url")])
        case .percent: .object(["code": .string("percentEncoding")])
        case .form: .object(["code": .string("formEncoding")])
        case .entities: .object(["code": .string("entityEscapes")])
        case .jsonString: .object(["code": .string("jsonString")])
        case .parameter(let name): .object(["code": .string("parameter"), "name": .string(name)])
        case .header(let name): .object(["code": .string("header"), "name": .string(name)])
        case .scheme(let name): .object(["code": .string("scheme"), "name": .string(name)])
        }
    }

    /// The codes there are.
    static let codes = [
        "byteOrderMark", "utf16", "base64", "base64url", "percentEncoding", "formEncoding", "entityEscapes",
        "jsonString",
        "parameter", "header", "scheme",
    ]
}
