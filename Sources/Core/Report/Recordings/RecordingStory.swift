public import Documents
public import Exchanges
import History
import PassAPI
import SubscriberAccount
import VirtualTime

/// What a recording amounts to for the user of one device: what happened, and whether the user got what they wanted.
///
/// It is made from the recording alone, so that it is the same wherever it is shown.
public struct RecordingStory: Sendable {
    /// Whether the user got what they wanted.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// The user signed in, or played.
        case succeeded
        /// Something that the user wanted to play was refused and never played after that, or no sign-in came about.
        case failed
        /// The recording shows neither.
        case notShown

        /// The outcome in words.
        public var words: String {
            switch self {
            case .succeeded: "Succeeded"
            case .failed: "Failed"
            case .notShown: "Not shown"
            }
        }
    }

    let entries: [Holding]
    let refusals: [RecordedRefusal]
    let failures: [FailedCall]
    /// What came of Apple's accounts, if not a sign-in.
    private let refusedAccount: String?
    /// What media tokens were issued for, each once.
    private let played: [String]
    /// True if a page of a provider is in the recording.
    private let hasProviderPage: Bool
    /// True if the client that made the code opened the login page with it: nobody typed that code.
    private let opensLoginPage: Bool
    /// The end of the recording.
    private let end: Instant
    /// True if nothing of a sign-in or a playback is known.
    var isEmpty: Bool { signIns.isEmpty && played.isEmpty && refusals.isEmpty && failures.isEmpty }
    /// What the TV provider refused, and was not played either.
    let denials: [RecordedRefusal]

    /// The story of a recording, for its main device or the one that is named so.
    public init(of recording: Recording, device named: String? = nil) {
        let history = History(recording)
        self.init(of: recording, history, device: named.flatMap(history.device(named:)) ?? history.mainDevice)
    }

    /// The story of a recording with its history, for the device at this place; nil stands for all.
    init(of recording: Recording, _ history: History, device: Int?) {
        func isShown(_ subject: Holding.Subject) -> Bool {
            device == nil || subject.device == nil || subject.device == device
        }
        entries = history.entries.filter { isShown($0.subject) }
        played = WordList.distinct(entries.filter { $0.kind == .mediaToken }.map { Self.resource($0.subject) })
        refusals = history.refusals.filter { isShown($0.subject) }
        var lastPlays: [ExactText: Instant] = [:]
        for entry in entries where entry.kind == .mediaToken {
            let resource = ExactText(Self.resource(entry.subject))
            lastPlays[resource] = max(lastPlays[resource] ?? .distantPast, entry.issued.value.instant)
        }
        denials = refusals.filter { refusal in
            guard refusal.isDenial else { return false }
            return (lastPlays[ExactText(Self.resource(refusal.subject))] ?? .distantPast) <= refusal.at.instant
        }
        failures = history.failures.filter { isShown($0.subject) && $0.cause != .throttled }
        opensLoginPage = Self.opensLoginPage(recording)
        end = history.span?.upperBound ?? .distantPast
        hasProviderPage = recording.exchanges.contains { ExchangeKind(of: $0) == .providerPage }
        refusedAccount =
            entries.contains { $0.kind == .assertion } ? nil : recording.vsaCalls.compactMap(Self.refusal).last
    }

    private static func opensLoginPage(_ recording: Recording) -> Bool {
        var makers: Set<ExactText> = []
        for exchange in recording.exchanges {
            guard let call = PassRequest(recognizing: exchange.request) else { continue }
            let agent = ExactText(exchange.request.headers[first: "User-Agent"] ?? "")
            if call.operation.role == .code { makers.insert(agent) }
            if call.operation.specification.caller == .loginPage, makers.contains(agent) { return true }
        }
        return false
    }

    /// Whether the user got what they wanted, all that the recording shows taken together.
    public var outcome: Outcome {
        if hasFailed { return .failed }
        if hasNotLearned || isSignInOpen { return .notShown }
        return signIns.isEmpty && played.isEmpty ? .notShown : .succeeded
    }

    /// Both in a line.
    ///
    /// `Succeeded. The user signed in with Meadowlark by registration code and played KITE1.`
    public var headline: String { "\(outcome.words). \(PrintableText.excerpt(message, limit: 600))" }

    /// The same as an object of JSON.
    public var object: JSONObject {
        [
            "type": .string("outcome"), "outcome": .string(outcome.rawValue),
            "message": .string(PrintableText.excerpt(message, limit: 600)),
        ]
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
        subject.resource.map { PrintableText.excerpt(MRSSResource(parameter: $0).name, limit: 80) } ?? "a resource"
    }

    private var signIns: [Holding] { entries.filter(\.kind.isSignOn) }

    /// True if the user did not get what they wanted in the end.
    var hasFailed: Bool {
        if !denials.isEmpty || lastRefusal != nil || lastFailure != nil || signedOut != nil { return true }
        if isSignInOpen { return false }
        return signIns.isEmpty && (refusals.contains(where: \.isPoll) || !failures.isEmpty || refusedAccount != nil)
    }

    /// The refusal of a playback after which nothing was played; nil if there is none.
    var lastRefusal: RecordedRefusal? {
        let last = refusals.last { [.authorization, .media, .signature].contains($0.operation.purpose) }
        guard let last, !last.isDenial else { return nil }
        // The app has begun a sign-in since, which the recording does not show to its end.
        if last.kind.isSignOn, isSignInOpen { return nil }
        return entries.contains { $0.kind == .mediaToken && $0.issued.value.instant > last.at.instant } ? nil : last
    }

    /// The failure of a playback after which nothing was played; nil if there is none.
    private var lastFailure: FailedCall? {
        let last = failures.last { [.authorization, .media].contains($0.operation.purpose) && $0.status != nil }
        guard let last else { return nil }
        return entries.contains { $0.kind == .mediaToken && $0.issued.value.instant > last.at.instant } ? nil : last
    }

    /// The refusal with which the last sign-in was over, with no other and no playback after it; nil if there is none.
    private var signedOut: RecordedRefusal? {
        guard let last = signIns.last, let ending = last.ending, case .refused(let event) = ending.value.cause,
            !entries.contains(where: { $0.kind == .mediaToken && $0.issued.value.instant > ending.value.instant })
        else { return nil }
        let refusal = refusals.last { $0.at.event == event }
        // One of a playback is named with that.
        return refusal.flatMap { $0.operation.purpose == .check && !$0.isPoll ? $0 : nil }
    }

    /// True if the recording ends in a sign-in by code: nobody knows what came of it.
    private var isSignInOpen: Bool {
        guard let code = entries.last(where: { $0.kind.isCode && !$0.isFromBefore }) else { return false }
        let isUsed = signIns.contains { $0.issued.value.instant >= code.issued.value.instant }
        let isOver = code.ending != nil || code.expires.map { $0.value <= end } == true
        return !isUsed && !isOver
    }

    /// True if a browser signed the user in, and the device has asked since and was not told.
    private var hasNotLearned: Bool {
        guard let last = signIns.last, last.received == nil, !last.isFromBefore, played.isEmpty else { return false }
        return refusals.contains { $0.isPoll && $0.at.instant > last.issued.value.instant }
    }

    /// What happened, in a sentence.
    public var message: String {
        var clauses = refusedAccount.map { [$0] } ?? []
        if let last = signIns.last {
            clauses.append(signIn(last))
            if hasNotLearned, let poll = refusals.last(where: \.isPoll) {
                clauses.append(
                    "was not told so by \(KnowledgeText.text(of: poll.at.event)): \(poll.operation.rawValue) → \(poll.status)"
                )
            }
        } else if !isSignInOpen, let poll = refusals.last(where: \.isPoll) {
            let count = CountedNoun.text(refusals.count(where: \.isPoll), "poll")
            clauses.append("did not sign in: \(count), the last by \(KnowledgeText.text(of: poll.at.event))")
        }
        if !played.isEmpty { clauses.append("played " + WordList.text(ofNames: played)) }
        if let denial = denials.first {
            let resources = WordList.text(ofNames: denials.map { Self.resource($0.subject) })
            let reason = denial.message.map { " (\($0))" } ?? ""
            clauses.append("was denied \(resources) by the TV provider\(reason)")
        } else if let refusal = lastRefusal {
            let resource = refusal.subject.resource.map { MRSSResource(parameter: $0).name }
            let isAgain = resource.map(played.contains) ?? !played.isEmpty
            let reason =
                refusal.message
                ?? (refusal.isPendingLogout ? "pending logout" : refusal.status < 400 ? "not authorized" : nil)
            clauses.append(
                "was refused \(isAgain ? "it after that" : resource ?? "playback"): "
                    + "\(refusal.operation.rawValue) → \(refusal.status)" + (reason.map { ", \($0)" } ?? "")
            )
        } else if let failure = lastFailure {
            clauses.append("could not play \(Self.resource(failure.subject)): \(RefusalText.value(of: failure))")
        }
        if let refusal = signedOut {
            clauses.append("was no longer signed in at \(RefusalText.value(of: refusal))")
        }
        if let failure = failures.last, signIns.isEmpty, lastFailure == nil {
            clauses.append("met a failure: \(RefusalText.name(of: failure)), \(RefusalText.value(of: failure))")
        }
        if case .loggedOut? = signIns.last?.ending?.value.cause {
            // Whether the user wanted it is not in a call.
            clauses.append("was logged out")
        }
        if isSignInOpen {
            let polls = refusals.count {
                $0.isPoll && $0.at.instant > (signIns.last?.issued.value.instant ?? .distantPast)
            }
            let again = signIns.isEmpty ? "" : " again"
            let count = polls == 0 ? "" : ", after \(CountedNoun.text(polls, "poll"))"
            clauses.append("was signing in\(again) when the recording ends\(count)")
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
        if holding.isTrial { return "got a Temp Pass" }
        // A token that took the place of one that was still valid is no sign-in of its own.
        let others = signIns.filter { one in
            if case .replaced? = one.ending?.value.cause { false } else { true }
        }
        let times = others.count > 1 ? " " + CountedNoun.text(others.count, "time") : ""
        if entries.contains(where: { $0.kind == .assertion }) {
            return "signed in\(times)\(provider) through Apple's TV provider account"
        }
        let hasCode = holding.subject.code != nil || entries.contains { $0.kind.isCode }
        if hasCode, !opensLoginPage {
            return "signed in\(times)\(provider) by \(holding.kind == .profile ? "code" : "registration code")"
        }
        return "signed in\(times)\(provider)" + (hasProviderPage ? " on its login page" : "")
    }
}

extension Holding {
    /// True if it is a Temp Pass, in whatever interface.
    fileprivate var isTrial: Bool {
        kind == .tempPass || kind == .profile && subject.source.map { Profile.Kind(rawValue: $0) } == .temporary
    }
}
