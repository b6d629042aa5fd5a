import SubscriberAccount
import ClientStack
import Exchanges
import PassAPI
import Services
import VirtualTime

/// The user actions that the calls of an app of REST API V2 imply (rest-api-v2.md §6).
struct StreamingAppUserActions {
    private let session: RecordedSession
    private var userActions: [UserAction] = []

    /// The user actions behind the calls of `session`, in order.
    static func userActions(for session: RecordedSession, _ options: StreamingAppOptions) -> [UserAction] {
        var inference = StreamingAppUserActions(session: session)
        inference.infer(options)
        return inference.userActions
    }

    private init(session: RecordedSession) { self.session = session }

    private mutating func add(_ action: UserAction.Action, at instant: Instant) {
        userActions.append(UserAction(ordinal: userActions.count + 1, occurredAt: instant, action: action))
    }

    private mutating func infer(_ options: StreamingAppOptions) {
        let calls = session.calls
        var hasLaunched = false
        // True once the present run has done more than fetch what a start fetches.
        var isUnderWay = false
        // The code that is out, and how the last question for its profile ended.
        var openCode: String?
        var lastPoll: RecordedCall?
        // The poll that has shown the login, until the next call.
        var loginEnd: RecordedCall?
        // A playback that was refused for want of a sign-on goes on by itself after it.
        var pending: String?
        for (index, call) in calls.enumerated() {
            let operation = call.request.operation
            // What is fetched before a call is fetched for it.
            guard operation.interface == .restV2 else { continue }
            let previous = index > 0 ? calls[..<index].last { $0.request.operation.interface == .restV2 } : nil
            let begins = operation.role == .check || operation.role == .token
            let isPoll = openCode != nil && operation == options.pollWith.operation
            let isAfterLogin = loginEnd.map { call.follows($0, in: options) } ?? false
            loginEnd = isPoll && call.showsProfile ? call : nil
            let isReaction =
                isPoll || isAfterLogin || pending != nil || previous.map { isRenewed($0, by: call) } == true
            if !hasLaunched || begins && isUnderWay && !isReaction {
                if openCode != nil, let lastPoll { add(.cancel, at: lastPoll.endedAt + .milliseconds(1)) }
                (openCode, pending) = (nil, nil)
                if !beginsSignedOn || hasLaunched { add(.launch, at: launch(before: call, after: previous)) }
                (hasLaunched, isUnderWay) = (true, false)
            }
            if operation.role != .providers { isUnderWay = true }
            switch isPoll ? .tokenByCode : operation.role {
            case .code:
                if let mvpd = call.request.mvpd, isChosen(mvpd, before: call) {
                    add(.selectProvider(mvpd), at: call.startedAt)
                }
                openCode = call.response?.issuedCode
                lastPoll = call
            case .tokenByCode:
                if options.userAgent == .own, lastPoll?.request.operation.role == .code {
                    add(.closeWebView, at: call.startedAt)
                }
                lastPoll = call
                if !call.isPolledOn { openCode = nil }
            case .decision:
                let resource = call.request.resources.first ?? ""
                // No session comes before it: the provider was a Temp Pass.
                if let mvpd = call.request.mvpd, session.isTempPass(mvpd), isFirst(mvpd, before: call) {
                    add(.selectProvider(mvpd), at: call.startedAt)
                }
                let isRepeated =
                    pending == resource
                    || previous.map { isRenewed($0, by: call) || isInsistence($0, by: call) } == true
                if !isRepeated { add(.play(resource: resource), at: call.startedAt) }
                pending = call.asksForSignOn ? resource : nil
            case .preauthorization:
                if previous.map({ isRenewed($0, by: call) }) != true {
                    add(.preauthorize(resources: call.request.resources), at: call.startedAt)
                }
            case .logout: add(.logOut, at: call.startedAt)
            default: break
            }
        }
        if openCode != nil, let lastPoll { add(.cancel, at: lastPoll.endedAt + .milliseconds(1)) }
    }

    /// True if the recording begins with an app that runs: its first call needs somebody who is signed on.
    private var beginsSignedOn: Bool {
        let first = session.calls.first { $0.request.operation.interface == .restV2 }
        return [.decision, .preauthorization, .logout].contains(first?.request.operation.role)
    }

    /// True if the second call is the first once more, with another access token.
    ///
    /// Or because it was throttled, or the service could not decide.
    private func isRenewed(_ first: RecordedCall, by second: RecordedCall) -> Bool {
        let isRefused = [401, 429].contains(first.response?.status)
        return isRefused && first.request.operation == second.request.operation || second.repeats(first)
    }

    /// True if a denied resource is requested so soon that nobody can have read of the denial: the app does it by itself.
    private func isInsistence(_ first: RecordedCall, by second: RecordedCall) -> Bool {
        guard case .decisions(let decisions)? = first.response?.content, let only = decisions.first else {
            return false
        }
        return decisions.count == 1 && only.isDenial && first.request.operation == second.request.operation
            && first.request.resources == second.request.resources
            && second.startedAt - first.endedAt < Self.shortestReaction
    }

    /// A person who presses a button once more has waited longer.
    private static let shortestReaction = Duration.seconds(1)

    /// A run begins with the access that it needs, or with a question to the platform.
    private func launch(before call: RecordedCall, after previous: RecordedCall?) -> Instant {
        let end = previous?.endedAt ?? .distantPast
        let access = session.calls.first {
            $0.startedAt > end && $0.ordinal < call.ordinal && $0.request.operation.interface == .clientRegistration
        }
        let question = session.vsaCalls.first { $0.answeredAt > end && $0.answeredAt <= call.startedAt }
        return min(access?.startedAt ?? call.startedAt, min(question?.answeredAt ?? call.startedAt, call.startedAt))
    }

    /// True if the user has chosen the provider in the app's own picker: the app did not know it by an earlier call.
    private func isChosen(_ mvpd: String, before call: RecordedCall) -> Bool {
        !session.calls.contains {
            $0.ordinal < call.ordinal && $0.request.operation.role != .code && $0.request.mvpd == mvpd
        }
    }

    private func isFirst(_ mvpd: String, before call: RecordedCall) -> Bool {
        !session.calls.contains { $0.ordinal < call.ordinal && $0.request.mvpd == mvpd }
    }
}

extension RecordedCall {
    /// True if it was refused because nobody is signed on (rest-api-v2.md §4).
    fileprivate var asksForSignOn: Bool {
        switch response?.content {
        case .decisions(let decisions)?: decisions.contains { $0.error?.advisedAction == .authentication }
        case .error(let error)?: error.advisedAction == .authentication
        default: false
        }
    }
}
