public import Documents
import Exchanges
public import SubscriberAccount

/// One VSA call as an object of JSON: `type`, `ordinal`, then the keys of the VSA log in its order.
public enum VSACallJSON {
    public static func object(for call: VSACall) -> JSONObject {
        let start: JSONObject = ["type": .string("vsaCall"), "ordinal": .count(call.ordinal)]
        let line = try? JSONValue(parsing: Array(VSALog.line(for: call).utf8))
        var object = JSONObject(start.members + (line?.object?.members ?? []))
        // The log keeps the offset that a clock was written with.
        object["at"] = .instant(call.answeredAt)
        return object
    }
}
