import Documents
import VirtualTime

/// How something of a recording is known, and how it ended, as JSON.
enum KnowledgeJSON {
    /// An object whose `how` is `shown`, `implied` or `assumed`.
    static func value(of knowledge: Knowledge) -> JSONValue {
        switch knowledge {
        case .shown(let event, let field):
            .object(
                JSONObject(
                    [JSONMember("how", .string("shown"))] + reference(event).members
                        + [JSONMember("field", .string(field == "the body" ? "body" : field))]
                )
            )
        case .implied(let event):
            .object(JSONObject([JSONMember("how", .string("implied"))] + reference(event).members))
        case .assumed(let rule): .object(["how": .string("assumed"), "rule": .string(rule.rawValue.camelCased)])
        }
    }

    /// How something ended: the code, when, and the event that ended it, if one did.
    static func ending(_ ending: Known<Ending>) -> JSONValue {
        var object: JSONObject = ["code": .string(ending.value.cause.code), "at": .instant(ending.value.instant)]
        if let event = ending.value.cause.event { object.members += reference(event).members }
        object["knowledge"] = value(of: ending.knowledge)
        return .object(object)
    }

    /// The code of what ended something, and the event.
    static func cause(_ cause: Ending.Cause) -> JSONValue {
        .object(
            JSONObject([JSONMember("code", .string(cause.code))] + (cause.event.map { reference($0).members } ?? []))
        )
    }

    /// An event as a member: `{"exchange":4}`.
    static func reference(_ event: EventReference) -> JSONObject {
        switch event {
        case .exchange(let ordinal): ["exchange": .count(ordinal)]
        case .vsaCall(let ordinal): ["vsaCall": .count(ordinal)]
        case .userAction(let ordinal): ["userAction": .count(ordinal)]
        }
    }

    /// When something happened, and the event that shows it.
    static func occurrence(_ occurrence: Occurrence) -> JSONValue {
        .object(JSONObject([JSONMember("at", .instant(occurrence.instant))] + reference(occurrence.event).members))
    }
}

extension Ending.Cause {
    /// The code that JSON has.
    var code: String {
        switch self {
        case .expired: "expired"
        case .replaced: "replaced"
        case .loggedOut: "loggedOut"
        case .wipedByUpgrade: "wipedByUpgrade"
        case .refused: "refused"
        case .deleted: "deleted"
        }
    }

    /// The codes there are.
    static let codes = ["expired", "replaced", "loggedOut", "wipedByUpgrade", "refused", "deleted"]
}
