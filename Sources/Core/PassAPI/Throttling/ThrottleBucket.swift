public import VirtualTime

/// The credits of one device at the throttling front end (rest-api-v1.md §4).
///
/// In every whole second since its first call one call is free; every other one takes a credit of a burst allowance that is
/// never filled up again. What a second did not use is lost, and a refused call costs nothing.
public struct ThrottleBucket: Hashable, Sendable {
    /// The documented burst allowance: 10.
    public static let documentedBurst = 10

    /// The number of burst credits that are left.
    public private(set) var burst: Int
    private var firstCall: Instant?
    private var lastFreeSecond: Int64 = -1

    /// A bucket that nothing was taken from.
    public init(burst: Int = ThrottleBucket.documentedBurst) {
        self.burst = max(0, burst)
    }

    /// Checks whether a call at `now` is let through; the credit it takes is gone.
    ///
    /// Time that runs backwards counts as the same second.
    public mutating func admits(at now: Instant) -> Bool {
        let start = firstCall ?? now
        firstCall = start
        let second = now < start ? 0 : (now - start).components.seconds
        if second > lastFreeSecond {
            lastFreeSecond = second
            return true
        }
        guard burst > 0 else { return false }
        burst -= 1
        return true
    }
}
