import VirtualTime

extension Instant {
    /// The instant as `Date` has it (RFC 9110 §5.6.7): `Fri, 20 Nov 2026 21:59:12 GMT`.
    var httpDate: String {
        let date = CivilDate(utc: self)
        let weekday = CivilDate.weekdays[date.weekday].prefix(3)
        let day = "\(Self.digits(date.day, 2)) \(CivilDate.months[date.month - 1]) \(Self.digits(date.year, 4))"
        let time = [date.hour, date.minute, date.second].map { Self.digits($0, 2) }.joined(separator: ":")
        return "\(weekday), \(day) \(time) GMT"
    }

    private static func digits(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
}
