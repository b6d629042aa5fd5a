import Documents
public import History
import PassAPI
public import VirtualTime

/// The state that a recording shows at an instant, as JSON Lines.
///
/// The key `type` says what a line is: `instant`, `device`, `entry`, `refusal`, `failure` or `expiration`.
public enum HistoryJSON {
    /// The state of a device at `instant`; of all where `device` is nil.
    public static func text(of history: History, device: Int?, at instant: Instant) -> String {
        var objects: [JSONObject] = [["type": .string("instant"), "at": .string("\(instant)")]]
        objects += history.devices.enumerated().map { index, observed in
            Self.device(observed, device.map { $0 == index })
        }
        func isShown(_ subject: Holding.Subject) -> Bool {
            device == nil || subject.device == nil || subject.device == device
        }
        objects += history.entries.filter { isShown($0.subject) }.map { entry($0, history, at: instant) }
        objects += history.refusals.filter { isShown($0.subject) }.map(refusal)
        objects += history.failures.filter { isShown($0.subject) }.map { failure($0, history) }
        objects += history.expirations.filter { isShown($0.holding.subject) && $0.holding.isValid(at: instant) }
            .map(expiration)
        return objects.map { JSONValue.object($0).serialized + "\n" }.joined()
    }

    /// The expiration as a line's object.
    static func expiration(_ expiration: RecordedExpiration) -> JSONObject {
        [
            "type": .string("expiration"),
            "name": .string(expiration.name),
            "kind": .string(expiration.holding.kind.rawValue),
            "subject": subject(of: expiration.holding),
            "at": .string("\(expiration.instant.value)"),
            "knowledge": knowledge(expiration.instant.knowledge),
        ]
    }

    private static func subject(of holding: Holding) -> JSONValue {
        let kind = holding.kind.rawValue
        return holding.name == kind ? .null : .string(String(holding.name.dropFirst(kind.count + 1)))
    }

    private static func device(_ device: ObservedDevice, _ isChosen: Bool?) -> JSONObject {
        [
            "type": .string("device"),
            "name": .string(device.name),
            "calls": .number(JSONNumber(device.callCount)),
            "secondScreenCalls": .number(JSONNumber(device.secondScreenOrdinals.count)),
            "shown": .bool(isChosen ?? true),
        ]
    }

    private static func entry(_ holding: Holding, _ history: History, at instant: Instant) -> JSONObject {
        let subject = holding.subject
        return [
            "type": .string("entry"),
            "name": .string(holding.name),
            "kind": .string(holding.kind.rawValue),
            "requestor": optional(subject.requestor),
            "mvpd": optional(subject.mvpd),
            "resource": optional(subject.resource),
            "user": optional(subject.user),
            "device": optional(subject.device.map { history.devices[$0].name }),
            "code": optional(subject.code),
            "status": optional(subject.status),
            "text": optional(holding.text),
            "fromBefore": .bool(holding.isFromBefore),
            "issued": occurrence(holding.issued.value),
            "issuedKnowledge": knowledge(holding.issued.knowledge),
            "received": holding.received.map(occurrence) ?? .null,
            "forgotten": holding.forgotten.map(occurrence) ?? .null,
            "firstUsed": holding.firstUsed.map(occurrence) ?? .null,
            "lastUsed": holding.lastUsed.map(occurrence) ?? .null,
            "expires": optional(holding.expires.map { "\($0.value)" }),
            "expiresKnowledge": holding.expires.map { knowledge($0.knowledge) } ?? .null,
            "valid": .bool(holding.isValid(at: instant)),
            "ending": holding.ending.map(ending) ?? .null,
        ]
    }

    private static func refusal(_ refusal: RecordedRefusal) -> JSONObject {
        [
            "type": .string("refusal"),
            "kind": .string(refusal.kind.rawValue),
            "requestor": optional(refusal.subject.requestor),
            "resource": optional(refusal.subject.resource),
            "operation": .string(refusal.operation.rawValue),
            "at": occurrence(refusal.at),
            "httpStatus": .number(JSONNumber(refusal.status)),
            "code": optional(refusal.code),
            "message": optional(refusal.message),
            "isDenied": .bool(refusal.isDenial),
            "isPendingLogout": .bool(refusal.isPendingLogout),
            "isPoll": .bool(refusal.isPoll),
        ]
    }

    private static func failure(_ failure: FailedCall, _ history: History) -> JSONObject {
        [
            "type": .string("failure"),
            "cause": .string(failure.cause.rawValue),
            "operation": .string(failure.operation.rawValue),
            "requestor": optional(failure.subject.requestor),
            "mvpd": optional(failure.subject.mvpd),
            "resource": optional(failure.subject.resource),
            "registrationCode": optional(failure.subject.code),
            "device": optional(failure.subject.device.map { history.devices[$0].name }),
            "at": occurrence(failure.at),
            "httpStatus": failure.status.map { .number(JSONNumber($0)) } ?? .null,
            "code": optional(failure.code),
            "message": optional(failure.message),
        ]
    }

    private static func ending(_ ending: Known<Ending>) -> JSONValue {
        .object([
            "cause": .string(word(ending.value.cause)),
            "event": ending.value.cause.event.map { .string(KnowledgeText.text(of: $0)) } ?? .null,
            "at": .string("\(ending.value.instant)"),
            "knowledge": knowledge(ending.knowledge),
        ])
    }

    private static func word(_ cause: Ending.Cause) -> String {
        switch cause {
        case .expired: "expired"
        case .replaced: "replaced"
        case .loggedOut: "loggedOut"
        case .wipedByUpgrade: "wipedByUpgrade"
        case .refused: "refused"
        case .deleted: "deleted"
        }
    }

    /// How something is known, as an object: `how` is `shown`, `implied` or `assumed`.
    static func knowledge(_ knowledge: Knowledge) -> JSONValue {
        switch knowledge {
        case .shown(let event, let field):
            .object([
                "how": .string("shown"), "event": .string(KnowledgeText.text(of: event)), "field": .string(field),
            ])
        case .implied(let event):
            .object(["how": .string("implied"), "event": .string(KnowledgeText.text(of: event))])
        case .assumed(let rule): .object(["how": .string("assumed"), "rule": .string(rule.rawValue)])
        }
    }

    private static func occurrence(_ occurrence: Occurrence) -> JSONValue {
        .object(["event": .string(KnowledgeText.text(of: occurrence.event)), "at": .string("\(occurrence.instant)")])
    }

    private static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
