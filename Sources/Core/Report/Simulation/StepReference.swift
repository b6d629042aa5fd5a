package import Documents
import PassAPI
import Simulation

/// The steps of scenarios as the documentation lists them: a table, and their part of the JSON Schema.
///
/// `Scripts/reference` writes both into Documentation.
package enum StepReference {
    /// The table's lines, in the order of the documentation.
    package static var table: [String] {
        ["| step | example | about | what happens |", "| --- | --- | --- | --- |"]
            + StepCatalog.all.flatMap { kind in kind.words.map { row($0, kind.scope) } }
    }

    private static func row(_ word: StepWord, _ scope: StepScope) -> String {
        let example =
            switch word.argument {
            case .none, .optional: "- \(word.text)"
            case .required(let example, _): "- \(example)"
            }
        let about =
            switch scope {
            case .runningApp: "an app that runs"
            case .installedApp: "an app"
            case .device: "a device"
            case .world: "the world"
            }
        return "| `\(word.text)` | `\(example)` | \(about) | \(word.meaning) |"
    }

    /// The schema's definitions that are made from rows: of steps, and of the operations that steps name.
    package static var definitions: JSONObject {
        let operations = Operation.allCases.map { JSONValue.string($0.rawValue) }
        return ["operation": .object(["enum": .array(operations)]), "step": schema]
    }

    /// What a step is to the schema: a text that begins with a word, or a mapping of one and what stands behind it.
    package static var schema: JSONValue {
        // The longest first, so that no word hides behind another that begins it.
        let names = StepCatalog.words.map(\.text).enumerated()
            .sorted { ($1.element.utf8.count, $0.offset) < ($0.element.utf8.count, $1.offset) }
            .map(\.element)
        var properties: JSONObject = [:]
        for word in StepCatalog.words { properties[word.text] = word.schema.json }
        properties["on"] = StepSchema.reference("app").json
        let line: JSONObject = [
            "type": .string("string"),
            "pattern": .string("^(on [^:]+: *)?(\(names.joined(separator: "|")))([ :].*)?$"),
        ]
        let mapping: JSONObject = [
            "type": .string("object"), "properties": .object(properties), "additionalProperties": .bool(false),
            "minProperties": .number(JSONNumber(1)), "maxProperties": .number(JSONNumber(2)),
        ]
        return .object(["oneOf": .array([.object(line), .object(mapping)])])
    }
}
