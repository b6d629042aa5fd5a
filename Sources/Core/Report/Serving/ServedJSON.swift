public import Documents
import PassAPI
import Services
public import Simulation
public import VirtualTime

/// What is served, as JSON: the objects of the control interface and of `serve --json`.
public enum ServedJSON {
    /// The codes of who can have answered a request.
    public static let sources = ServedEntry.Source.codes

    /// The clock that is served when it is `wall`.
    public static func clock(_ clock: ServedClock, at wall: Instant) -> JSONObject {
        [
            "type": .string("clock"), "at": .instant(clock.instant(at: wall)), "rate": .count(clock.rate),
            "isFrozen": .bool(clock.rate == 0),
        ]
    }

    /// What a step did: the time after it, what has expired by it and expires next, and what Settings hold if it is about them.
    public static func step(
        _ text: String,
        at instant: Instant,
        expired: [Expiration] = [],
        next: Expiration?,
        settings: ServedBackend.Settings? = nil
    ) -> JSONObject {
        var object: JSONObject = [
            "type": .string("step"), "text": .string(text), "at": .instant(instant),
            "expired": .array(expired.map { .object(ExpirationJSON($0).object) }),
            "next": next.map { .object(ExpirationJSON($0).object) } ?? .null,
            "message": .string(
                ServedText.step(text, at: instant, expired: expired, next: next, settings: settings)
            ),
        ]
        if let settings { object["settings"] = .object(Self.settings(settings)) }
        return object
    }

    /// A step that cannot be made, or is not understood.
    public static func error(_ message: String) -> JSONObject {
        ["type": .string("error"), "message": .string(message)]
    }

    /// What expires, earliest first.
    public static func expirations(_ expirations: [Expiration]) -> [JSONObject] {
        expirations.map { ExpirationJSON($0).object }
    }

    /// What holds at the service.
    public static func state(_ entries: [StateEntry]) -> [JSONObject] { entries.map(StateJSON.object) }

    /// A request, and what came of it.
    public static func request(_ entry: ServedEntry) -> JSONObject {
        var object: JSONObject = [
            "type": .string("request"), "ordinal": .count(entry.ordinal), "at": .instant(entry.instant),
            "method": .string(entry.method), "url": .string(MaskedValue.url(entry.url, in: entry.operation)),
            "operation": .text(entry.operation?.rawValue), "source": .string(entry.source.code),
            "status": .count(entry.status), "fault": .text(entry.fault?.name.camelCasedWords), "app": .count(entry.app),
        ]
        var exchange: Int?
        var fields: [FieldDifference] = []
        var unmatched = JSONValue.null
        switch entry.source {
        case .recorded(let match):
            exchange = match.exchange
            fields = match.differences
        case .unmatched(let request):
            fields = request.differences
            var reason: JSONObject = [
                "reason": .string(request.reason.rawValue), "nearest": .count(request.nearest),
            ]
            if let expired = request.expiredAt { reason["expiredAt"] = .instant(expired) }
            unmatched = .object(reason)
        case .recordedVSA(let match): fields = match.differences
        case .damaged(let damaged): exchange = damaged.exchange
        case .simulated, .notSimulated, .foreignHost, .fault: break
        }
        object["exchange"] = .count(exchange)
        object["unmatched"] = unmatched
        object["fields"] = .array(fields.map { .object(field($0, of: entry.operation)) })
        if case .recorded(let match) = entry.source, match.beginsAgain { object["beginsAgain"] = .bool(true) }
        if let vsa = entry.vsa { object["vsa"] = .object(call(vsa, entry.source)) }
        object["message"] = .string(ServedText.line(of: entry))
        return object
    }

    /// A field in which a request differs from the recorded one.
    private static func field(_ field: FieldDifference, of operation: PassAPI.Operation?) -> JSONObject {
        func masked(_ text: String?) -> String? { MaskedValue.text(text, of: field.name, in: operation) }
        var object: JSONObject = [
            "name": .string(field.name), "recorded": .text(masked(field.recorded)),
            "received": .text(masked(field.replayed)),
        ]
        if let own = masked(field.own) { object["own"] = .string(own) }
        return object
    }

    /// What a session recording keeps of an exchange beside it: who answered, when by the wall's clock, and which signatures
    /// are over something that was moved.
    ///
    /// HAR leaves names that begin with an underscore to whoever writes it.
    public static func notes(on entry: ServedEntry, at wall: Instant) -> JSONObject {
        var served: JSONObject = ["source": .string(entry.source.code), "wallAt": .instant(wall)]
        switch entry.source {
        case .recorded(let match):
            served["exchange"] = .count(match.exchange)
            served["signed"] = signed(match.signatures)
            if !match.undocumented.isEmpty { served["moved"] = .texts(match.undocumented.map(\.description)) }
        case .recordedVSA(let match):
            served["vsaCall"] = .count(match.vsaCall)
            served["signed"] = signed(match.signatures)
        case .damaged(let damaged): served["exchange"] = .count(damaged.exchange)
        case .unmatched(let request):
            served["reason"] = .string(request.reason.rawValue)
            served["nearest"] = .count(request.nearest)
            // By name: the values are the app's own.
            served["fields"] = .texts(request.differences.map(\.name))
        case .simulated, .notSimulated, .foreignHost, .fault: break
        }
        return ["_served": .object(served)]
    }

    /// What is signed and was moved, under a name that redaction does not take for a signature's own: then it would replace the
    /// kind as a secret, and that word in every response after it.
    private static func signed(_ signatures: [InstantShift.BrokenSignature]) -> JSONValue {
        .array(
            signatures.map {
                .object([
                    "kind": .string($0.kind.rawValue), "place": .string("\($0.place)"),
                    "isSignedAgain": .bool($0.isSignedAgain),
                ])
            }
        )
    }

    /// How much was asked since the last reset, and whether all of it was answered.
    public static func verdict(of backend: ServedBackend) -> JSONObject {
        let log = backend.log
        return [
            "requestCount": .count(log.count), "vsaCallCount": .count(log.vsaCallCount),
            "unmatchedCount": .count(log.unmatchedCount),
            "faultCount": .count(log.faultCount), "differingCount": .count(log.differingCount),
            "neverRequested": OrdinalRanges(backend.neverRequested).json,
            "neverRequestedVSACalls": OrdinalRanges(backend.vsa.neverRequested).json,
            "warningCount": .count(log.warnings.count),
            "warnings": .array(log.warnings.last.map { .object(warning($0)) }),
            "isComplete": .bool(log.unmatchedCount == 0),
        ]
    }

    /// How much was asked when serving is over: the verdict, with what resets have forgotten if there were any.
    ///
    /// All is answered if that holds for the whole run, as the exit status does.
    ///
    /// - Parameters:
    ///   - backend: what was served.
    ///   - digest: a number for what the session's exchanges were; nil where it was not recorded.
    /// - Returns: the summary, without its type.
    public static func summary(of backend: ServedBackend, digest: String?) -> JSONObject {
        let log = backend.log
        var object = verdict(of: backend)
        object["isComplete"] = .bool(log.unmatchedCountOfRun == 0)
        if let forgotten = log.forgotten { object["beforeReset"] = .object(counts(of: forgotten)) }
        object["digest"] = .text(digest)
        return object
    }

    private static func counts(of forgotten: ForgottenRequests) -> JSONObject {
        [
            "requestCount": .count(forgotten.count), "unmatchedCount": .count(forgotten.unmatchedCount),
            "faultCount": .count(forgotten.faultCount), "differingCount": .count(forgotten.differingCount),
            "warningCount": .count(forgotten.warningCount),
        ]
    }

    /// What kept an app from being served.
    private static func warning(_ warning: ServedWarning) -> JSONObject {
        [
            "type": .string("warning"), "code": .string(warning.code.rawValue), "at": .instant(warning.instant),
            "message": .string(ServedText.warning(warning)),
        ]
    }
}

extension ServedEntry.Source {
    /// The code that JSON has.
    var code: String {
        switch self {
        case .simulated: "simulated"
        case .notSimulated: "notSimulated"
        case .recorded, .recordedVSA: "recorded"
        case .unmatched: "unmatched"
        case .damaged: "damaged"
        case .foreignHost: "foreignHost"
        case .fault: "fault"
        }
    }

    /// The codes there are.
    static let codes = ["simulated", "notSimulated", "recorded", "unmatched", "damaged", "foreignHost", "fault"]
}

extension String {
    /// The words of a name as a code of JSON: `garbageBody` of `garbage body`.
    fileprivate var camelCasedWords: String { replacing(" ", with: "-").camelCased }
}
