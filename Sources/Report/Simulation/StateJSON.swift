import Documents
public import VirtualTime

/// The state of a world as JSON Lines: the instant, an object a line of state, an object a deadline.
///
/// The key `type` says which it is: `instant`, `state` or `deadline`.
public enum StateJSON {
    /// The state at `instant`, and what runs out.
    public static func text(of lines: [StateLine], deadlines: [Deadline], at instant: Instant) -> String {
        var objects: [JSONObject] = [["type": .string("instant"), "at": .string("\(instant)")]]
        objects += lines.map { line in
            [
                "type": .string("state"),
                "subject": .string(line.subject),
                "name": .string(line.name),
                "value": .string(line.value),
            ]
        }
        objects += deadlines.map { deadline in
            [
                "type": .string("deadline"),
                "kind": .string(deadline.kind.rawValue),
                "subject": deadline.subject.map(JSONValue.string) ?? .null,
                "at": .string("\(deadline.instant)"),
                "holder": .string(deadline.holder),
            ]
        }
        return objects.map { JSONValue.object($0).serialized + "\n" }.joined()
    }
}
