/// A span of virtual time as a reader likes it: `45.6 ms`, `3.457 s`, `4 min 59 s`, `31 d`.
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

    /// Milliseconds with one decimal below a second, and with three below one of them, seconds with at most three below a minute, else whole seconds in all units that it
    /// takes; rounded.
    public var description: String {
        let sign = isNegative ? "-" : ""
        if seconds == 0, microseconds < 1_000 {
            return sign + Self.trimmed("0.\(Self.padded(microseconds, 3))") + " ms"
        }
        if seconds == 0, microseconds < 999_950 {
            let tenths = (microseconds + 50) / 100
            return "\(sign)\(tenths / 10).\(tenths % 10) ms"
        }
        let thousandths = seconds * 1_000 + (microseconds + 500) / 1_000
        if thousandths < 60_000 {
            return sign + Self.trimmed("\(thousandths / 1_000).\(Self.padded(thousandths % 1_000, 3))") + " s"
        }
        let whole = seconds + (microseconds >= 500_000 ? 1 : 0)
        let units = [
            (whole / 86_400, "d"), (whole % 86_400 / 3_600, "h"), (whole % 3_600 / 60, "min"), (whole % 60, "s"),
        ]
        return sign + units.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }

    /// The span as a clock that began at 0: `0.140`, `1:02.345`, `1:02:03.456`, `31 d 0:00:00.000`; rounded to the millisecond.
    var clock: String {
        let thousandths = seconds * 1_000 + (microseconds + 500) / 1_000
        let fraction = "." + Self.padded(thousandths % 1_000, 3)
        let whole = thousandths / 1_000
        let sign = isNegative && thousandths > 0 ? "-" : ""
        if whole < 60 { return "\(sign)\(whole)\(fraction)" }
        let (minutes, rest) = (whole % 3_600 / 60, Self.padded(whole % 60, 2) + fraction)
        if whole < 3_600 { return "\(sign)\(minutes):\(rest)" }
        let days = whole / 86_400
        return sign + (days > 0 ? "\(days) d " : "") + "\(whole % 86_400 / 3_600):\(Self.padded(minutes, 2)):\(rest)"
    }

    private static func padded(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    private static func trimmed(_ text: String) -> String {
        var text = text[...]
        while text.hasSuffix("0") { text.removeLast() }
        return String(text.hasSuffix(".") ? text.dropLast() : text)
    }
}
