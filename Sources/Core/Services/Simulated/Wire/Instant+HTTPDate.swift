import VirtualTime

extension Instant {
    /// The instant as `Date` has it (RFC 9110 §5.6.7): `Fri, 20 Nov 2026 21:59:12 GMT`.
    var httpDate: String {
        let date = CivilDate(utc: self)
        // 1970-01-01 was a Thursday.
        let (days, rest) = secondsSince1970.quotientAndRemainder(dividingBy: 86_400)
        let day = Int(rest < 0 ? days - 1 : days) % 7
        let weekday = Self.weekdays[(day + 7) % 7]
        let parts = [date.hour, date.minute, date.second].map { Self.digits($0, 2) }
        return "\(weekday), \(Self.digits(date.day, 2)) \(Self.months[date.month - 1]) \(Self.digits(date.year, 4)) "
            + parts.joined(separator: ":") + " GMT"
    }

    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func digits(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
}
