public import Documents
public import Exchanges

/// One user action as an object of JSON: `type`, `ordinal`, then the keys of a log of user actions, and a sentence.
public enum UserActionJSON {
    public static func object(for userAction: UserAction) -> JSONObject {
        let start: JSONObject = ["type": .string("userAction"), "ordinal": .count(userAction.ordinal)]
        let line = try? JSONValue(parsing: Array(UserActionLog.line(for: userAction).utf8))
        let end: JSONObject = ["message": .string(userAction.action.summary)]
        return JSONObject(start.members + (line?.object?.members ?? []) + end.members)
    }
}
