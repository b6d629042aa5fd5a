import History
import PassAPI
import VirtualTime

/// What was refused, and what failed, in words.
enum RefusalText {
    /// What was refused, by the name that scenarios have for it.
    static func name(of refusal: RecordedRefusal) -> String {
        Holding(refusal.kind, refusal.subject, issued: Known(refusal.at, .implied(refusal.at.event))).name
    }

    /// The call that was refused, and with which words.
    static func value(of refusal: RecordedRefusal) -> String {
        let words = [refusal.code, refusal.message].compactMap { $0 }.joined(separator: ", ")
        return "\(KnowledgeText.text(of: refusal.at.event)): \(refusal.operation.rawValue) → \(refusal.status)"
            + (refusal.isPendingLogout ? " pending logout" : refusal.status < 400 ? " \(missing(refusal))" : "")
            + (words.isEmpty ? "" : " \(words)")
            + meaning(of: refusal)
    }

    /// What a response of success refuses.
    private static func missing(_ refusal: RecordedRefusal) -> String {
        refusal.kind == .profile ? "no profile" : "not authorized"
    }

    private static func meaning(of refusal: RecordedRefusal) -> String {
        if refusal.isDenial { return " (denied by the MVPD)" }
        if refusal.isPoll { return " (a poll: not signed in yet)" }
        guard refusal.operation.purpose == .authorization, refusal.status == 403 else { return "" }
        return refusal.kind.isSignOn ? " (not signed in)" : " (not authorized, no reason given)"
    }

    /// The call that failed, by its operation and resource.
    static func name(of failure: FailedCall) -> String {
        failure.operation.rawValue + (failure.subject.resource.map { " " + MRSSResource($0).name } ?? "")
    }

    /// How it failed, and with which words.
    static func value(of failure: FailedCall) -> String {
        let words = [failure.code, failure.message].compactMap { $0 }.joined(separator: ", ")
        let outcome = failure.status.map { "\($0) \(Self.words(failure.cause))" } ?? Self.words(failure.cause)
        return "\(KnowledgeText.text(of: failure.at.event)) → \(outcome)" + (words.isEmpty ? "" : ": \(words)")
    }

    private static func words(_ cause: FailedCall.Cause) -> String {
        switch cause {
        case .throttled: "throttled"
        case .serverError: "server error"
        case .rejected: "rejected"
        case .unreadable: "unreadable"
        case .undecided: "no decision"
        case .noResponse: "no response"
        }
    }
}
