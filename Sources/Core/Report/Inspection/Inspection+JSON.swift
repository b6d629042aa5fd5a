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
            "fields": .array(fields.map(\.json)),
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
        if let position = diagnostic.position {
            // What is wrong is the code; the values are a sentence for people.
            let numbers = [
                ("line", position.line), ("column", position.column), ("byteOffset", position.byteOffset),
            ]
            fields += numbers.compactMap { name, number in number.map { Field(name, .count($0)) } }
        } else {
            fields += diagnostic.values.map { Field("value", recorded: $0) }
        }
    }
}

extension InspectedField {
    /// The field as an object: its code, where Kinescope names it, else its own name; its value, and what is known of that.
    fileprivate var json: JSONValue {
        var object = JSONObject()
        if let code { object["code"] = .string(code.rawValue) }
        if code == nil || code == .attribute { object["name"] = .string(name) }
        switch value {
        case .text(let text): object["value"] = .string(text)
        case .number(let number): object["value"] = .count(number)
        case .truth(let truth): object["value"] = .bool(truth)
        case .list(let texts): object["value"] = .texts(texts)
        }
        switch reading {
        case .instant(let instant)?: object["valueAt"] = .instant(instant)
        case .span(let span)?: object["valueMicroseconds"] = .count(FactJSON.microseconds(of: span))
        case .text(let text)?: object["valueText"] = .string(text)
        case .remark(let remark)?: object["remark"] = .string(remark.rawValue)
        case nil: break
        }
        return .object(object)
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
        case .deflate: .object(["code": .string("deflate")])
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
        "byteOrderMark", "utf16", "base64", "base64url", "deflate", "percentEncoding", "formEncoding", "entityEscapes",
        "jsonString",
        "parameter", "header", "scheme",
    ]
}
