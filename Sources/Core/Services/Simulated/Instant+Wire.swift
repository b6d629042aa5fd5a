import VirtualTime

// What the simulated service says of a time is what it goes by, so it keeps no more of an instant than the wire can carry.

extension Instant {
    /// The last whole second that is not later: what token dates can say (tokens.md §5).
    var wholeSeconds: Instant { Instant(secondsSince1970: secondsSince1970) }

    /// The last whole millisecond that is not later: what REST fields can say (rest-api-v1.md §8).
    var wholeMilliseconds: Instant {
        Instant(secondsSince1970: secondsSince1970, nanosecond: nanosecond / 1_000_000 * 1_000_000)
    }
}
