import Documents
import Exchanges
import PassAPI
import Services
public import Simulation
public import SubscriberAccount
public import VirtualTime

/// Calls of VSA that are served, and what Settings hold, in words.
public enum ServedVSAText {
    /// The call that an app is given where nothing has a result for it: an error of the framework's that says why.
    ///
    /// - Parameters:
    ///   - question: the question.
    ///   - entry: what came of it.
    /// - Returns: the call, by the served clock; nil if it has a result.
    public static func unmatched(_ question: VSARequest, _ entry: ServedEntry) -> VSACall? {
        guard case .unmatched(let request) = entry.source else { return nil }
        let reason = ServedText.explanation(of: request).split(separator: "\n").joined(separator: " ")
        let error = AccountError(
            .serviceTemporarilyUnavailable,
            userInfo: [.init("NSLocalizedDescription", "Kinescope: \(reason)")]
        )
        let result: VSAResult =
            switch question {
            case .checkAccessStatus: .accessStatus(.notDetermined, error)
            case .enqueue: .metadata(nil, error)
            }
        return VSACall(ordinal: entry.ordinal, answeredAt: entry.instant, question: question, answer: result)
    }

    /// The result in a few words: `granted`, `com.example.meadowlark, expires in 30 d`.
    static func fact(of call: ServedVSACall, at instant: Instant) -> String {
        let facts = [
            call.accessStatus?.name, call.provider,
            call.expires.map { $0.expiration(seenFrom: instant) },
            call.samlByteCount.map { "SAML response, \(CountedNoun.text($0, "byte"))" },
            call.error?.fact,
        ]
        return facts.compactMap(\.self).joined(separator: ", ")
    }

    /// What Settings hold: `signed in with com.example.meadowlark as wren, expires in 30 d; permission granted`.
    static func settings(_ settings: ServedBackend.Settings, at instant: Instant) -> String {
        guard !settings.isRecorded else { return "VSA results are the recording's" }
        let end = settings.expires.map { ", \($0.expiration(seenFrom: instant))" } ?? ""
        let account = settings.provider.map { "signed in with \($0) as \(settings.user ?? "")\(end)" } ?? "signed out"
        return PrintableText.escaped(
            "\(account); permission \(settings.permission.name); prompt \(promptWord(settings)); picker "
                + pickerWords(settings.picker)
        )
    }

    /// `allow` or `deny`, as the step has it.
    static func promptWord(_ settings: ServedBackend.Settings) -> String { settings.prompt ? "allow" : "deny" }

    /// `first`, `cancel`, or provider and user, as the step has it.
    static func pickerWords(_ picker: ServedVSA.Picker) -> String {
        switch picker {
        case .first: "first"
        case .cancel: "cancel"
        case .signIn(let signIn):
            signIn.outcome == .succeeds
                ? ([signIn.provider] + [signIn.user].compactMap(\.self)).joined(separator: " ") : "cancel"
        }
    }
}

extension ServedJSON {
    /// A call of VSA that was served: what was asked and came of it, without what is long or secret.
    static func call(_ call: ServedVSACall, _ source: ServedEntry.Source) -> JSONObject {
        var (recorded, nearest): (Int?, Int?)
        switch source {
        case .recordedVSA(let match): recorded = match.vsaCall
        case .unmatched(let request): nearest = request.nearestVSACall
        case .simulated, .notSimulated, .recorded, .damaged, .foreignHost, .fault: break
        }
        return [
            "call": .string(call.method), "accessStatus": .text(call.accessStatus?.name),
            "provider": .text(call.provider), "expiresAt": .instant(call.expires),
            "samlByteCount": .count(call.samlByteCount), "errorDomain": .text(call.error?.domain),
            "errorCode": call.error.map { .number(JSONNumber($0.code)) } ?? .null, "vsaCall": .count(recorded),
            "nearest": .count(nearest),
        ]
    }

    /// What Settings hold, and what users do where the framework asks them.
    static func settings(_ settings: ServedBackend.Settings) -> JSONObject {
        [
            "isRecorded": .bool(settings.isRecorded), "permission": .string(settings.permission.name),
            "provider": .text(settings.provider), "user": .text(settings.user),
            "expiresAt": .instant(settings.expires), "prompt": .string(ServedVSAText.promptWord(settings)),
            "picker": .string(ServedVSAText.pickerWords(settings.picker)),
        ]
    }

    /// The line of a served call for a session recording: its source and the wall's time stand beside the call.
    ///
    /// - Parameters:
    ///   - call: the call, by the served clock.
    ///   - entry: what came of it.
    ///   - wall: when by the wall's clock.
    /// - Returns: the call with notes.
    public static func noted(_ call: VSACall, on entry: ServedEntry, at wall: Instant) -> VSACall {
        var call = call
        call.logNotes += notes(on: entry, at: wall).members.map {
            VSALogNote(.line, $0.key, json: $0.value.serialized)
        }
        return call
    }
}
