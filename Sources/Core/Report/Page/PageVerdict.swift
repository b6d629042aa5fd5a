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
        /// The user did, and the replay has errors, or the app breaks a rule.
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

    /// The verdict: the recording's story, and what was found beside it.
    init(_ story: RecordingStory, _ history: History, _ findings: [PageFinding], _ source: PageSource) {
        message = story.message
        if source.isScenario, let run = source.run {
            judge(run)
            return
        }
        level =
            switch story.outcome {
            case .failed: .error
            case .notShown: .unknown
            case .succeeded: findings.contains { $0.level != .note } ? .warning : .ok
            }
        parting = Self.parting(story, findings, source)
        later = Self.later(story, history)
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

    private static func parting(_ story: RecordingStory, _ findings: [PageFinding], _ source: PageSource) -> String {
        if let error = findings.first(where: { $0.level == .error }) {
            return [error.place, error.message].filter { !$0.isEmpty }.joined(separator: ": ")
        }
        if let denial = story.denials.first { return "At \(RefusalText.value(of: denial))." }
        if let failure = story.failures.first {
            return "\(RefusalText.name(of: failure)): \(RefusalText.value(of: failure))"
        }
        if let refusal = story.lastRefusal ?? (story.hasFailed ? story.refusals.last : nil) {
            return "At \(RefusalText.value(of: refusal))."
        }
        guard let replay = source.replay else {
            return story.entries.isEmpty ? "" : "The recording was not replayed: no comparison with the documents."
        }
        let warnings = findings.count { $0.level == .warning }
        let replayed = "\(replay.replayedCount) of \(CountedNoun.text(replay.exchangeCount, "exchange")) replayed"
        let rules = warnings > 0 ? "; the app breaks \(CountedNoun.text(warnings, "rule")) of the documents" : ""
        return "App and service agree: \(replayed) without an error\(rules)."
    }

    private static func later(_ story: RecordingStory, _ history: History) -> String {
        guard let end = history.span?.upperBound else { return "" }
        let then = end + PageOutlook.absence
        let signIns = story.entries.filter { $0.kind.isSignOn }
        guard let last = signIns.last else {
            return "The recording shows no sign-on: nothing is known of 31 d later."
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
