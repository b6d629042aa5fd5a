import Documents
public import VirtualTime

/// The state of a world as JSON Lines: the instant, an object for each thing that holds, an object an expiration.
///
/// The key `type` says which it is: `instant`, `state` or `expiration`. Of state, `source` says where it holds, `kind`
/// what kind of thing it is, and `values` are its facts, as those of a timeline's events are written.
public enum StateJSON {
    /// The state at `instant`, and what runs out.
    public static func text(of entries: [StateEntry], expirations: [Expiration], at instant: Instant) -> String {
        var objects: [JSONObject] = [["type": .string("instant"), "at": .string("\(instant)")]]
        objects += entries.map { entry in
            [
                "type": .string("state"),
                "source": .string(entry.source.title),
                "kind": .string(entry.kind.rawValue),
                "values": .array(entry.values.map(FactJSON.value)),
            ]
        }
        objects += expirations.map { expiration in
            [
                "type": .string("deadline"),
                "kind": .string(expiration.kind.rawValue),
                "subject": expiration.subject.map(JSONValue.string) ?? .null,
                "at": .string("\(expiration.instant)"),
                "holder": .string(expiration.source),
            ]
        }
        return objects.map { JSONValue.object($0).serialized + "\n" }.joined()
    }
}
