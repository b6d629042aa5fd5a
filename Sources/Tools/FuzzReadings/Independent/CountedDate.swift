package import VirtualTime

/// Dates by other means than the room's: a text is one if its shape is among those that there are and its fields are in
/// their ranges; its instant comes from its runs of digits, and days counted year by year.
package enum CountedDate {
    /// No date is longer than this many bytes.
    private static let maximumBytes = 64

    /// The instant of a date as tokens and answers print it (tokens.md §5); nil if it is none.
    ///
    /// Blanks around it do not count. A run of digits alone is milliseconds, as many as 64 bits hold.
    package static func ofToken(_ text: String) -> Instant? {
        let bytes = Array(text.utf8)
        guard bytes.count <= maximumBytes, let first = bytes.firstIndex(where: { !blanks.contains($0) }),
            let last = bytes.lastIndex(where: { !blanks.contains($0) })
        else { return nil }
        let date = Array(bytes[first...last])
        if date.allSatisfy(isDigit) { return milliseconds(date) }
        return tokenShapes.contains(shape(of: date)) ? instant(of: date) : nil
    }

    /// The instant of a date as SAML prints it (SAML core §1.3.3), in UTC and in one form; nil if it is none.
    package static func ofSAML(_ text: String) -> Instant? {
        let bytes = Array(text.utf8)
        guard bytes.count <= maximumBytes, samlShapes.contains(shape(of: bytes)) else { return nil }
        return instant(of: bytes)
    }

    /// The instant of a date and time as archives, logs and scenarios write it (RFC 3339 §5.6, and what is accepted of ISO
    /// 8601 besides); nil if it is none.
    ///
    /// A fraction may have any number of digits, an offset less than a day. What the offset moves out of the years 1 to 9999
    /// is no instant.
    package static func ofRFC3339(_ text: String) -> Instant? {
        let bytes = Array(text.utf8)
        guard rfc3339Shapes.contains(shape(of: bytes)), let time = time(of: bytes, mostHours: 23),
            (days(1, 1, 1) * 86_400..<days(10_000, 1, 1) * 86_400).contains(time.seconds)
        else { return nil }
        return Instant(secondsSince1970: Int64(time.seconds), nanosecond: time.nanosecond)
    }

    // MARK: Shapes

    private static let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

    /// The text with a nine for each digit, and one for all digits of a fraction.
    private static func shape(of date: [UInt8]) -> [UInt8] {
        var shape: [UInt8] = []
        var isFraction = false
        for byte in date {
            guard isDigit(byte) else {
                isFraction = byte == UInt8(ascii: ".")
                shape.append(byte)
                continue
            }
            if !isFraction || shape.last != UInt8(ascii: "9") { shape.append(UInt8(ascii: "9")) }
        }
        return shape
    }

    private static let samlShapes: Set<[UInt8]> = shapes(
        ["9999-99-99T"],
        ["99:99:99", "99:99:99.9"],
        ["Z"]
    )

    private static let rfc3339Shapes: Set<[UInt8]> = shapes(
        ["9999-99-99T", "9999-99-99t", "9999-99-99 "],
        ["99:99:99", "99:99:99.9"],
        ["Z", "z", "+9999", "-9999", "+99:99", "-99:99"]
    )

    private static let tokenShapes: Set<[UInt8]> = {
        let days = ["9999/99/99 ", "9999/99/99_", "9999-99-99 ", "9999-99-99_", "9999-99-99T", "9999-99-99t"]
        let blanks = ["", " ", "_"]
        let marks = blanks + blanks.flatMap { before in blanks.map { before + "GMT" + $0 } }
        let zones = ["Z", "z", "+9999", "-9999", "+99:99", "-99:99"]
        return shapes(days, ["99:99:99", "99:99:99.9"], marks.flatMap { mark in zones.map { mark + $0 } })
    }()

    private static func shapes(_ days: [String], _ times: [String], _ ends: [String]) -> Set<[UInt8]> {
        Set(days.flatMap { day in times.flatMap { time in ends.map { Array((day + time + $0).utf8) } } })
    }

    // MARK: Fields

    /// The instant of a date of a shape that there is, moved into the years that there are; nil if there is no such day, time
    /// of day or offset.
    private static func instant(of date: [UInt8]) -> Instant? {
        time(of: date, mostHours: 14).map {
            Instant(secondsSince1970: Int64($0.seconds), nanosecond: $0.nanosecond)
        }
    }

    /// The seconds since 1970 of a date of a shape that there is, and its fraction; an offset has so many hours at most.
    private static func time(of date: [UInt8], mostHours: Int) -> (seconds: Int, nanosecond: UInt32)? {
        let runs = date.split { !isDigit($0) }.map { $0.map { Int($0 - UInt8(ascii: "0")) } }
        // A fraction may have more digits than a number has room for.
        let fields = runs.prefix(6).map(number)
        guard fields[0] >= 1, (1...12).contains(fields[1]),
            fields[2] >= 1, fields[2] <= lengths(of: fields[0])[fields[1] - 1],
            fields[3] <= 23, fields[4] <= 59, fields[5] <= 59
        else { return nil }
        var nanosecond: UInt32 = 0
        if date.contains(UInt8(ascii: ".")) {
            let fraction = runs[6]
            nanosecond = UInt32(number(fraction.prefix(9) + Array(repeating: 0, count: max(0, 9 - fraction.count))))
        }
        var offset = 0
        if let last = date.last, isDigit(last) {
            let sign = date.last { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
            let digits = Array(runs.joined().suffix(4))
            let (hours, minutes) = (number(digits.prefix(2)), number(digits.suffix(2)))
            guard hours <= mostHours, minutes <= 59 else { return nil }
            offset = (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -60 : 60)
        }
        let seconds = days(fields[0], fields[1], fields[2]) * 86_400 + fields[3] * 3_600 + fields[4] * 60 + fields[5]
        return (seconds - offset, nanosecond)
    }

    private static func milliseconds(_ digits: [UInt8]) -> Instant? {
        let significant = Array(digits.drop { $0 == UInt8(ascii: "0") })
        // Past 18 digits the number is past every date, and may be past 64 bits, too.
        guard significant.count > 18 else {
            let value = number(significant.map { Int($0 - UInt8(ascii: "0")) })
            return Instant(secondsSince1970: Int64(value / 1_000), nanosecond: UInt32(value % 1_000) * 1_000_000)
        }
        let greatest = Array("9223372036854775807".utf8)
        guard significant.count == 19, !greatest.lexicographicallyPrecedes(significant) else { return nil }
        return .distantFuture
    }

    /// Days from 1 January 1970 to a day of the proleptic Gregorian calendar.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let before = year - 1
        let whole = before * 365 + before / 4 - before / 100 + before / 400
        // 719,162 days lie before 1970.
        return whole - 719_162 + lengths(of: year).prefix(month - 1).reduce(0, +) + day - 1
    }

    private static func lengths(of year: Int) -> [Int] {
        [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func number(_ digits: some Sequence<Int>) -> Int { digits.reduce(0) { $0 * 10 + $1 } }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
