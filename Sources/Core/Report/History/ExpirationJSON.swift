import Documents
import History
import PassAPI
import VirtualTime

/// What expires in a recording as JSON Lines.
///
/// The key `type` says what a line is: `expiration`, `ended` for what ended before it expired, or `device`.
public enum ExpirationJSON {
    /// The whole table.
    public static func text(of table: ExpirationTable) -> String {
        var objects: [JSONObject] = table.rows.map { row in
            var object = HistoryJSON.expiration(row.expiration)
            let instant = row.expiration.instant.value
            let nanosecond = Duration.nanoseconds(1)
            object["before"] = sample(instant - nanosecond, isValid: true, EffectText.before(row))
            object["from"] = sample(instant, isValid: false, EffectText.after(row))
            object["after"] = sample(instant + nanosecond, isValid: false, EffectText.after(row))
            object["next"] = row.effect.next.map { .string($0.rawValue) } ?? .null
            object["refusalKnowledge"] = row.effect.refusal.map { HistoryJSON.knowledge($0.knowledge) } ?? .null
            object["renewal"] = row.effect.renewal.map { .string($0.rawValue) } ?? .null
            object["replacedBy"] =
                row.expiration.holding.ending?.value.cause.event.map { .string(KnowledgeText.text(of: $0)) } ?? .null
            return object
        }
        objects += table.ended.map { holding in
            [
                "type": .string("ended"),
                "name": .string(holding.name),
                "kind": .string(holding.kind.rawValue),
                "cause": holding.ending.map { .string(KnowledgeText.text(of: $0.value.cause)) } ?? .null,
            ]
        }
        objects += table.otherDevices.map { device in
            [
                "type": .string("device"),
                "name": .string(device.name),
                "calls": .number(JSONNumber(device.callCount)),
                "shown": .bool(false),
            ]
        }
        return objects.map { JSONValue.object($0).serialized + "\n" }.joined()
    }

    private static func sample(_ instant: Instant, isValid: Bool, _ behavior: String) -> JSONValue {
        .object([
            "at": .string("\(instant)"), "valid": .bool(isValid), "behavior": .string(behavior),
        ])
    }
}
