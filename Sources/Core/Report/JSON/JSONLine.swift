public import Documents

/// The lines of `--json` that every command prints: the header before all others, and the summary behind them.
///
/// `Documentation/reference/json.schema.json` has the whole of it.
public enum JSONLine {
    /// The number of the schema: it rises when a key or code is renamed or removed.
    public static let schema = 2

    /// An object as a line, with its line end.
    public static func text(of object: JSONObject) -> String { JSONValue.object(object).serialized + "\n" }

    /// Objects as lines, each with its line end.
    public static func text(of objects: some Sequence<JSONObject>) -> String { objects.map(text).joined() }

    /// The first line of a command's output.
    ///
    /// - Parameters:
    ///   - command: the command's name.
    ///   - version: the version of Kinescope.
    /// - Returns: the line, with its line end.
    public static func header(of command: String, version: String) -> String {
        text(of: [
            "type": .string("header"), "schema": .count(schema), "command": .string(command),
            "kinescope": .string(version),
        ])
    }

    /// The last line of a command's output.
    ///
    /// - Parameters:
    ///   - command: the command's name.
    ///   - facts: the members that this command's summary has.
    /// - Returns: the line, with its line end.
    public static func summary(of command: String, _ facts: JSONObject) -> String {
        let start: JSONObject = ["type": .string("summary"), "command": .string(command)]
        return text(of: JSONObject(start.members + facts.members))
    }
}
