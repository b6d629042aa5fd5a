/// Milliseconds as archives write them, by their decimal digits: a floating-point number holds few of them as they are.
package enum CountedDuration {
    /// No exchange takes longer, in microseconds.
    private static let longest: Int64 = 9_007_199_254_740_000

    /// The whole microseconds of a number of JSON, half of one rounded up; nil if it is negative or longer than any recording.
    package static func microseconds(_ text: String) -> Int64? {
        var digits = text.utf8.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }
        let exponent = text.utf8.dropFirst(digits.count + 1)
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits = digits.dropFirst() }
        let whole = digits.prefix { $0 != UInt8(ascii: ".") }
        var all = Array(whole) + digits.dropFirst(whole.count + 1)
        // Where the point stands among the digits, in milliseconds; what is past any recording is so by any exponent.
        var point = whole.count
        let shift = String(Substring(exponent))
        point += Int(shift) ?? (shift.isEmpty ? 0 : shift.hasPrefix("-") ? -1_000_000 : 1_000_000)
        let zeros = all.prefix { $0 == UInt8(ascii: "0") }.count
        all.removeFirst(zeros)
        point -= zeros
        guard !all.isEmpty else { return 0 }
        guard !isNegative, point <= 13 else { return nil }
        point += 3
        guard point >= 0 else { return 0 }
        let value = padded(all, to: point).reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        let isRoundedUp = point < all.count && all[point] >= UInt8(ascii: "5")
        let rounded = value + (isRoundedUp ? 1 : 0)
        return rounded <= longest ? rounded : nil
    }

    private static func padded(_ digits: [UInt8], to count: Int) -> [UInt8] {
        digits.prefix(count) + Array(repeating: UInt8(ascii: "0"), count: max(0, count - digits.count))
    }
}
