import ClientStack
import Exchanges
import PassAPI
import Services
import Tokens
import VirtualTime

/// The user actions that an app's calls imply, segment by segment.
struct BehaviorUserActions {
    private(set) var userActions: [UserAction] = []
    private let observed: ObservedBehavior
    private let fetches: AccessFetches

    /// The user's actions behind the calls that `observed` was read from, in order.
    init(_ observed: ObservedBehavior) {
        self.observed = observed
        fetches = AccessFetches(observed.session.calls)
        let segments = observed.segments
        for (index, segment) in segments.enumerated() {
            let next = index + 1 < segments.count ? segments[index + 1] : nil
            // A playback that follows on a sign-in by the app's clock is what that was for.
            let isWanted = begins(segment, for: next)
            let hasBegun = index > 0 && begins(segments[index - 1], for: segment)
            infer(segment, until: next?.startedAt ?? .distantFuture, for: isWanted ? next : nil, hasBegun: hasBegun)
        }
    }

    private func begins(_ segment: BehaviorSegment, for next: BehaviorSegment?) -> Bool {
        guard let next, let first = segment.calls.first, observed.clockSignIns.contains(first.ordinal) else {
            return false
        }
        return next.kind == .play && next.continues(segment)
    }

    private mutating func add(_ action: UserAction.Action, at instant: Instant) {
        userActions.append(UserAction(ordinal: userActions.count + 1, occurredAt: instant, action: action))
    }

    private mutating func infer(
        _ segment: BehaviorSegment,
        until next: Instant,
        for playback: BehaviorSegment?,
        hasBegun: Bool
    ) {
        if !segment.isStart, startsAnew(segment), !userActions.isEmpty { add(.launch, at: segment.startedAt) }
        switch segment.kind {
        case .launch:
            if segment.isStart {
                add(.launch, at: segment.startedAt)
            } else {
                for call in segment.calls { inferOther(call) }
            }
        case .signIn:
            if let playback {
                add(.play(resource: playback.resource ?? ""), at: segment.startedAt)
            } else {
                add(.selectProvider(mvpd(of: segment) ?? ""), at: segment.startedAt)
            }
        case .play:
            if !hasBegun { add(.play(resource: segment.resource ?? ""), at: segment.startedAt) }
        case .logout:
            add(.logOut, at: segment.startedAt)
        }
        for login in segment.logins { infer(login, in: segment) }
        // Who polls by a timer has stopped; whoever waits for the user may wait still when the recording ends.
        let isLast = next == .distantFuture
        let waitsForUser = observed.behavior.pollPace == .user || observed.behavior.login == .page
        if segment.isLoginOpen, !(isLast && waitsForUser) {
            add(.cancel, at: min(segment.endedAt + .milliseconds(1), next))
        }
    }

    /// Returns true if an access token shows that the app was started, and nothing else does.
    private func startsAnew(_ segment: BehaviorSegment) -> Bool {
        guard observed.behavior.launchCalls.isEmpty else { return false }
        switch observed.behavior.registration {
        case .eachStart: return fetches.showsStart(segment.access, registers: true)
        case .tokenEachStart: return fetches.showsStart(segment.access, registers: false)
        case .whenNeeded, .whenRefused, .never: return false
        }
    }

    /// The user's word that they have logged in, where the app waits for it.
    private mutating func infer(_ login: BehaviorSegment.ObservedLogin, in segment: BehaviorSegment) {
        let behavior = observed.behavior
        if behavior.login == .secondScreen {
            let next = observed.session.calls.first { $0.ordinal > login.begin.ordinal }
            // Who types another code has given up on this one.
            guard let next, next.purpose != .signIn else { return }
            add(.confirmLogin, at: next.startedAt)
            guard behavior.pollPace == .user else { return }
            return say(login.polls.dropFirst(), after: login.polls.first?.endedAt ?? next.endedAt)
        }
        guard behavior.pollPace == .user || behavior.login == .page else { return }
        if behavior.authenticationCall == nil {
            // What follows in the same stretch, the app's own back end has let happen.
            let next = segment.calls.dropFirst(login.index + 1).first
            let isLast = observed.segments.last?.calls.last == login.begin
            // Where the recording ends with the code, nothing says that the user has logged in.
            guard !isLast else { return }
            add(word, at: next?.startedAt ?? login.begin.endedAt + .milliseconds(1))
        } else if behavior.pollPace == .user {
            say(login.polls[...], after: login.begin.endedAt)
        } else if let first = login.polls.first {
            add(.closeWebView, at: max(first.startedAt, login.begin.endedAt))
        }
    }

    /// What the user does when the login is done: only an app with a page of its own has that closed.
    private var word: UserAction.Action { observed.behavior.login == .page ? .closeWebView : .confirmLogin }

    /// The user's word before each of these polls.
    private mutating func say(_ polls: ArraySlice<RecordedCall>, after instant: Instant) {
        // A recorder may say that a call began before the answer it waited for had come.
        var earliest = instant
        for poll in polls {
            add(word, at: max(poll.startedAt, earliest))
            earliest = poll.endedAt
        }
    }

    private mutating func inferOther(_ call: RecordedCall) {
        switch call.purpose {
        case .preauthorization:
            // The REST API has them in one parameter, the SDKs one in each.
            let all = call.request.parameters.filter { $0.name == "resource_id" }.map(\.value)
            let listed = (call.request["resource"] ?? "").split(separator: ",").map { String($0) }
            add(.preauthorize(resources: all + listed), at: call.startedAt)
        case .metadata where call.request.operation.role == .metadata:
            add(.readUserMetadata, at: call.startedAt)
        case .access, .providers, .signIn, .signInStep, .platformSignOn, .check, .authorization, .authorizationCheck,
            .media,
            .signature, .metadata, .logout, .reset:
            break
        }
    }

    /// The MVPD of a sign-in: what the login names, or what its token does.
    private func mvpd(of segment: BehaviorSegment) -> String? {
        for call in segment.calls {
            if let mvpd = call.request.mvpd, !mvpd.isEmpty { return mvpd }
            if case .authentication(let details)? = call.response?.content { return details.mvpd }
            if let mvpd = call.authentication?.msoID { return mvpd }
        }
        return nil
    }
}
