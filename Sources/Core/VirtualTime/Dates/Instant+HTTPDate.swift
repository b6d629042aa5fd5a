extension Instant {
    /// The instant as `Date` has it (RFC 9110 §5.6.7): `Fri, 20 Nov 2026 21:59:12 GMT`.
    package var httpDate: String {
        let date = CivilDate(utc: self)
        var text = Array(CivilDate.weekdays[date.weekday].utf8.prefix(3)) + ", ".utf8
        text.append(date.day, width: 2)
        text += " \(CivilDate.months[date.month - 1]) ".utf8
        text.append(date.year, width: 4)
        for (separator, value) in zip(" ::".utf8, [date.hour, date.minute, date.second]) {
            text.append(separator)
            text.append(value, width: 2)
        }
        return String(decoding: text, as: UTF8.self) + " GMT"
    }
}
