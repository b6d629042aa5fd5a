public import VirtualTime

/// The two clocks of a device.
///
/// The wall clock shows what the user or the network set, and may jump. The monotonic clock counts only while the device
/// is awake, from zero at each start, and never jumps. Both are functions of true time, which only the world knows.
///
/// Timers count monotonic time: a jump of the wall clock moves none. When the device falls asleep, whoever carries them out
/// takes them off the agenda and keeps what is left of each; when it wakes up, they go back on, that much later than now.
/// ``trueTime(whenMonotonicTimeIs:at:)`` says the same the other way round. A restart ends them with their apps.
public struct DeviceClock: Hashable, Sendable {
    /// The lead of the wall clock over true time.
    public internal(set) var offset: Duration
    /// The time zone that the device assumes, in minutes east of UTC; it changes how local time is printed, nothing
    /// else.
    ///
    /// Instants are UTC, so that a time zone or daylight saving time moves no clock.
    public internal(set) var minutesEast = 0
    private var wakefulness: Wakefulness

    private enum Wakefulness: Hashable {
        /// Awake since then, with this much monotonic time before.
        case awake(since: Instant, before: Duration)
        /// Asleep, with this much monotonic time in all.
        case asleep(total: Duration)
    }

    /// A clock that was started at `now`, and shows the true time or is ahead of it by `offset`.
    public init(at now: Instant, offset: Duration = .zero) {
        self.offset = (now + offset) - now
        wakefulness = .awake(since: now, before: .zero)
    }

    /// True if the device sleeps.
    public var isAsleep: Bool {
        if case .asleep = wakefulness { true } else { false }
    }

    /// Returns the time on the wall clock at `now` (true time), clamped to the years 1 to 9999.
    public func wallTime(at now: Instant) -> Instant { offset == .zero ? now : now + offset }

    /// The true time at which the wall clock, if nobody touches it, shows `wallTime`.
    public func trueTime(whenWallClockShows wallTime: Instant) -> Instant { wallTime - offset }

    /// Returns the time for which the device has been awake since it was started.
    public func monotonicTime(at now: Instant) -> Duration {
        switch wakefulness {
        case .awake(let since, let before): before + max(now - since, .zero)
        case .asleep(let total): total
        }
    }

    /// The true time at which the monotonic clock reaches `time`, if the device stays awake; nil while it sleeps.
    ///
    /// A time that was reached before gives `now`.
    public func trueTime(whenMonotonicTimeIs time: Duration, at now: Instant) -> Instant? {
        guard !isAsleep else { return nil }
        let elapsed = monotonicTime(at: now)
        return time <= elapsed ? now : now + (min(time, Self.longest) - elapsed)
    }

    /// Returns the local time that the device shows: `2026-11-20T22:59:12+01:00`.
    public func localTime(at now: Instant) -> String {
        let shown = (wallTime(at: now) + .seconds(minutesEast * 60)).description.dropLast()
        let (hours, minutes) = abs(minutesEast).quotientAndRemainder(dividingBy: 60)
        let digits = [hours, minutes].map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
        return shown + (minutesEast < 0 ? "-" : "+") + digits
    }

    /// Longer than all of time.
    private static let longest = Instant.distantFuture - Instant.distantPast
}

// MARK: What moves it

extension DeviceClock {
    /// The wall clock is set to show `wallTime`.
    mutating func set(to wallTime: Instant, at now: Instant) { offset = wallTime - now }

    /// The wall clock jumps by `duration`, as far as there are years.
    mutating func move(by duration: Duration, at now: Instant) { set(to: wallTime(at: now) + duration, at: now) }

    /// The monotonic clock stands from now on; without effect while it stands.
    mutating func fallAsleep(at now: Instant) { wakefulness = .asleep(total: monotonicTime(at: now)) }

    /// The monotonic clock goes on; without effect while it goes.
    mutating func wakeUp(at now: Instant) {
        if case .asleep(let total) = wakefulness { wakefulness = .awake(since: now, before: total) }
    }

    /// The monotonic clock begins anew, awake; the wall clock is kept by a battery.
    mutating func restart(at now: Instant) { wakefulness = .awake(since: now, before: .zero) }
}
