import Documents
import Exchanges
public import SubscriberAccount

/// One VSA call as a line of JSON: `type`, `ordinal`, then the keys of the VSA log in its order.
public enum VSACallJSON {
    /// The line, without a line end.
    public static func line(for response: VSACall) -> String {
        var members = [
            JSONMember("type", .string("accountResponse")),
            JSONMember("ordinal", .number(JSONNumber(response.ordinal))),
        ]
        if let value = try? JSONValue(parsing: Array(VSALog.line(for: response).utf8)), let object = value.object {
            members += object.members
        }
        return JSONValue.object(JSONObject(members)).serialized
    }
}
