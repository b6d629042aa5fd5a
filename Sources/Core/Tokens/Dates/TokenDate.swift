public import VirtualTime

/// A date as tokens and REST answers print it: the text as it came, and the instant it names (tokens.md §5).
///
/// Forms that are read:
/// - `2011/03/19 02:29:34 GMT +0200`: the literal `GMT` is noise, the offset is that of the printed local time. A space
///   or an underscore stands between the parts, or nothing before the offset, or the `GMT` is missing.
/// - `2026-11-20 21:59:12 -0000` and RFC 3339, `2026-11-20T21:59:12.5Z`.
/// - a number of milliseconds since 1970.
///
/// The offset may reach ±14:59. A date past the year 9999 after its offset was applied is ``Instant/distantFuture``.
public struct TokenDate: Hashable, Sendable, CustomStringConvertible {
    /// The forms there are.
    public enum Form: Hashable, Sendable {
        /// `2011/03/19 02:29:34 GMT +0200` and its relatives with slashes.
        case slashes
        /// `2026-11-20 21:59:12 -0000` and RFC 3339.
        case hyphens
        /// Milliseconds since 1970.
        case milliseconds
    }

    /// The text, byte for byte as it came.
    public let text: String
    /// The instant it names.
    public let instant: Instant
    /// The form it is written in.
    public let form: Form

    /// No date is longer than this many bytes.
    public static let maximumBytes = 64

    /// The text, byte for byte as it came.
    public var description: String { text }

    /// The date that `text` writes; white space around it is kept in ``text`` and otherwise ignored.
    ///
    /// Throws: what is wrong with it, and at which byte.
    public init(parsing text: some StringProtocol) throws(TokenDateError) {
        guard text.utf8.count <= Self.maximumBytes else {
            throw TokenDateError(.tooLong, byteOffset: Self.maximumBytes)
        }
        self.text = String(text)
        var cursor = ByteCursor(text)
        cursor.skipBlanks()
        guard let first = cursor.next else { throw TokenDateError(.empty, byteOffset: 0) }
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
            throw TokenDateError(.expected("a digit"), byteOffset: cursor.offset)
        }
        if let milliseconds = try readMilliseconds(&cursor) {
            form = .milliseconds
            instant = Instant(millisecondsSince1970: milliseconds)
        } else {
            (form, instant) = try readCalendarDate(&cursor)
        }
    }

    /// The date of `instant` as AuthN and AuthZ tokens print it: `2011/03/19 02:29:34 GMT +0200`.
    ///
    /// Parts of a second are dropped, since the form has no room for them.
    ///
    /// - Parameters:
    ///   - instant: the instant to print.
    ///   - offset: minutes east of Greenwich of the printed local time, clamped to ±14:59.
    public init(_ instant: Instant, offsetMinutes offset: Int = 0) {
        let whole = Instant(secondsSince1970: instant.secondsSince1970)
        self.instant = whole
        form = .slashes
        var minutes = min(max(offset, -899), 899)
        // At the ends of the calendar the local date may be past them: then UTC is printed.
        if whole + .seconds(minutes * 60) - .seconds(minutes * 60) != whole { minutes = 0 }
        let local = CivilDate(utc: whole + .seconds(minutes * 60))
        var printed: [UInt8] = []
        printed.reserveCapacity(29)
        printed.append(local.year, width: 4)
        for (separator, value) in zip("// ::".utf8, [local.month, local.day, local.hour, local.minute, local.second]) {
            printed.append(separator)
            printed.append(value, width: 2)
        }
        printed += " GMT ".utf8
        printed.append(minutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
        printed.append(abs(minutes) / 60, width: 2)
        printed.append(abs(minutes) % 60, width: 2)
        text = String(decoding: printed, as: UTF8.self)
    }
}

/// A run of digits up to the end of the text as a number, or nil and nothing read if other text follows the digits.
private func readMilliseconds(_ cursor: inout ByteCursor) throws(TokenDateError) -> Int64? {
    var ahead = cursor
    var value: Int64? = 0
    while let digit = ahead.digits(1) {
        value = value.flatMap { value in
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int64(digit))
            return overflow || carry ? nil : sum
        }
    }
    ahead.skipBlanks()
    guard ahead.isAtEnd else { return nil }
    guard let value else { throw TokenDateError(.numberOutOfRange, byteOffset: cursor.offset) }
    cursor = ahead
    return value
}

/// Both calendar forms: date, time of day, noise, offset.
private func readCalendarDate(_ cursor: inout ByteCursor) throws(TokenDateError) -> (TokenDate.Form, Instant) {
    let start = cursor.offset
    let year = try number(&cursor, 4, "a year of four digits")
    guard let separator = cursor.take(oneOf: "/-") else {
        throw TokenDateError(.expected("a slash or hyphen"), byteOffset: cursor.offset)
    }
    let form: TokenDate.Form = separator == UInt8(ascii: "/") ? .slashes : .hyphens
    let mark: Unicode.Scalar = form == .slashes ? "/" : "-"
    let month = try number(&cursor, 2, "a month of two digits")
    try expect(&cursor, mark)
    let day = try number(&cursor, 2, "a day of two digits")
    guard cursor.take(oneOf: form == .slashes ? " _" : " _Tt") != nil else {
        throw TokenDateError(.expected("a space or underscore before the time"), byteOffset: cursor.offset)
    }
    let hour = try number(&cursor, 2, "an hour of two digits")
    try expect(&cursor, ":")
    let minute = try number(&cursor, 2, "minutes of two digits")
    try expect(&cursor, ":")
    let second = try number(&cursor, 2, "seconds of two digits")
    guard let date = CivilDate(year: year, month: month, day: day, hour: hour, minute: minute, second: second) else {
        throw TokenDateError(.noSuchDate, byteOffset: start)
    }
    var nanosecond: UInt32 = 0
    if cursor.take(".") {
        guard let fraction = cursor.fraction() else {
            throw TokenDateError(.expected("digits after the point"), byteOffset: cursor.offset)
        }
        nanosecond = fraction
    }
    _ = cursor.take(oneOf: " _")
    if cursor.take(word: "GMT") { _ = cursor.take(oneOf: " _") }
    let offset = try readOffset(&cursor)
    cursor.skipBlanks()
    guard cursor.isAtEnd else { throw TokenDateError(.trailingBytes, byteOffset: cursor.offset) }
    // No overflow: a date has 38 bits of seconds, an offset 16.
    return (form, Instant(secondsSince1970: date.secondsSince1970 - Int64(offset), nanosecond: nanosecond))
}

/// `Z`, `±hhmm` or `±hh:mm` as seconds east of Greenwich.
private func readOffset(_ cursor: inout ByteCursor) throws(TokenDateError) -> Int {
    if cursor.take(oneOf: "Zz") != nil { return 0 }
    let start = cursor.offset
    guard let sign = cursor.take(oneOf: "+-") else {
        let cause: TokenDateError.Cause = cursor.isAtEnd ? .noOffset : .expected("an offset like +0200")
        throw TokenDateError(cause, byteOffset: start)
    }
    let hours = try number(&cursor, 2, "hours of the offset in two digits")
    _ = cursor.take(":")
    let minutes = try number(&cursor, 2, "minutes of the offset in two digits")
    guard hours < 15, minutes < 60 else { throw TokenDateError(.offsetOutOfRange, byteOffset: start) }
    let seconds = hours * 3_600 + minutes * 60
    return sign == UInt8(ascii: "-") ? -seconds : seconds
}

private func number(_ cursor: inout ByteCursor, _ count: Int, _ what: String) throws(TokenDateError) -> Int {
    guard let value = cursor.digits(count) else {
        throw TokenDateError(.expected(what), byteOffset: cursor.offset)
    }
    return value
}

private func expect(_ cursor: inout ByteCursor, _ character: Unicode.Scalar) throws(TokenDateError) {
    guard cursor.take(character) else {
        throw TokenDateError(.expected("\"\(character)\""), byteOffset: cursor.offset)
    }
}

/// Checks whether a number is the size of seconds since 1970, not of milliseconds: 1973 to 5138 as seconds.
package func looksLikeSeconds(_ number: Int64) -> Bool { (100_000_000..<100_000_000_000).contains(number) }
