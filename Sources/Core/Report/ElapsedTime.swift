/// A span of virtual time as a reader likes it: short spans in small units, long ones as a clock, to the microsecond.
public struct ElapsedTime: Hashable, Sendable, CustomStringConvertible {
    private let isNegative: Bool
    private let seconds: Int64
    private let microseconds: Int64

    /// The span `duration`; parts of a microsecond are dropped.
    public init(_ duration: Duration) {
        isNegative = duration < .zero
        let (seconds, attoseconds) = (isNegative ? .zero - duration : duration).components
        self.seconds = seconds
        microseconds = attoseconds / 1_000_000_000_000
    }

    /// `12.345 ms` below a second, `3.456789 s` below a minute, `1:02:03.456789` below a day, `31 d 0:00:00.000000`.
    public var description: String {
        let sign = isNegative ? "-" : ""
        if seconds == 0 {
            return "\(sign)\(microseconds / 1_000).\(pad(microseconds % 1_000, 3)) ms"
        }
        if seconds < 60 {
            return "\(sign)\(seconds).\(pad(microseconds, 6)) s"
        }
        let days = seconds / 86_400
        let clock =
            "\(seconds % 86_400 / 3_600):\(pad(seconds % 3_600 / 60, 2)):\(pad(seconds % 60, 2)).\(pad(microseconds, 6))"
        return sign + (days > 0 ? "\(days) d " : "") + clock
    }

    private func pad(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
