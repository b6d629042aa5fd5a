package import Tokens
package import VirtualTime

/// The instant of a date by other means than the room's: its runs of digits, and days counted year by year.
package enum CountedDate {
    /// The instant that an accepted date must name.
    package static func instant(of date: TokenDate) -> Instant {
        let bytes = Array(date.text.utf8)
        var runs: [(digits: [Int], mark: UInt8?)] = []
        for (index, byte) in bytes.enumerated() where isDigit(byte) {
            let digit = Int(byte - UInt8(ascii: "0"))
            if index > 0, isDigit(bytes[index - 1]), !runs.isEmpty {
                runs[runs.count - 1].digits.append(digit)
            } else {
                runs.append(([digit], index > 0 ? bytes[index - 1] : nil))
            }
        }
        if date.form == .milliseconds { return milliseconds(runs.first?.digits ?? []) }
        guard runs.count >= 6 else { return .distantPast }
        // A fraction may have more digits than a number has room for.
        let fields = runs.prefix(6).map { number($0.digits) }
        var rest = runs.dropFirst(6)
        var nanosecond: UInt32 = 0
        if let fraction = rest.first, fraction.mark == UInt8(ascii: ".") {
            let nine = fraction.digits.prefix(9) + Array(repeating: 0, count: max(0, 9 - fraction.digits.count))
            nanosecond = UInt32(number(Array(nine)))
            rest = rest.dropFirst()
        }
        var offset = 0
        if let zone = rest.first {
            let digits = Array(rest.flatMap(\.digits).prefix(4))
            offset = (digits[0] * 10 + digits[1]) * 3_600 + (digits[2] * 10 + digits[3]) * 60
            if zone.mark == UInt8(ascii: "-") { offset = -offset }
        }
        let seconds = days(fields[0], fields[1], fields[2]) * 86_400 + fields[3] * 3_600 + fields[4] * 60 + fields[5]
        return Instant(secondsSince1970: Int64(seconds - offset), nanosecond: nanosecond)
    }

    private static func milliseconds(_ digits: [Int]) -> Instant {
        // Past 18 digits the number is past every date.
        let significant = digits.drop { $0 == 0 }
        guard significant.count <= 18 else { return .distantFuture }
        let value = number(Array(significant))
        return Instant(secondsSince1970: Int64(value / 1_000), nanosecond: UInt32(value % 1_000) * 1_000_000)
    }

    /// Days from 1 January 1970 to a day of the proleptic Gregorian calendar.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        let before = year - 1
        let whole = before * 365 + before / 4 - before / 100 + before / 400
        // 719,162 days lie before 1970.
        return whole - 719_162 + lengths.prefix(month - 1).reduce(0, +) + day - 1
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func number(_ digits: [Int]) -> Int { digits.reduce(0) { $0 * 10 + $1 } }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
