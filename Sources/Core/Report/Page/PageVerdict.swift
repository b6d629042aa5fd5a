import Documents
import Exchanges
import History
import PassAPI
import Replay
import Simulation
import SubscriberAccount
import VirtualTime

/// What a reader wants to know first: what happened, where app and service part, and what is left in 31 days.
struct PageVerdict: Hashable, Sendable {
    /// How good that is.
    enum Level: String, Hashable, Sendable, CaseIterable {
        /// The user got what they wanted.
        case ok
        /// The user did, and the app breaks a rule.
        case warning
        /// The user did not.
        case error
        /// It cannot be told.
        case unknown
    }

    /// How good it is.
    private(set) var level = Level.ok
    /// What happened, in a sentence.
    private(set) var message = ""
    /// Where app and service part, in a line.
    private(set) var parting = ""
    /// What of it is left 31 days after the end, in a sentence.
    private(set) var later = ""

    var object: JSONObject {
        func text(_ sentence: String) -> JSONValue { .string(PrintableText.excerpt(sentence, limit: 600)) }
        return [
            "level": .string(level.rawValue), "message": text(message), "parting": text(parting), "later": text(later),
        ]
    }

    /// The verdict; `newer` is what the calls of REST API V2 amount to, which the history does not read.
    init(
        _ history: History,
        device: Int?,
        _ timeline: PageTimeline,
        _ source: PageSource,
        newer: PageStoryOfV2? = nil
    ) {
        let story = Story(history, device, source.recording.vsaCalls, timeline)
        let findings = timeline.findings
        message = story.sentence
        if source.isScenario, let run = source.run {
            judge(run)
            return
        }
        if let newer, story.isEmpty {
            (level, message, parting, later) = (newer.level, newer.sentence, newer.parting, newer.later)
            return
        }
        if let newer { message += " " + newer.sentence }
        parting = Self.parting(story, findings, source)
        later = Self.later(story, history)
        if findings.contains(where: { $0.level == .error }) || story.hasFailed || newer?.level == .error {
            level = .error
        } else if findings.contains(where: { $0.level == .warning }) {
            level = .warning
        } else if story.isEmpty {
            level = .unknown
        }
    }

    /// The verdict on a scenario: it is about expectations.
    private mutating func judge(_ run: PageRun) {
        level = run.failures.isEmpty ? .ok : .error
        message =
            "The scenario ran through the simulated service, " + CountedNoun.text(run.timeline.events.count, "event")
            + "."
        parting =
            run.failures.first.map { "line \($0.line): expectation not met: \($0.expected); found: \($0.found)" }
            ?? "No expectation failed."
        later = ""
    }

    private static func parting(_ story: Story, _ findings: [PageFinding], _ source: PageSource) -> String {
        if let error = findings.first(where: { $0.level == .error }) {
            return [error.place, error.message].filter { !$0.isEmpty }.joined(separator: ": ")
        }
        if let denial = story.denials.first { return "At \(HoldingText.value(of: denial))." }
        if let failure = story.failures.first {
            return "\(HoldingText.name(of: failure)): \(HoldingText.value(of: failure))"
        }
        if let refusal = story.lastRefusal ?? (story.hasFailed ? story.refusals.last : nil) {
            return "At \(HoldingText.value(of: refusal))."
        }
        guard let replay = source.replay else {
            return story.entries.isEmpty ? "" : "The recording was not replayed: no comparison with the documents."
        }
        let warnings = findings.count { $0.level == .warning }
        let replayed = "\(replay.replayedCount) of \(CountedNoun.text(replay.exchangeCount, "exchange")) replayed"
        let rules = warnings > 0 ? "; the app breaks \(CountedNoun.text(warnings, "rule")) of the documents" : ""
        return "App and service agree: \(replayed) without an error\(rules)."
    }

    private static func later(_ story: Story, _ history: History) -> String {
        guard let end = history.span?.upperBound else { return "" }
        let then = end + PageOutlook.absence
        let signIns = story.entries.filter { [.authenticationToken, .tempPass].contains($0.kind) }
        guard let last = signIns.last else {
            return "The recording shows no AuthN token: nothing is known of 31 d later."
        }
        let name = last.name
        if let ending = last.ending, ending.value.cause != .expired, ending.value.instant <= end {
            return "\(name) was \(KnowledgeText.text(of: ending.value.cause)): the user has to sign in again."
        }
        guard let expires = last.expires else { return "No expiration of \(name) is known." }
        let assumed = expires.knowledge.isAssumed ? " (assumed)" : ""
        if expires.value > then {
            return "\(name) is still valid, until \(expires.value)\(assumed): no new sign-in is needed."
        }
        let distance = DistanceText(then - expires.value)
        return "\(name) expired \(distance) before that, at \(expires.value)\(assumed): the user has to sign in again."
    }
}

/// What a history amounts to for the user of one device.
private struct Story {
    let entries: [Holding]
    let refusals: [RecordedRefusal]
    let failures: [FailedCall]
    /// What came of Apple's accounts, if not a sign-in.
    private let refusedAccount: String?
    /// What media tokens were issued for, each once.
    private let played: [String]
    /// True if the user saw the provider's login page, and no code.
    private let seesLoginPage: Bool
    /// True if nothing of a sign-in or a playback is known.
    var isEmpty: Bool { signIns.isEmpty && played.isEmpty && refusals.isEmpty && failures.isEmpty }
    /// What the TV provider refused, and was not played either.
    let denials: [RecordedRefusal]

    init(_ history: History, _ device: Int?, _ calls: [VSACall], _ timeline: PageTimeline) {
        func isShown(_ subject: Holding.Subject) -> Bool {
            device == nil || subject.device == nil || subject.device == device
        }
        entries = history.entries.filter { isShown($0.subject) }
        played = WordList.distinct(entries.filter { $0.kind == .mediaToken }.map { Self.resource($0.subject) })
        refusals = history.refusals.filter { isShown($0.subject) }
        let names = Set(played.map { ExactText($0) })
        denials = refusals.filter { $0.isDenial && !names.contains(ExactText(Self.resource($0.subject))) }
        failures = history.failures.filter { isShown($0.subject) && $0.cause != .throttled }
        let seen = timeline.events.filter { $0.lane == .user }.map(\.name)
        seesLoginPage = seen.contains("sees web view") && !seen.contains("sees code")
        refusedAccount =
            entries.contains { $0.kind == .assertion } ? nil : calls.compactMap(Self.refusal).last
    }

    /// What a call of Apple's framework came to for the user; nil if it went well, or only asked.
    private static func refusal(_ call: VSACall) -> String? {
        switch (call.question, call.answer) {
        case (_, .accessStatus(.denied, _)): return "denied the app access to the TV provider account"
        case (.enqueue(let request), .metadata(_, let error?)) where request.isInterruptionAllowed:
            switch error.knownCode {
            case .unsupportedProvider: return "chose a TV provider that Apple's accounts do not support"
            case .userCancelled: return "left Apple's sign-in"
            default: return "met \(error.fact) at Apple's sign-in"
            }
        default: return nil
        }
    }

    private static func resource(_ subject: Holding.Subject) -> String {
        subject.resource.map { PrintableText.excerpt(MRSSResource($0).name, limit: 80) } ?? "a resource"
    }

    private var signIns: [Holding] { entries.filter { [.authenticationToken, .tempPass].contains($0.kind) } }

    /// True if the user did not get what they wanted in the end.
    var hasFailed: Bool {
        if !denials.isEmpty || lastRefusal != nil { return true }
        return signIns.isEmpty && (refusals.contains(where: \.isPoll) || !failures.isEmpty)
    }

    /// The refusal of a playback after which nothing was played; nil if there is none.
    var lastRefusal: RecordedRefusal? {
        let last = refusals.last { [.authorization, .media, .signature].contains($0.operation.purpose) }
        guard let last, !last.isDenial else { return nil }
        return entries.contains { $0.kind == .mediaToken && $0.issued.value.instant > last.at.instant } ? nil : last
    }

    var sentence: String {
        var clauses = refusedAccount.map { [$0] } ?? []
        if let last = signIns.last {
            clauses.append(signIn(last))
        } else if let poll = refusals.last(where: \.isPoll) {
            let count = CountedNoun.text(refusals.count(where: \.isPoll), "poll")
            clauses.append("did not sign in: \(count), the last by \(KnowledgeText.text(of: poll.at.event))")
        }
        if !played.isEmpty { clauses.append("played " + WordList.text(ofNames: played)) }
        if let denial = denials.first {
            let resources = WordList.text(ofNames: denials.map { Self.resource($0.subject) })
            let reason = denial.message.map { " (\($0))" } ?? ""
            clauses.append("was denied \(resources) by the TV provider\(reason)")
        } else if let refusal = lastRefusal {
            let resource = refusal.subject.resource.map { MRSSResource($0).name }
            let isAgain = resource.map(played.contains) ?? !played.isEmpty
            let reason = refusal.message ?? (refusal.isPendingLogout ? "pending logout" : nil)
            clauses.append(
                "could not play \(isAgain ? "it again" : resource ?? "anything"): "
                    + "\(refusal.operation.rawValue) → \(refusal.status)" + (reason.map { ", \($0)" } ?? "")
            )
        }
        if let failure = failures.last, signIns.isEmpty {
            clauses.append("met a failure: \(HoldingText.name(of: failure)), \(HoldingText.value(of: failure))")
        }
        if signIns.contains(where: { if case .loggedOut? = $0.ending?.value.cause { true } else { false } }) {
            // Whether the user wanted it is not in a call.
            clauses.append("was logged out")
        }
        guard !clauses.isEmpty else {
            return entries.isEmpty
                ? "No sign-in is in this recording." : "The recording shows no sign-in and no playback."
        }
        return "The user " + WordList.text(clauses) + "."
    }

    private func signIn(_ holding: Holding) -> String {
        let provider = holding.subject.mvpd.map { " with \($0)" } ?? ""
        if holding.isFromBefore { return "was signed in\(provider) already" }
        if holding.kind == .tempPass { return "got a Temp Pass" }
        // A token that took the place of one that was still valid is no sign-in of its own.
        let others = signIns.filter { one in
            if case .replaced? = one.ending?.value.cause { false } else { true }
        }
        let times = others.count > 1 ? " " + CountedNoun.text(others.count, "time") : ""
        if entries.contains(where: { $0.kind == .assertion }) {
            return "signed in\(times)\(provider) through Apple's TV provider account"
        }
        if seesLoginPage { return "signed in\(times)\(provider) on its login page" }
        if holding.subject.code != nil || entries.contains(where: { $0.kind == .registrationCode }) {
            return "signed in\(times)\(provider) by registration code"
        }
        return "signed in\(times)\(provider)"
    }
}
