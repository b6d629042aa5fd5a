import History
import PassAPI
import VirtualTime

/// What a recording shows of the life of something, in words.
enum EvidenceText {
    /// What an entry of the service, of an app, or one that is over says.
    static func value(of entry: StateEntry, _ evidence: StateEntry.Evidence) -> String {
        guard evidence.isValid else { return ending(of: evidence) }
        if case .app = entry.source { return reception(of: evidence) }
        let parts = [origin(of: entry, evidence), use(of: evidence), evidence.expires.map { "expires \(end($0))" }]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    /// Whose it is, and where it is from.
    static func origin(of entry: StateEntry, _ evidence: StateEntry.Evidence) -> String {
        let parts: [String?] = [
            entry.text("mvpd").map { "MVPD \($0)" }, entry.text("user").map { "user \($0)" }, entry.text("status"),
            evidence.isFromBefore ? "from before the recording" : nil, issue(of: evidence),
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    /// When something expires, and that nothing states it.
    private static func end(_ expires: Known<Instant>) -> String {
        "\(expires.value)" + (expires.knowledge.isAssumed ? " (assumed)" : "")
    }

    /// How the app came by it.
    static func reception(of evidence: StateEntry.Evidence) -> String {
        guard let received = evidence.received else { return "from before the recording" }
        // No response gave it: that it is there shows in what another call came to.
        if evidence.text == nil, case .implied(let event) = evidence.issued.knowledge, event == received.event,
            evidence.expires?.knowledge.event != event
        {
            return "known from \(KnowledgeText.text(of: event))"
        }
        return "received with \(KnowledgeText.text(of: received.event))"
    }

    /// How it ended, and how that is known.
    static func ending(of evidence: StateEntry.Evidence) -> String {
        guard let ending = evidence.ending else { return "expired" }
        let text = "\(KnowledgeText.text(of: ending.value.cause)) at \(ending.value.instant)"
        guard ending.value.cause == .expired else { return text + (lostEnd(of: evidence).map { ", \($0)" } ?? "") }
        return "\(text), \(KnowledgeText.text(of: ending.knowledge))"
    }

    /// When it would have expired that ended before; nil if it did not, or nothing is known of it.
    private static func lostEnd(of evidence: StateEntry.Evidence) -> String? {
        guard let expires = evidence.expires, let ending = evidence.ending, ending.value.instant < expires.value else {
            return nil
        }
        return "before its end at \(end(expires))"
    }

    private static func issue(of evidence: StateEntry.Evidence) -> String {
        switch evidence.issued.knowledge {
        case .shown(let event, _): "issued by \(KnowledgeText.text(of: event))"
        case .implied(let event): "known from \(KnowledgeText.text(of: event))"
        case .assumed: KnowledgeText.text(of: evidence.issued.knowledge)
        }
    }

    /// The first and the last call that used it.
    static func use(of evidence: StateEntry.Evidence) -> String {
        guard let first = evidence.firstUsed, let last = evidence.lastUsed else { return "no recorded call uses it" }
        let events = KnowledgeText.text(of: first.event)
        return first.event == last.event
            ? "used by \(events)" : "used by \(events) to \(KnowledgeText.text(of: last.event))"
    }
}
