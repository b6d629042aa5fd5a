public import Documents
import Exchanges
public import SubscriberAccount

/// One VSA call as an object of JSON: `type`, `ordinal`, then the keys of the VSA log in its order.
public enum VSACallJSON {
    /// The object.
    public static func object(for call: VSACall) -> JSONObject {
        let start: JSONObject = ["type": .string("vsaCall"), "ordinal": .count(call.ordinal)]
        let line = try? JSONValue(parsing: Array(VSALog.line(for: call).utf8))
        return JSONObject(start.members + (line?.object?.members ?? []))
    }
}
