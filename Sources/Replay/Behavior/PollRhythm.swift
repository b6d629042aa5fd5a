import PassAPI
import Services
import VirtualTime

/// The pauses between the polls of a login.
struct PollRhythm: Sendable {
    private var operation: PassAPI.Operation?
    private var lastEnd = Instant.distantPast
    private var shortest = Duration.zero
    private var longest = Duration.zero
    private var pauses = 0

    /// Whether nothing was polled yet.
    var isEmpty: Bool { operation == nil }

    /// Takes in a poll; a second call that belongs to each poll does not count.
    mutating func take(_ call: RecordedCall) {
        guard operation == nil || operation == call.request.operation else { return }
        if operation != nil {
            let pause = call.startedAt - lastEnd
            (shortest, longest) = pauses == 0 ? (pause, pause) : (min(shortest, pause), max(longest, pause))
            pauses += 1
        }
        operation = call.request.operation
        lastEnd = call.endedAt
    }

    /// Whether a check can be the next poll: the same call, and in time where a timer polls.
    func fits(_ call: RecordedCall) -> Bool {
        guard let operation else { return true }
        guard operation == call.request.operation else { return false }
        guard pauses > 1, Self.areAlike(shortest, longest) else { return true }
        let pause = call.startedAt - lastEnd
        return Self.areAlike(min(shortest, pause), max(longest, pause))
    }

    /// Whether these pauses are those of a timer.
    static func areAlike(_ pauses: [Duration]) -> Bool {
        guard let longest = pauses.max(), let shortest = pauses.min() else { return false }
        return areAlike(shortest, longest)
    }

    /// A timer is regular to a quarter of a second, or to a tenth of its interval.
    private static func areAlike(_ shortest: Duration, _ longest: Duration) -> Bool {
        longest - shortest < max(.milliseconds(250), longest / 10)
    }
}
