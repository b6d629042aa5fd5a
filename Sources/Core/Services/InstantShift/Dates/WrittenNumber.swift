import Documents
import VirtualTime

/// A number of seconds or milliseconds as it is written: `1795211967`, `-5`, `1795211967011.25`.
struct WrittenNumber {
    /// The whole part; past 64 bits, the nearest that they hold.
    let whole: Int64
    /// The place of the whole part, with its sign.
    private let range: Range<Int>
    /// True if a fraction that is not zero follows.
    private let hasFraction: Bool

    /// The number at `range`; nil where there is none, or one that could not be written again: with an exponent, a plus
    /// sign, zeros before it.
    init?(_ text: [UInt8], _ range: Range<Int>) {
        var index = range.lowerBound
        let isNegative = text[index] == UInt8(ascii: "-")
        if isNegative { index += 1 }
        let start = index
        var value: Int64 = 0
        while index < range.upperBound, isDigit(text[index]) {
            let digit = Int64(text[index] - 0x30)
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) =
                isNegative
                ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
            value = overflow || carry ? (isNegative ? .min : .max) : sum
            index += 1
        }
        guard index > start, index == start + 1 || text[start] != UInt8(ascii: "0") else { return nil }
        guard !isNegative || value != 0 else { return nil }
        let end = index
        var fraction: ArraySlice<UInt8> = []
        if index < range.upperBound {
            guard text[index] == UInt8(ascii: "."), index + 1 < range.upperBound else { return nil }
            fraction = text[index + 1..<range.upperBound]
            guard fraction.allSatisfy(isDigit) else { return nil }
        }
        whole = value
        self.range = range.lowerBound..<end
        hasFraction = fraction.contains { $0 != UInt8(ascii: "0") }
    }

    /// Checks whether it counts milliseconds where both are written (rest-api-v1.md §3.2): numbers below 10^11 are
    /// seconds, which in milliseconds would be a day of 1973, and so are those above -10^11.
    var isInMilliseconds: Bool { whole.magnitude >= 100_000_000_000 }

    /// Moves it; `unit` is how many of what it counts are a second.
    func moved(by seconds: Int64, unit: Int64) -> InstantText.Outcome {
        if isSentinel(whole, unit) { return .stays }
        let (distance, overflow) = seconds.multipliedReportingOverflow(by: unit)
        let (sum, carry) = whole.addingReportingOverflow(distance)
        guard !overflow, !carry, isInCalendar(sum, unit) else { return .unrepresentable }
        // Digits after the point count away from zero.
        guard !hasFraction || whole >= 0 && sum >= 0 else { return .unrepresentable }
        let edits = sum == whole ? [] : [ByteEdit(range: range, bytes: Array(String(sum).utf8))]
        return .moved(edits, isPlain: !isSentinel(sum, unit))
    }

    private func isSentinel(_ value: Int64, _ unit: Int64) -> Bool {
        // 0 and -1 are written as such in either unit.
        if unit > 1, value == -1, !hasFraction { return true }
        let isWhole = value.isMultiple(of: unit) && !hasFraction
        return Sentinel.holds(Self.second(of: value, unit), isWhole: isWhole, in: .anywhere)
    }

    private func isInCalendar(_ value: Int64, _ unit: Int64) -> Bool {
        let calendar = Instant.distantPast.secondsSince1970...Instant.distantFuture.secondsSince1970
        return calendar.contains(Self.second(of: value, unit))
    }

    private static func second(of value: Int64, _ unit: Int64) -> Int64 {
        let (seconds, rest) = value.quotientAndRemainder(dividingBy: unit)
        return rest < 0 ? seconds - 1 : seconds
    }
}
