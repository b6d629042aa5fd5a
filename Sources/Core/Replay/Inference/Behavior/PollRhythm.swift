import PassAPI
import Services
import VirtualTime

/// The pauses between the polls of a login.
struct PollRhythm: Sendable {
    private var operation: PassAPI.Operation?
    /// The operation that is called along with each poll.
    private var companion: PassAPI.Operation?
    private var lastEnd = Instant.distantPast
    private var shortest = Duration.zero
    private var longest = Duration.zero
    private var count = 0

    /// True if nothing was polled yet.
    var isEmpty: Bool { count == 0 }

    /// Takes in a poll.
    mutating func take(_ call: RecordedCall) {
        guard operation == nil || operation == call.request.operation else {
            companion = call.request.operation
            return
        }
        if operation != nil {
            let pause = call.startedAt - lastEnd
            (shortest, longest) = count == 1 ? (pause, pause) : (min(shortest, pause), max(longest, pause))
        }
        operation = call.request.operation
        lastEnd = call.endedAt
        count += 1
    }

    /// Returns true if a check can be the next poll: the same call, in time where a timer polls, or what goes along
    /// with it.
    ///
    /// - Parameters:
    ///   - call: the check.
    ///   - isChained: whether it comes right after another call.
    /// - Returns: whether it can be.
    func fits(_ call: RecordedCall, isChained: Bool) -> Bool {
        guard let operation else { return true }
        guard operation == call.request.operation else {
            return isChained && (companion == call.request.operation || count == 1)
        }
        guard count > 2, Self.areAlike(shortest, longest) else { return true }
        let pause = call.startedAt - lastEnd
        return Self.areAlike(min(shortest, pause), max(longest, pause))
    }

    /// Returns true if these pauses are those of a timer.
    static func areAlike(_ pauses: [Duration]) -> Bool {
        guard let longest = pauses.max(), let shortest = pauses.min() else { return false }
        return areAlike(shortest, longest)
    }

    /// A timer is regular to a quarter of a second, or to a tenth of its interval.
    private static func areAlike(_ shortest: Duration, _ longest: Duration) -> Bool {
        longest - shortest < max(.milliseconds(250), longest / 10)
    }
}
