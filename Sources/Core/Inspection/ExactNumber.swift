import Documents
import Tokens
import VirtualTime

/// A decimal number as its text says it, without rounding: `1300000000000`, `1.3e12`, `1300000000000.0`.
struct ExactNumber {
    /// The part before the point.
    let whole: Int64
    /// The part after it, in billionths, the rest dropped; zero for a negative number.
    let billionths: UInt32

    /// Nil for what is no such number, and for what 64 bits do not hold.
    init?(_ text: [UInt8]) {
        var rest = text[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        let front = rest.prefix(while: isDigit)
        rest = rest.dropFirst(front.count)
        guard !front.isEmpty else { return nil }
        var digits = Array(front)
        if rest.first == UInt8(ascii: ".") {
            let back = rest.dropFirst().prefix(while: isDigit)
            guard !back.isEmpty else { return nil }
            digits += back
            rest = rest.dropFirst(back.count + 1)
        }
        guard let exponent = Self.exponent(rest) else { return nil }
        let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
        digits.removeFirst(zeros)
        guard !digits.isEmpty else {
            (whole, billionths) = (0, 0)
            return
        }
        // How many digits the whole part has; below zero where the fraction begins with zeros.
        let point = front.count + exponent - zeros
        guard point <= 19, let size = Self.value(of: digits, in: 0..<max(0, point)) else { return nil }
        whole = isNegative ? -size : size
        billionths = isNegative ? 0 : Self.value(of: digits, in: point..<point + 9).map { UInt32(clamping: $0) } ?? 0
    }

    /// The exponent that `text` writes; nothing is zero, anything else nil.
    ///
    /// No text has so many digits that a greater exponent than a thousand million would say more.
    private static func exponent(_ text: ArraySlice<UInt8>) -> Int? {
        guard let mark = text.first else { return 0 }
        guard mark | 0x20 == UInt8(ascii: "e") else { return nil }
        var rest = text.dropFirst()
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        guard !rest.isEmpty, rest.allSatisfy(isDigit) else { return nil }
        let digits = rest.drop { $0 == UInt8(ascii: "0") }
        let size = digits.count > 9 ? 1_000_000_000 : digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return isNegative ? -size : size
    }

    /// The number of the digits at these places; where there is none, a zero stands.
    private static func value(of digits: [UInt8], in places: Range<Int>) -> Int64? {
        var value: Int64 = 0
        for place in places {
            let digit = digits.indices.contains(place) ? digits[place] - UInt8(ascii: "0") : 0
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int64(digit))
            guard !overflow, !carry else { return nil }
            value = sum
        }
        return value
    }
}

extension ExactNumber {
    /// The instant of a field that counts from 1970.
    ///
    /// Units differ from field to field and from edition to edition, so the size tells (rest-api-v1.md §3.2, §8).
    /// Nil for what is no instant of the years 1 to 9999.
    var instant: Instant? {
        if looksLikeSeconds(whole) { return Instant(secondsSince1970: whole, nanosecond: billionths) }
        let instant = Instant(millisecondsSince1970: whole)
        guard instant.millisecondsSince1970 == whole else { return nil }
        return instant + .nanoseconds(Int64(billionths / 1_000))
    }

    /// The span of a field that counts seconds.
    var span: Duration { .seconds(whole) + .nanoseconds(Int64(billionths)) }

    /// The number of a field's text, with blanks around it or without.
    init?(field text: String) { self.init(withoutOuterBlanks(Array(text.utf8))) }
}

/// The instant that a field's text names, as a number or as a date.
func fieldInstant(_ text: String) -> Instant? {
    let bytes = withoutOuterBlanks(Array(text.utf8))
    if let number = ExactNumber(bytes) { return number.instant }
    guard bytes.count <= TokenDate.maximumBytes else { return nil }
    let instant = (try? TokenDate(parsing: String(decoding: bytes, as: UTF8.self)))?.instant
    return instant == .distantFuture ? nil : instant
}
