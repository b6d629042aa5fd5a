import Documents
public import VirtualTime

/// The state of a world as JSON Lines: the instant, an object for each thing that holds, an object a deadline.
///
/// The key `type` says which it is: `instant`, `state` or `deadline`. Of state, `source` says where it holds, `kind` what kind
/// of thing it is, and `values` are its facts, as those of a timeline's events are written.
public enum StateJSON {
    /// The state at `instant`, and what runs out.
    public static func text(of entries: [StateEntry], deadlines: [Deadline], at instant: Instant) -> String {
        var objects: [JSONObject] = [["type": .string("instant"), "at": .string("\(instant)")]]
        objects += entries.map { entry in
            [
                "type": .string("state"),
                "source": .string(entry.source.title),
                "kind": .string(entry.kind.rawValue),
                "values": .array(entry.values.map(FactJSON.value)),
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
