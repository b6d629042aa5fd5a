public import Documents
public import History
import PassAPI
public import VirtualTime

/// The state that a recording shows at an instant, as JSON Lines.
///
/// The type of an object is the kind of thing it is: `token`, `registrationCode`, `account`; or `instant`, `device`,
/// `refusal`, `failure`, `expiration`.
public enum HistoryJSON {
    /// The state of a device at `instant`; of all where `device` is nil.
    public static func lines(
        of history: History,
        device: Int?,
        at instant: Instant
    ) -> (text: String, summary: JSONObject) {
        func isShown(_ subject: Holding.Subject) -> Bool {
            device == nil || subject.device == nil || subject.device == device
        }
        let devices = history.devices.enumerated().map { index, observed in
            DeviceJSON.object(for: observed, isSelected: device.map { $0 == index } ?? true)
        }
        let entries = history.entries.filter { isShown($0.subject) }.map { entry($0, history, at: instant) }
        let refusals = history.refusals.filter { isShown($0.subject) }.map { refusal($0, history) }
        let failures = history.failures.filter { isShown($0.subject) }.map { failure($0, history) }
        let expirations = history.expirations.filter { isShown($0.holding.subject) && $0.holding.isValid(at: instant) }
            .map { ExpirationJSON($0.expiration).object }
        return (
            JSONLine.text(
                of: [StateJSON.instant(instant)] + devices + entries + refusals + failures + expirations
            ),
            [
                "at": .instant(instant), "deviceCount": .count(devices.count), "entryCount": .count(entries.count),
                "refusalCount": .count(refusals.count), "failureCount": .count(failures.count),
                "expirationCount": .count(expirations.count),
            ]
        )
    }

    private static func entry(_ holding: Holding, _ history: History, at instant: Instant) -> JSONObject {
        let (type, kind) = holding.kind.typeAndKind
        var object: JSONObject = ["type": .string(type), "source": SourceJSON(.recording).value]
        if let kind { object["kind"] = .string(kind) }
        object.members += subject(holding.subject, history).members
        object["accessStatus"] = .text(holding.subject.status)
        object["text"] = .text(holding.text)
        object["isFromBefore"] = .bool(holding.isFromBefore)
        object["isValid"] = .bool(holding.isValid(at: instant))
        object["expiresAt"] = .instant(holding.expires?.value)
        object["expirationKnowledge"] = holding.expires.map { KnowledgeJSON.value(of: $0.knowledge) } ?? .null
        object["issued"] = KnowledgeJSON.occurrence(holding.issued.value)
        object["issuedKnowledge"] = KnowledgeJSON.value(of: holding.issued.knowledge)
        object["received"] = holding.received.map(KnowledgeJSON.occurrence) ?? .null
        object["forgotten"] = holding.forgotten.map(KnowledgeJSON.occurrence) ?? .null
        object["firstUsed"] = holding.firstUsed.map(KnowledgeJSON.occurrence) ?? .null
        object["lastUsed"] = holding.lastUsed.map(KnowledgeJSON.occurrence) ?? .null
        object["ending"] = holding.ending.map(KnowledgeJSON.ending) ?? .null
        let events = [holding.issued.value, holding.received, holding.firstUsed, holding.lastUsed, holding.forgotten]
        object.members +=
            EventReferencesJSON(events.map { $0?.event } + [holding.ending?.value.cause.event]).object.members
        return object
    }

    private static func subject(_ subject: Holding.Subject, _ history: History) -> JSONObject {
        [
            "requestor": .text(subject.requestor), "mvpd": .text(subject.mvpd), "resource": .text(subject.resource),
            "user": .text(subject.user), "device": .text(subject.device.map { history.devices[$0].name }),
            "registrationCode": .text(subject.code),
        ]
    }

    private static func refusal(_ refusal: RecordedRefusal, _ history: History) -> JSONObject {
        var object: JSONObject = [
            "type": .string("refusal"), "kind": .string(refusal.kind.rawValue.camelCased),
            "operation": .string(refusal.operation.rawValue), "at": .instant(refusal.at.instant),
            "status": .count(refusal.status),
        ]
        object.members += subject(refusal.subject, history).members
        object["errorCode"] = .text(refusal.code)
        object["isDenied"] = .bool(refusal.isDenial)
        object["isPendingLogout"] = .bool(refusal.isPendingLogout)
        object["isPoll"] = .bool(refusal.isPoll)
        object.members += EventReferencesJSON([refusal.at.event]).object.members
        object["message"] = .text(refusal.message)
        return object
    }

    private static func failure(_ failure: FailedCall, _ history: History) -> JSONObject {
        var object: JSONObject = [
            "type": .string("failure"), "code": .string(failure.cause.rawValue),
            "operation": .string(failure.operation.rawValue), "at": .instant(failure.at.instant),
            "status": .count(failure.status),
        ]
        object.members += subject(failure.subject, history).members
        object["errorCode"] = .text(failure.code)
        object.members += EventReferencesJSON([failure.at.event]).object.members
        object["message"] = .text(failure.message)
        return object
    }
}

extension HoldingKind {
    /// The type of its object, as state has it, and what kind of token it is.
    var typeAndKind: (type: String, kind: String?) {
        switch self {
        case .accessToken: ("token", "access")
        case .authenticationToken: ("token", "authn")
        case .authorizationToken: ("token", "authz")
        case .mediaToken: ("token", "media")
        case .vsaAccount: ("account", nil)
        case .vsaPermission: ("permission", nil)
        case .registrationCode, .code, .providerSession, .tempPass, .profile, .decision, .assertion,
            .partnerFrameworkStatus, .serviceToken, .cookie:
            (rawValue.camelCased, nil)
        }
    }
}
