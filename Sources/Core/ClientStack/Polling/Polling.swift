import VirtualTime

/// Asking with a registration code whether the user has logged in, again and again: the answer to a poll is awaited, or
/// the time of the next.
///
/// What a poll is, what its answer means, and when the code ends is its client's to say.
struct Polling: Hashable, Sendable {
    /// The number of polls so far; it has begun with the first.
    private(set) var polls = 1
    /// The timer of the next poll; nil while an answer is awaited.
    private(set) var pause: TimerID?

    /// Not yet: waits for the next poll.
    mutating func wait(_ interval: Duration, _ buffer: inout EffectBuffer) {
        pause = buffer.startTimer(max(interval, PollInterval.shortest))
    }

    /// The pause is over: one more poll is made.
    mutating func wake() { (polls, pause) = (polls &+ 1, nil) }

    /// The thing that it waits for apart from a response.
    var waitingFor: Awaited? { pause.map { .timer($0, .nextPoll) } }
}
