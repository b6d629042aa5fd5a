// ISO 8601 as RFC 3339 profiles it: what HAR files, VSA logs and SAML print, and what the timeline shows.

extension Instant: CustomStringConvertible {
    /// The instant in UTC with as many fraction digits as it needs, in groups of three: `2026-11-20T21:59:12.599335Z`.
    public var description: String {
        let date = CivilDate(utc: self)
        var text: [UInt8] = []
        text.reserveCapacity(30)
        append(date.year, 4, to: &text)
        for (separator, value) in zip("--T::".utf8, [date.month, date.day, date.hour, date.minute, date.second]) {
            text.append(separator)
            append(value, 2, to: &text)
        }
        if nanosecond > 0 {
            text.append(UInt8(ascii: "."))
            if nanosecond.isMultiple(of: 1_000_000) {
                append(Int(nanosecond / 1_000_000), 3, to: &text)
            } else if nanosecond.isMultiple(of: 1_000) {
                append(Int(nanosecond / 1_000), 6, to: &text)
            } else {
                append(Int(nanosecond), 9, to: &text)
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
        // An array, so that the scanner is compiled for what it reads: a HAR has one date an entry.
        var scanner = DigitScanner(Array(text.utf8))
        guard let year = scanner.digits(4), scanner.take("-"), let month = scanner.digits(2), scanner.take("-"),
            let day = scanner.digits(2), scanner.take(oneOf: "Tt "), let hour = scanner.digits(2), scanner.take(":"),
            let minute = scanner.digits(2), scanner.take(":"), let second = scanner.digits(2),
            let date = CivilDate(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        var nanosecond: UInt32 = 0
        if scanner.take(".") {
            guard let fraction = scanner.fraction() else { return nil }
            nanosecond = fraction
        }
        guard let offset = scanner.zone(), scanner.isAtEnd else { return nil }
        let seconds = date.secondsSince1970 - Int64(offset)
        self.init(secondsSince1970: seconds, nanosecond: nanosecond)
        guard secondsSince1970 == seconds else { return nil }
    }
}

/// Appends the last `width` decimal digits of `value`, which is not negative.
private func append(_ value: Int, _ width: Int, to text: inout [UInt8]) {
    var divisor = 1
    for _ in 1..<width { divisor *= 10 }
    while divisor > 0 {
        text.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
        divisor /= 10
    }
}
