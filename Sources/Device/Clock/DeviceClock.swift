public import VirtualTime

/// The two clocks of a device.
///
/// The wall clock shows what the user or the network set, and may jump. The monotonic clock counts only while the device
/// is awake, and never jumps. Both are functions of true time, which only the world knows.
public struct DeviceClock: Hashable, Sendable {
    /// How far the wall clock is ahead of true time.
    public internal(set) var offset: Duration
    /// Whether the device sleeps.
    public internal(set) var isAsleep = false

    /// A clock that shows the true time, started at `now`.
    public init(at now: Instant, offset: Duration = .zero) {
        self.offset = offset
    }

    /// What the wall clock shows at `now` (true time).
    public func wallTime(at now: Instant) -> Instant { now + offset }
}
