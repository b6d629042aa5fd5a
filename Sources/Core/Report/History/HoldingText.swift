import History
import PassAPI
import VirtualTime

/// What a history knows of a token, a refusal or a failure, in words.
enum HoldingText {
    /// Where it is from, how it was used, when it expires: what the service has.
    static func details(of holding: Holding) -> String {
        [origin(of: holding), use(of: holding), holding.expires.map { "expires \(end($0))" }].compactMap { $0 }
            .joined(separator: ", ")
    }

    /// Whose it is, and where it is from.
    static func origin(of holding: Holding) -> String {
        let subject = holding.subject
        let parts: [String?] = [
            subject.mvpd.map { "MVPD \($0)" }, subject.user.map { "user \($0)" }, subject.status,
            holding.isFromBefore ? "from before the recording" : nil, issue(of: holding),
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    /// When something expires, and that nothing states it.
    private static func end(_ expires: Known<Instant>) -> String {
        "\(expires.value)" + (expires.knowledge.isAssumed ? " (assumed)" : "")
    }

    /// When it would have expired that ended before; nil if it did not, or nothing is known of it.
    static func lostEnd(of holding: Holding) -> String? {
        guard let expires = holding.expires, let ending = holding.ending, ending.value.instant < expires.value else {
            return nil
        }
        return "before its end at \(end(expires))"
    }

    /// How the app came by it.
    static func reception(of holding: Holding) -> String {
        guard let received = holding.received else { return "from before the recording" }
        // No response gave it: that it is there shows in what another call came to.
        if holding.text == nil, case .implied(let event) = holding.issued.knowledge, event == received.event,
            holding.expires?.knowledge.event != event
        {
            return "known from \(KnowledgeText.text(of: event))"
        }
        return "received with \(KnowledgeText.text(of: received.event))"
    }

    /// How it ended, and how that is known.
    static func ending(of holding: Holding) -> String {
        guard let ending = holding.ending else { return "expired" }
        let text = "\(KnowledgeText.text(of: ending.value.cause)) at \(ending.value.instant)"
        guard ending.value.cause == .expired else {
            return [text, lostEnd(of: holding)].compactMap { $0 }.joined(separator: ", ")
        }
        return "\(text), \(KnowledgeText.text(of: ending.knowledge))"
    }

    private static func issue(of holding: Holding) -> String {
        switch holding.issued.knowledge {
        case .shown(let event, _): "issued by \(KnowledgeText.text(of: event))"
        case .implied(let event): "known from \(KnowledgeText.text(of: event))"
        case .assumed: KnowledgeText.text(of: holding.issued.knowledge)
        }
    }

    /// The first and the last call that used it.
    static func use(of holding: Holding) -> String {
        guard let first = holding.firstUsed, let last = holding.lastUsed else { return "no recorded call uses it" }
        let events = KnowledgeText.text(of: first.event)
        return first.event == last.event
            ? "used by \(events)" : "used by \(events) to \(KnowledgeText.text(of: last.event))"
    }

    // MARK: Refusals and failures

    /// What was refused, by the name that scenarios have for it.
    static func name(of refusal: RecordedRefusal) -> String {
        Holding(refusal.kind, refusal.subject, issued: Known(refusal.at, .implied(refusal.at.event))).name
    }

    /// The call that was refused, and with which words.
    static func value(of refusal: RecordedRefusal) -> String {
        let words = [refusal.code, refusal.message].compactMap { $0 }.joined(separator: ", ")
        return "\(KnowledgeText.text(of: refusal.at.event)): \(refusal.operation.rawValue) → \(refusal.status)"
            + (refusal.isPendingLogout ? " pending logout" : refusal.status < 400 ? " not authorized" : "")
            + (words.isEmpty ? "" : " \(words)")
            + meaning(of: refusal)
    }

    private static func meaning(of refusal: RecordedRefusal) -> String {
        if refusal.isDenial { return " (denied by the MVPD)" }
        if refusal.isPoll { return " (a poll: not signed in yet)" }
        guard refusal.operation.purpose == .authorization, refusal.status == 403 else { return "" }
        return refusal.kind == .authenticationToken ? " (not signed in)" : " (not authorized, no reason given)"
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
        case .noResponse: "no response"
        }
    }
}
