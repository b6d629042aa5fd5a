import PassAPI
import Services
import VirtualTime

extension RecordedSession {
    /// Sets the polls aside that go on after the token has arrived (conformance-rules.md POLL-002).
    ///
    /// They are the same call in the same rhythm, each by itself. What an app calls at a launch or before a playback is
    /// followed at once by other calls, or comes at a time of its own.
    mutating func setAsidePollsAfterSuccess() {
        var rhythm: Rhythm?
        var found: Set<Int> = []
        for (place, call) in calls.enumerated() {
            switch call.request.operation.purpose {
            case .signIn: rhythm = Rhythm(lastEnd: call.endedAt)
            case .logout: rhythm = nil
            case .access, .providers, .signInStep, .platformSignOn, .check, .authorization, .authorizationCheck,
                .preauthorization, .media, .signature, .metadata, .reset:
                break
            }
            guard [.untilSuccess, .untilProfile].contains(call.request.operation.specification.polling) else {
                continue
            }
            if rhythm?.hasSucceeded == false {
                rhythm?.take(call)
            } else if isAlone(place), let polls = rhythm?.follow(with: call) {
                found.formUnion(polls)
            }
        }
        pollsAfterSuccess = calls.filter { found.contains($0.ordinal) }
        calls.removeAll { found.contains($0.ordinal) }
    }

    /// Whether no call but others like it is chained to the one at `place`.
    private func isAlone(_ place: Int) -> Bool {
        let isChained = { [calls] (first: Int, second: Int) in
            calls[second].startedAt - calls[first].endedAt < BehaviorSegments.pause
                && calls[first].request.operation != calls[second].request.operation
        }
        let isChainedBefore = place > 0 && isChained(place - 1, place)
        return !isChainedBefore && !(place + 1 < calls.count && isChained(place, place + 1))
    }

    /// The polls of a login, by the pauses between them: it takes two alike to show a rhythm.
    private struct Rhythm {
        var hasSucceeded = false
        private var lastEnd: Instant
        private var operation: PassAPI.Operation?
        /// The pause before the last poll; before the first, from the code to it.
        private var pause = Duration.zero
        private var count = 0
        /// The poll after a login that succeeded at the first: only the next one shows that it is a timer's.
        private var candidate: Int?

        /// A timer is regular to a quarter of a second.
        private static let tolerance = Duration.milliseconds(250)
        /// Who asks less often than this does not wait for a login.
        private static let longest = Duration.seconds(60)

        init(lastEnd: Instant) { self.lastEnd = lastEnd }

        mutating func take(_ call: RecordedCall) {
            pause = call.startedAt - lastEnd
            lastEnd = call.endedAt
            count += 1
            operation = call.request.operation
            hasSucceeded = call.response?.isSuccess == true && !call.request.isToBeRepeated(after: call.response)
        }

        /// Takes in a check after success.
        ///
        /// - Returns: the ordinals of the polls that it shows to be such; nil if it shows none.
        mutating func follow(with call: RecordedCall) -> [Int]? {
            guard call.request.operation == operation else { return nil }
            let next = call.startedAt - lastEnd
            if max(next, pause) - min(next, pause) < Self.tolerance, count > 1 || next < Self.longest {
                defer { candidate = nil }
                (lastEnd, count) = (call.endedAt, count + 1)
                return [candidate, call.ordinal].compactMap(\.self)
            }
            // The first poll succeeded, and the pause before it says nothing.
            guard count == 1, next < Self.longest else { return nil }
            (pause, lastEnd, candidate) = (next, call.endedAt, call.ordinal)
            return nil
        }
    }
}
