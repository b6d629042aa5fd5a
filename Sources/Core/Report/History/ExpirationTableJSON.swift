public import Documents
import History
import PassAPI
import VirtualTime

/// What expires in a recording as JSON Lines: for each expiration an `expiration` and a `boundary`, which says what the
/// next call meets; then `ended` for what ended before it expired, and the devices that it is not about.
public enum ExpirationTableJSON {
    /// The lines between header and summary, and the summary's members.
    public static func lines(of table: ExpirationTable) -> (text: String, summary: JSONObject) {
        var objects = table.rows.flatMap { row in [ExpirationJSON(row.expiration).object, boundary(row)] }
        objects += table.ended.map(ended)
        objects += table.otherDevices.map { DeviceJSON.object(for: $0, isSelected: false) }
        return (
            JSONLine.text(of: objects),
            [
                "expirationCount": .count(table.rows.count), "endedCount": .count(table.ended.count),
                "otherDeviceCount": .count(table.otherDevices.count),
            ]
        )
    }

    private static func boundary(_ row: ExpirationTable.Row) -> JSONObject {
        let instant = row.expiration.instant.value
        let nanosecond = Duration.nanoseconds(1)
        var object: JSONObject = [
            "type": .string("boundary"), "expiration": .object(ExpirationJSON(row.expiration).object),
            "before": sample(instant - nanosecond, isValid: true, EffectText.before(row)),
            "at": sample(instant, isValid: false, EffectText.after(row)),
            "after": sample(instant + nanosecond, isValid: false, EffectText.after(row)),
        ]
        object["lastCall"] =
            row.effect.call.map { call in
                .object([
                    "operation": .string(call.operation.rawValue), "exchange": .count(call.exchange),
                    "status": .count(call.status),
                ])
            } ?? .null
        object["nextOperation"] = .text(row.effect.next?.rawValue)
        object["refusal"] = row.effect.refusal.map(refusal) ?? .null
        object["renewalOperation"] = .text(row.effect.renewal?.rawValue)
        object["replacedBy"] =
            row.expiration.holding.ending?.value.cause.event.map { .object(HistoryJSON.reference($0)) } ?? .null
        return object
    }

    private static func sample(_ instant: Instant, isValid: Bool, _ behavior: String) -> JSONValue {
        .object(["at": .instant(instant), "isValid": .bool(isValid), "message": .string(behavior)])
    }

    private static func refusal(_ refusal: Known<ExpirationEffect.Refused>) -> JSONValue {
        var object: JSONObject = ["code": .string(refusal.value.code)]
        if case .status(let status) = refusal.value { object["status"] = .count(status) }
        object["knowledge"] = HistoryJSON.knowledge(refusal.knowledge)
        return .object(object)
    }

    private static func ended(_ holding: Holding) -> JSONObject {
        [
            "type": .string("ended"), "kind": .string(holding.kind.rawValue.camelCased),
            "subject": .text(holding.which),
            "ending": holding.ending.map(HistoryJSON.ending) ?? .null,
        ]
    }
}

extension ExpirationEffect.Refused {
    /// The code that JSON has.
    fileprivate var code: String {
        switch self {
        case .status: "status"
        case .member(let name): name
        case .tokenExpired: "tokenExpired"
        case .noAccount: "noAccount"
        case .loginPage: "loginPage"
        }
    }

    /// The codes there are.
    static let codes =
        ["status"] + GrantSpecification.Refusal.Response.members + ["tokenExpired", "noAccount", "loginPage"]
}
