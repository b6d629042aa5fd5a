package import Documents

/// The form of what stands behind a step's word, for the JSON Schema of scenario files.
package indirect enum StepSchema: Sendable {
    case nothing
    /// A form that is defined under `$defs` in the schema.
    case reference(String, String? = nil)
    /// A text or a whole number that a regular expression matches.
    case text(pattern: String, String)
    /// One of some words.
    case words([String])
    /// A whole number.
    case count(ClosedRange<Int>)
    /// One of some forms.
    case either([StepSchema], String? = nil)
    /// A mapping of these keys; of `minimum` keys at least, or nothing where it may be left out.
    case object(
        [(key: String, form: StepSchema)],
        required: [String] = [],
        minimum: Int? = nil,
        isOptional: Bool = false
    )

    /// The form as JSON Schema has it.
    package var json: JSONValue {
        var object: JSONObject = [:]
        switch self {
        case .nothing: object["type"] = .string("null")
        case .reference(let name, let description):
            object["description"] = description.map { .string($0) }
            object["$ref"] = .string("#/$defs/\(name)")
        case .text(let pattern, let description):
            object["description"] = .string(description)
            object["type"] = .array([.string("string"), .string("integer")])
            object["pattern"] = .string(pattern)
        case .words(let words): object["enum"] = .array(words.map { .string($0) })
        case .count(let range):
            object["type"] = .string("integer")
            object["minimum"] = .number(JSONNumber(range.lowerBound))
            object["maximum"] = .number(JSONNumber(range.upperBound))
        case .either(let forms, let description):
            object["description"] = description.map { .string($0) }
            object["oneOf"] = .array(forms.map(\.json))
        case .object(let properties, let required, let minimum, let isOptional):
            object["type"] = isOptional ? .array([.string("object"), .string("null")]) : .string("object")
            var forms: JSONObject = [:]
            for (key, form) in properties { forms[key] = form.json }
            object["properties"] = .object(forms)
            object["additionalProperties"] = .bool(false)
            if !required.isEmpty { object["required"] = .array(required.map { .string($0) }) }
            object["minProperties"] = minimum.map { .number(JSONNumber($0)) }
        }
        return .object(object)
    }
}

extension StepWord {
    /// The form of what stands behind the word; of one that stands alone, the app or the device that it is for.
    package var schema: StepSchema {
        switch argument {
        case .none: .either([.nothing, .reference("app")], "nothing, or the app or device it is for")
        case .optional(let form), .required(_, let form): form
        }
    }
}
