public import Documents
import History
import PassAPI
import VirtualTime

/// A state as JSON Lines: the instant, an object for each thing that holds, an object an expiration; of a recording also its
/// devices, refusals and failures.
///
/// The type of an object is the kind of thing it is (`token`, `account`, `permission`), its keys are its facts; what a recording
/// shows of its life is its `evidence`.
public enum StateJSON {
    /// The whole state, and the summary's members.
    public static func lines(of report: StateReport) -> (text: String, summary: JSONObject) {
        let recorded = report.recorded
        let devices = (recorded?.devices ?? []).enumerated().map { place, device in
            DeviceJSON.object(for: device, isSelected: recorded?.device.map { $0 == place } ?? true)
        }
        let refusals = (recorded?.refusals ?? []).map { refusal($0, recorded) }
        let failures = (recorded?.failures ?? []).map { failure($0, recorded) }
        var objects = [instant(report.instant)] + devices + report.entries.map(object)
        objects += refusals + failures + report.expirations.map { ExpirationJSON($0).object }
        return (
            JSONLine.text(of: objects),
            [
                "at": .instant(report.instant), "deviceCount": .count(devices.count),
                "entryCount": .count(report.entries.count), "refusalCount": .count(refusals.count),
                "failureCount": .count(failures.count), "expirationCount": .count(report.expirations.count),
            ]
        )
    }

    /// The instant that a state is of.
    static func instant(_ instant: Instant) -> JSONObject { ["type": .string("instant"), "at": .instant(instant)] }

    static func object(for entry: StateEntry) -> JSONObject {
        var object: JSONObject = ["type": .string(entry.kind.rawValue), "source": SourceJSON(of: entry.source).value]
        for fact in entry.values {
            var member = FactJSON.member(fact)
            if entry.kind == .registrationCode, member.key == "code" { member.key = "registrationCode" }
            object.members.append(member)
        }
        if let evidence = entry.evidence { object["evidence"] = .object(self.evidence(evidence)) }
        return object
    }

    // MARK: What a recording shows

    private static func evidence(_ evidence: StateEntry.Evidence) -> JSONObject {
        var object: JSONObject = [
            "text": .text(evidence.text), "isFromBefore": .bool(evidence.isFromBefore),
            "isValid": .bool(evidence.isValid),
            "expires": evidence.expires.map { KnowledgeJSON.value(of: $0.knowledge) } ?? .null,
            "issued": KnowledgeJSON.occurrence(evidence.issued.value),
            "issuedKnowledge": KnowledgeJSON.value(of: evidence.issued.knowledge),
            "received": evidence.received.map(KnowledgeJSON.occurrence) ?? .null,
            "forgotten": evidence.forgotten.map(KnowledgeJSON.occurrence) ?? .null,
            "firstUsed": evidence.firstUsed.map(KnowledgeJSON.occurrence) ?? .null,
            "lastUsed": evidence.lastUsed.map(KnowledgeJSON.occurrence) ?? .null,
            "ending": evidence.ending.map(KnowledgeJSON.ending) ?? .null,
        ]
        let occurrences = [evidence.received, evidence.firstUsed, evidence.lastUsed, evidence.forgotten]
        let events =
            [evidence.issued.value.event] + occurrences.map { $0?.event } + [evidence.ending?.value.cause.event]
        object.members += EventReferencesJSON(events).object.members
        return object
    }

    private static func subject(_ subject: Holding.Subject, _ recorded: StateReport.Recorded?) -> JSONObject {
        [
            "requestor": .text(subject.requestor), "mvpd": .text(subject.mvpd), "resource": .text(subject.resource),
            "user": .text(subject.user), "device": .text(subject.device.flatMap { recorded?.devices[$0].name }),
            "registrationCode": .text(subject.code),
        ]
    }

    private static func refusal(_ refusal: RecordedRefusal, _ recorded: StateReport.Recorded?) -> JSONObject {
        var object: JSONObject = [
            "type": .string("refusal"), "kind": .string(refusal.kind.rawValue.camelCased),
            "operation": .string(refusal.operation.rawValue), "at": .instant(refusal.at.instant),
            "status": .count(refusal.status),
        ]
        object.members += subject(refusal.subject, recorded).members
        object["errorCode"] = .text(refusal.code)
        object["isDenied"] = .bool(refusal.isDenial)
        object["isPendingLogout"] = .bool(refusal.isPendingLogout)
        object["isPoll"] = .bool(refusal.isPoll)
        object.members += EventReferencesJSON([refusal.at.event]).object.members
        object["message"] = .text(refusal.message)
        return object
    }

    private static func failure(_ failure: FailedCall, _ recorded: StateReport.Recorded?) -> JSONObject {
        var object: JSONObject = [
            "type": .string("failure"), "code": .string(failure.cause.rawValue),
            "operation": .string(failure.operation.rawValue), "at": .instant(failure.at.instant),
            "status": .count(failure.status),
        ]
        object.members += subject(failure.subject, recorded).members
        object["errorCode"] = .text(failure.code)
        object.members += EventReferencesJSON([failure.at.event]).object.members
        object["message"] = .text(failure.message)
        return object
    }
}
