/// A point of virtual time: whole nanoseconds, counted from 1970-01-01T00:00:00Z without leap seconds.
///
/// It is kept as seconds and nanoseconds so that every date a token can print, up to the year 9999, is exact: 64 bits of
/// nanoseconds end in the year 2262. Arithmetic saturates at ``distantPast`` and ``distantFuture`` and never traps.
public struct Instant: Hashable, Comparable, Sendable {
    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
    public let secondsSince1970: Int64

    /// The rest of the second, in nanoseconds: 0 to 999,999,999.
    public let nanosecond: UInt32

    /// The point `seconds` and `nanosecond` after 1970-01-01T00:00:00Z, clamped to the years 1 to 9999.
    ///
    /// - Parameters:
    ///   - seconds: whole seconds, negative before 1970.
    ///   - nanosecond: nanoseconds after that second; values of a second and more are carried over.
    public init(secondsSince1970 seconds: Int64, nanosecond: UInt32 = 0) {
        let (sum, overflow) = seconds.addingReportingOverflow(Int64(nanosecond / 1_000_000_000))
        if overflow || sum > Self.lastSecond {
            self.init(uncheckedSeconds: Self.lastSecond, nanosecond: 999_999_999)
        } else if sum < Self.firstSecond {
            self.init(uncheckedSeconds: Self.firstSecond, nanosecond: 0)
        } else {
            self.init(uncheckedSeconds: sum, nanosecond: nanosecond % 1_000_000_000)
        }
    }

    private init(uncheckedSeconds: Int64, nanosecond: UInt32) {
        secondsSince1970 = uncheckedSeconds
        self.nanosecond = nanosecond
    }

    private static let firstSecond: Int64 = -62_135_596_800
    private static let lastSecond: Int64 = 253_402_300_799

    /// 0001-01-01T00:00:00Z.
    public static let distantPast = Instant(uncheckedSeconds: firstSecond, nanosecond: 0)

    /// 9999-12-31T23:59:59.999999999Z.
    public static let distantFuture = Instant(uncheckedSeconds: lastSecond, nanosecond: 999_999_999)

    /// Checks whether `lhs` comes before `rhs`.
    @inlinable public static func < (lhs: Instant, rhs: Instant) -> Bool {
        lhs.secondsSince1970 != rhs.secondsSince1970
            ? lhs.secondsSince1970 < rhs.secondsSince1970 : lhs.nanosecond < rhs.nanosecond
    }
}

// MARK: Other units

extension Instant {
    /// The point `milliseconds` after 1970, as Adobe's REST API V1 prints expiries (rest-api-v1.md §8).
    public init(millisecondsSince1970 milliseconds: Int64) {
        let (seconds, rest) = floorDivide(milliseconds, by: 1_000)
        self.init(secondsSince1970: seconds, nanosecond: UInt32(rest) * 1_000_000)
    }

    /// The point `microseconds` after 1970, as recordings keep wall time.
    public init(microsecondsSince1970 microseconds: Int64) {
        // Not beyond the last instant, whose nanoseconds are no whole microsecond.
        let microseconds = min(microseconds, Instant.distantFuture.microsecondsSince1970)
        let (seconds, rest) = floorDivide(microseconds, by: 1_000_000)
        self.init(secondsSince1970: seconds, nanosecond: UInt32(rest) * 1_000)
    }

    /// Milliseconds since 1970, rounded down.
    public var millisecondsSince1970: Int64 { secondsSince1970 * 1_000 + Int64(nanosecond / 1_000_000) }

    /// Microseconds since 1970, rounded down.
    public var microsecondsSince1970: Int64 { secondsSince1970 * 1_000_000 + Int64(nanosecond / 1_000) }
}

// MARK: Arithmetic

extension Instant {
    /// The instant `duration` later, saturating; parts of a nanosecond are dropped.
    public static func + (instant: Instant, duration: Duration) -> Instant {
        instant.moved(by: duration, backward: false)
    }

    /// The instant `duration` earlier, saturating; parts of a nanosecond are dropped.
    public static func - (instant: Instant, duration: Duration) -> Instant {
        instant.moved(by: duration, backward: true)
    }

    private func moved(by duration: Duration, backward: Bool) -> Instant {
        // Longer than all of time: clamped first, since the components and the negation of the longest durations trap.
        let bound = Duration.seconds(1 << 40)
        let (seconds, attoseconds) = min(max(duration, .zero - bound), bound).components
        let sign: Int64 = backward ? -1 : 1
        let sum = Int64(nanosecond) + sign * (attoseconds / 1_000_000_000)
        let (carry, rest) = floorDivide(sum, by: 1_000_000_000)
        return Instant(secondsSince1970: secondsSince1970 + sign * seconds + carry, nanosecond: UInt32(rest))
    }

    /// The span from `rhs` to `lhs`, negative if `lhs` comes first.
    public static func - (lhs: Instant, rhs: Instant) -> Duration {
        .seconds(lhs.secondsSince1970 - rhs.secondsSince1970)
            + .nanoseconds(Int64(lhs.nanosecond) - Int64(rhs.nanosecond))
    }

    /// Moves the instant by `duration`.
    public static func += (instant: inout Instant, duration: Duration) { instant = instant + duration }
}

/// Division that rounds toward minus infinity, with the remainder that belongs to it (never negative).
func floorDivide(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}
