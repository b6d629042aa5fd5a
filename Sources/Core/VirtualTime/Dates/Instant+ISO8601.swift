// ISO 8601 as RFC 3339 profiles it: what HAR files, VSA logs and SAML print, and what the timeline shows.

extension Instant: CustomStringConvertible {
    /// The instant in UTC with as many fraction digits as it needs, in groups of three: `2026-11-20T21:59:12.599335Z`.
    public var description: String {
        let date = CivilDate(utc: self)
        var text: [UInt8] = []
        text.reserveCapacity(30)
        text.append(date.year, width: 4)
        for (separator, value) in zip("--T::".utf8, [date.month, date.day, date.hour, date.minute, date.second]) {
            text.append(separator)
            text.append(value, width: 2)
        }
        if nanosecond > 0 {
            text.append(UInt8(ascii: "."))
            if nanosecond.isMultiple(of: 1_000_000) {
                text.append(Int(nanosecond / 1_000_000), width: 3)
            } else if nanosecond.isMultiple(of: 1_000) {
                text.append(Int(nanosecond / 1_000), width: 6)
            } else {
                text.append(Int(nanosecond), width: 9)
            }
        }
        text.append(UInt8(ascii: "Z"))
        return String(decoding: text, as: UTF8.self)
    }

    /// The instant that an RFC 3339 date-time names, or nil if the text is none.
    ///
    /// Accepted: `2026-11-20T21:59:12Z`, a fraction of one or more digits (those past the ninth are dropped), an offset
    /// `+01:00` or `+0100` in place of `Z`, a space or lower-case `t` in place of `T`, lower-case `z`. A text without a
    /// zone names no instant, and neither does a second of 60 or an hour of 24, or a date that its offset moves out of
    /// the years 1 to 9999.
    public init?(iso8601 text: some StringProtocol) {
        var cursor = ByteCursor(text)
        guard let year = cursor.digits(4), cursor.take("-"), let month = cursor.digits(2), cursor.take("-"),
            let day = cursor.digits(2), cursor.take(oneOf: "Tt ") != nil, let hour = cursor.digits(2), cursor.take(":"),
            let minute = cursor.digits(2), cursor.take(":"), let second = cursor.digits(2),
            let date = CivilDate(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        var nanosecond: UInt32 = 0
        if cursor.take(".") {
            guard let fraction = cursor.fraction() else { return nil }
            nanosecond = fraction
        }
        guard let offset = cursor.zone(), cursor.isAtEnd else { return nil }
        let seconds = date.secondsSince1970 - Int64(offset)
        self.init(secondsSince1970: seconds, nanosecond: nanosecond)
        guard secondsSince1970 == seconds else { return nil }
    }
}
