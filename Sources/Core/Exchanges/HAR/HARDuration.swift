import Documents

/// The duration of an exchange, as a HAR writes it.
enum HARDuration {
    /// No exchange takes longer: 9,007,199,254,740 milliseconds.
    private static let longest: Int64 = 9_007_199_254_740_000

    /// The whole microseconds of so many milliseconds, half of one rounded up; nil if the number is negative or past
    /// the longest time.
    ///
    /// Digit by digit: half of a microsecond is seldom one in binary, where 1.0005 is less than it says.
    static func microseconds(_ milliseconds: JSONNumber) -> Int64? {
        let text = milliseconds.text.utf8
        let isNegative = text.first == UInt8(ascii: "-")
        let mantissa = text.dropFirst(isNegative ? 1 : 0).prefix { $0 | 0x20 != UInt8(ascii: "e") }
        // How many digits stand before the microseconds' point.
        var place = mantissa.prefix { $0 != UInt8(ascii: ".") }.count + 3
        place += exponent(String(Substring(text[mantissa.endIndex...].dropFirst())))
        var value: Int64 = 0
        var isZero = true
        for byte in mantissa where byte != UInt8(ascii: ".") {
            let digit = Int64(byte - UInt8(ascii: "0"))
            if digit != 0 { isZero = false }
            if place > 0 {
                value = value * 10 + digit
            } else if place == 0, digit >= 5 {
                value += 1
            }
            guard value <= longest else { return nil }
            place -= 1
        }
        while place > 0, value > 0 {
            value *= 10
            guard value <= longest else { return nil }
            place -= 1
        }
        return isNegative && !isZero ? nil : value
    }

    /// The number behind an `e`, 0 without one; one that 64 bits do not hold is as good as any other that is past all
    /// digits.
    private static func exponent(_ text: String) -> Int {
        guard !text.isEmpty else { return 0 }
        let bound = 1_000_000
        return Int(text).map { min(max($0, -bound), bound) } ?? (text.hasPrefix("-") ? -bound : bound)
    }
}
