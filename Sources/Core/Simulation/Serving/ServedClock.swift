public import VirtualTime

/// The clock by which is served: how far it stands from the wall's, and how fast it goes.
///
/// It takes the wall's instants as arguments, and never goes back.
public struct ServedClock: Hashable, Sendable {
    /// Seconds served in a second of the wall's; 0 while it stands still.
    public private(set) var rate: Int
    /// An instant of the wall's, and what the clock showed then.
    private var (wall, shown): (Instant, Instant)
    /// True if it was turned on, beside what passed by itself.
    private(set) var isTurned = false

    /// The largest rate: some twelve days in a second.
    public static let highestRate = 1_000_000

    /// A clock that shows `shown` when it is `wall`.
    ///
    /// - Parameters:
    ///   - shown: what it shows.
    ///   - wall: when.
    ///   - rate: seconds served in a second of the wall's, 0 to ``highestRate``.
    public init(showing shown: Instant, at wall: Instant, rate: Int = 1) {
        (self.wall, self.shown) = (wall, shown)
        self.rate = min(max(rate, 0), Self.highestRate)
    }

    /// Returns what it shows when it is `wall`.
    public func instant(at wall: Instant) -> Instant {
        guard rate > 0, wall > self.wall else { return shown }
        let passed = wall - self.wall
        return shown + (rate == 1 ? passed : passed * rate)
    }

    /// Turns it on to `instant`; it never goes back.
    public mutating func turn(to instant: Instant, at wall: Instant) {
        let before = self.instant(at: wall)
        shown = max(instant, before)
        isTurned = isTurned || shown > before
        self.wall = max(wall, self.wall)
    }

    /// Lets it go at another rate from now on; 0 lets it stand still.
    public mutating func change(rate: Int, at wall: Instant) {
        turn(to: self.instant(at: wall), at: wall)
        self.rate = min(max(rate, 0), Self.highestRate)
    }
}
