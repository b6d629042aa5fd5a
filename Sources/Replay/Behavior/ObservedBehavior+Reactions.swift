import ClientStack
import PassAPI
import Services

// What the app does about a refusal.

extension ObservedBehavior {
    mutating func readReactions() {
        for segment in segments {
            switch segment.kind {
            case .play: readReaction(in: segment.calls)
            case .launch: readCheck(in: segment.calls)
            case .signIn, .logout: break
            }
        }
    }

    /// The first refusal of a playback, and what followed until the playback had its authorization, or to the end.
    private mutating func readReaction(in calls: [RecordedCall]) {
        readCheck(in: Array(calls.prefix { $0.role != .authorize && $0.role != .media }))
        guard
            let index = calls.firstIndex(where: { ($0.role == .authorize || $0.role == .media) && !$0.isGranted }),
            let refusal = BehaviorReactions.Refusal(calls[index].response)
        else { return }
        let refused: BehaviorReactions.Call = calls[index].role == .authorize ? .authorize : .media
        let row = BehaviorReactions.row(refused, refusal)
        guard behavior.reactions[refused, refusal] == nil else { return show(row, in: [calls[index]]) }
        let rest = calls[(index + 1)...]
        var steps: [BehaviorReactions.Step] = []
        var isLoggingIn = false
        var used: [RecordedCall] = []
        for call in rest {
            used.append(call)
            if isLoggingIn {
                if call.role == .check, call.isGranted { isLoggingIn = false }
                continue
            }
            switch call.role {
            case .login:
                steps.append(.signIn)
                isLoggingIn = true
            case .authorize: steps.append(.call(.authorize))
            case .media: steps.append(.call(.mediaToken))
            default: steps.append(.call(call.request.operation))
            }
            // From here on the playback is as any other.
            if call.role == .authorize || call.role == .media, call.isGranted { break }
        }
        // What is repeated after a wait is what the documents ask for.
        if refusal == .throttled, steps == BehaviorReactions.documented(refused, refusal) { return }
        // So is a call that is repeated with a new access token.
        if refusal == .unauthorized, let next = rest.first, renews(between: calls[index], and: next) { return }
        behavior.reactions[refused, refusal] = steps
        show(row, in: [calls[index]] + used)
    }

    /// Whether an access token was fetched between two calls of the same kind.
    private func renews(between first: RecordedCall, and second: RecordedCall) -> Bool {
        second.request.operation == first.request.operation
            && session.calls.contains {
                $0.request.operation == .accessToken && $0.ordinal > first.ordinal && $0.ordinal < second.ordinal
            }
    }

    /// A refused check, and what the app made of it where no sign-in followed.
    private mutating func readCheck(in calls: [RecordedCall]) {
        guard let index = calls.firstIndex(where: { $0.role == .check && !$0.isGranted }),
            let refusal = BehaviorReactions.Refusal(calls[index].response)
        else { return }
        let row = BehaviorReactions.row(.check, refusal)
        show(row, in: [calls[index]])
        let isAnswer = [.denied, .notFound, .gone, .notAuthenticated].contains(refusal)
        let isStart = behavior.launchCalls.contains(calls[index].request.operation)
        guard isAnswer, isStart, behavior.reactions[.check, refusal] == nil, behavior.signInStart == .check,
            !segments.contains(where: { !$0.logins.isEmpty })
        else { return }
        let rest = calls[(index + 1)...]
        behavior.reactions[.check, refusal] = rest.map { .call($0.request.operation) }
    }
}
