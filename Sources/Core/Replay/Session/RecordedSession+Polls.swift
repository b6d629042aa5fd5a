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
            default: break
            }
            guard call.request.operation.specification.isPoll, var current = rhythm else { continue }
            if current.hasSucceeded {
                guard current.continues(with: call), isAlone(place) else { continue }
                found.insert(call.ordinal)
            } else {
                current.take(call)
            }
            current.lastEnd = call.endedAt
            rhythm = current
        }
        pollsAfterSuccess = calls.filter { found.contains($0.ordinal) }
        calls.removeAll { found.contains($0.ordinal) }
    }

    /// Whether no other call is chained to the one at `place`.
    private func isAlone(_ place: Int) -> Bool {
        let call = calls[place]
        let isChainedBefore = place > 0 && call.startedAt - calls[place - 1].endedAt < BehaviorSegments.pause
        let isChainedAfter =
            place + 1 < calls.count && calls[place + 1].startedAt - call.endedAt < BehaviorSegments.pause
        return !isChainedBefore && !isChainedAfter
    }

    /// The polls of a login, by the pauses between them: it takes two to show a rhythm.
    private struct Rhythm {
        var lastEnd: Instant
        var operation: PassAPI.Operation?
        var pause: Duration?
        var hasSucceeded = false

        /// A timer is regular to a quarter of a second.
        static let tolerance = Duration.milliseconds(250)

        init(lastEnd: Instant) { self.lastEnd = lastEnd }

        mutating func take(_ call: RecordedCall) {
            pause = operation == nil ? nil : call.startedAt - lastEnd
            operation = call.request.operation
            hasSucceeded = call.response?.isSuccess == true
        }

        func continues(with call: RecordedCall) -> Bool {
            guard call.request.operation == operation, let pause else { return false }
            let next = call.startedAt - lastEnd
            return max(next, pause) - min(next, pause) < Self.tolerance
        }
    }
}
