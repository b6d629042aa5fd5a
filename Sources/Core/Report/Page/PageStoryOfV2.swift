import Documents
import Exchanges
import VirtualTime

/// What the calls of REST API V2 in a recording amount to, in V2's own words: profiles, decisions, logout.
///
/// They are not replayed. What stands here was in responses; lifetimes are those that the responses state.
struct PageStoryOfV2: Sendable {
    /// The calls, first to last.
    let calls: [PageCallOfV2]
    private let end: Instant

    /// The story of `recording`; nil if it has no call of V2.
    init?(_ recording: Recording) {
        calls = recording.exchanges.compactMap { PageCallOfV2($0) }
        guard !calls.isEmpty else { return nil }
        end = recording.exchanges.map(\.endedAt).max() ?? .distantPast
    }

    // MARK: The verdict

    /// Where each resource's last decision was a denial.
    private var denials: [(call: PageCallOfV2, decision: PageCallOfV2.Decision)] {
        var decided: Set<ExactText> = []
        let last = authorizations.reversed().filter { decided.insert(ExactText($0.decision.resource)).inserted }
        return last.reversed().filter { !$0.decision.isAuthorized }
    }
    private var authorizations: [(call: PageCallOfV2, decision: PageCallOfV2.Decision)] {
        calls.filter { $0.kind == .authorization }.flatMap { call in call.decisions.map { (call, $0) } }
    }
    private var lastProfile: (call: PageCallOfV2, profile: PageCallOfV2.Profile)? {
        calls.last { !$0.profiles.isEmpty }.flatMap { call in call.profiles.last.map { (call, $0) } }
    }
    private var permitted: [String] {
        authorizations.filter(\.decision.isAuthorized).map(\.decision.resource)
    }
    /// The last call that failed and after which nothing of its kind went well.
    private var failure: PageCallOfV2? {
        guard let call = calls.last(where: { ($0.status ?? 599) >= 400 }) else { return nil }
        return calls.contains { $0.kind == call.kind && $0.ordinal > call.ordinal } ? nil : call
    }
    /// A logout that ended a profile: `invalid` found none.
    private var logout: PageCallOfV2? {
        calls.last { $0.kind == .logout && $0.action != nil && $0.action.map { ExactText($0) } != "invalid" }
    }

    /// Whether the user got what they wanted.
    var outcome: RecordingStory.Outcome {
        if !denials.isEmpty || failure != nil { return .failed }
        if !permitted.isEmpty || lastProfile != nil { return .succeeded }
        return calls.contains { $0.kind == .poll } ? .failed : .notShown
    }

    /// What happened, in a sentence.
    var sentence: String {
        var clauses: [String] = []
        if let last = lastProfile {
            let type = last.profile.type.isEmpty ? "" : " (\(last.profile.type))"
            clauses.append("got a profile of \(last.profile.mvpd)\(type) by exchange \(last.call.ordinal)")
        } else if let poll = calls.last(where: { $0.kind == .poll }) {
            let count = CountedNoun.text(calls.count { $0.kind == .poll }, "poll")
            clauses.append("got no profile: \(count), the last by exchange \(poll.ordinal)")
        } else if calls.contains(where: { $0.kind == .profiles }) {
            clauses.append("got no profile")
        }
        if !permitted.isEmpty {
            let sources = authorizations.filter(\.decision.isAuthorized).compactMap(\.decision.source)
            let source = sources.isEmpty ? "" : " (source \(WordList.text(ofNames: sources)))"
            clauses.append("was permitted \(WordList.text(ofNames: permitted))\(source)")
        }
        let denied = denials.map(\.decision)
        if !denied.isEmpty {
            let resources = WordList.text(ofNames: denied.map(\.resource))
            clauses.append("was denied \(resources)" + (denied.first?.code.map { " (\($0))" } ?? ""))
        }
        if let failure {
            let status = failure.status.map { "\($0)" } ?? "no response"
            clauses.append("met \(failure.errorCode ?? status) at exchange \(failure.ordinal)")
        }
        if let logout { clauses.append("requested the logout by exchange \(logout.ordinal)") }
        guard !clauses.isEmpty else {
            return "The app uses REST API V2 and requested neither a profile nor a decision."
        }
        return "The app, on REST API V2, \(WordList.text(clauses))."
    }

    /// Where app and service part, in a line.
    var parting: String {
        if let denial = denials.first {
            let details = denial.decision.details.map { ": \($0)" } ?? ""
            return "At exchange \(denial.call.ordinal): \(denial.decision.resource) not authorized, "
                + "\(denial.decision.code ?? "without a code")\(details)"
        }
        if let failure {
            let status = failure.status.map { "status \($0)" } ?? "no response"
            return "At exchange \(failure.ordinal): \(status)" + (failure.errorCode.map { ", \($0)" } ?? "") + "."
        }
        return "REST API V2 is not replayed: read from the responses, no comparison with the documents."
    }

    /// What is left 31 days after the end, in a sentence.
    var later: String {
        guard let (call, profile) = lastProfile else {
            return "The recording shows no profile: nothing is known of 31 d later."
        }
        let name = "The profile of \(profile.mvpd)"
        if let logout, logout.ordinal > call.ordinal {
            return "\(name) was logged out by exchange \(logout.ordinal): the user has to sign in again."
        }
        guard let expires = profile.expiresAt else { return "\(name) has no notAfter: nothing is known of 31 d later." }
        let then = end + PageOutlook.absence
        if expires > then { return "\(name) is still valid, until \(expires): no new sign-in is needed." }
        return
            "\(name) expired \(DistanceText(then - expires)) before that, at \(expires): the app needs a new profile."
    }

    // MARK: Lives

    private struct LifeKey: Hashable {
        var name: ExactText
        var expiresAt: Instant
    }

    /// What the responses show to expire: codes of logins, profiles, media tokens; each profile once.
    var lives: [PageLife] {
        var lives: [PageLife] = []
        var known: Set<LifeKey> = []
        func add(_ name: String, _ kind: String, _ title: String, _ call: PageCallOfV2, _ expiresAt: Instant?) {
            guard let expiresAt else { return }
            let isNew = known.insert(LifeKey(name: ExactText(name), expiresAt: expiresAt)).inserted
            if isNew { lives.append(PageLife(ofV2: name, kind, title, lives.count, call, expiresAt: expiresAt)) }
        }
        for call in calls {
            if let code = call.loginCode { add("code \(code)", "registrationCode", "Code", call, call.loginExpiresAt) }
            for profile in call.profiles {
                add("profile \(profile.mvpd)", "profile", "Profile", call, profile.expiresAt)
            }
            for decision in call.decisions {
                add("media-token \(decision.resource)", "mediaToken", "Media token", call, decision.tokenExpiresAt)
            }
        }
        if let logout {
            for index in lives.indices where lives[index].kind == "profile" && lives[index].startedAt < logout.endedAt {
                lives[index].end("loggedOut", "logged out by exchange \(logout.ordinal)", at: logout.endedAt)
            }
        }
        return lives
    }

    /// The stops at which something of V2 expires.
    ///
    /// What follows is the documents': an expired profile is no longer in the response, and without one the app begins
    /// a session (rest-api-v2.md §5.6); the next playback needs a new decision (§6.5); polling stops with the code (§9.1).
    static func stops(of lives: [PageLife]) -> [PageStop] {
        lives.filter { $0.entry >= PageLife.firstOfV2 && $0.ending == nil }.flatMap { life -> [PageStop] in
            guard let expires = life.expiresAt else { return [] }
            var before = PageStop(kind: .justBefore(entry: life.entry), instant: expires - .nanoseconds(1))
            var at = PageStop(kind: .at(entry: life.entry), instant: expires)
            switch life.kind {
            case "profile":
                before.effect = "profiles → the profile"
                at.effect = "profiles → without it; the documented client begins a session"
            case "mediaToken":
                before.effect = "verifier: VALID_TOKEN"
                at.effect = "verifier: TOKEN_EXPIRED; the next play needs a new decision"
            default:
                before.effect = "the code can be entered"
                at.effect = "the documented client stops polling and shows a new code"
            }
            return [before, at]
        }
    }
}
