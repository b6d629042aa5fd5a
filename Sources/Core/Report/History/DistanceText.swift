public import VirtualTime

/// How far an instant lies from another, as a person says it: `30 d after`, `4 min 59 s before`.
public struct DistanceText: Hashable, Sendable, CustomStringConvertible {
    private let duration: Duration

    /// The distance `duration`.
    public init(_ duration: Duration) { self.duration = duration }

    /// The two largest units; from ten seconds on to the second, for a response takes a while to arrive.
    public var description: String {
        let isNegative = duration < .zero
        let (seconds, attoseconds) = (isNegative ? .zero - duration : duration).components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        if seconds < 10 {
            return seconds == 0 ? "\(milliseconds) ms" : Self.joined(["\(seconds) s", "\(milliseconds) ms"])
        }
        let rounded = seconds + (milliseconds >= 500 ? 1 : 0)
        var rest = rounded
        var parts: [String] = []
        for (unit, length) in [("d", Int64(86_400)), ("h", 3_600), ("min", 60), ("s", 1)] {
            let (count, remainder) = rest.quotientAndRemainder(dividingBy: length)
            if !parts.isEmpty || count > 0 { parts.append("\(count) \(unit)") }
            rest = remainder
        }
        return Self.joined(Array(parts.prefix(2)))
    }

    /// The parts, without those at the end that are nothing.
    private static func joined(_ parts: [String]) -> String {
        var parts = parts
        while parts.count > 1, parts.last?.hasPrefix("0 ") == true { parts.removeLast() }
        return parts.joined(separator: " ")
    }

    /// An instant with how far it lies from `reference`: `2026-12-20T21:59:12Z, 30 d after`.
    public static func text(of instant: Instant, from reference: Instant) -> String {
        let distance = instant - reference
        return "\(instant), \(DistanceText(distance)) \(distance < .zero ? "before" : "after")"
    }
}
