import Foundation
import VirtualTime

/// The time of day where the recorder runs, to the millisecond: what a person's watch shows.
struct LocalTime: CustomStringConvertible {
    /// `21:59:18.042`.
    let description: String

    /// The time of day at `instant`.
    init(_ instant: Instant, in zone: TimeZone = .current) {
        let seconds = instant.secondsSince1970
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
        let second = Int(((seconds + Int64(offset)) % 86_400 + 86_400) % 86_400)
        let parts = [second / 3_600, second % 3_600 / 60, second % 60].map { Self.padded($0, to: 2) }
        description = parts.joined(separator: ":") + "." + Self.padded(Int(instant.nanosecond / 1_000_000), to: 3)
    }

    private static func padded(_ value: Int, to width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
