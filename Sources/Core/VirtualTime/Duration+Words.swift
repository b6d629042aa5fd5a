// Durations as people write them: `30d`, `1h30m`, `250ms`.

extension Duration {
    /// The units of ``init(words:)``, longest first, with their length in nanoseconds.
    static let wordUnits: [(name: String, nanoseconds: Int64)] = [
        ("w", 604_800_000_000_000), ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000),
        ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000), ("ns", 1),
    ]

    /// The longest duration that can be written: all of time, ten thousand years.
    public static let longestWords = Duration.seconds(315_576_000_000)

    /// The duration that `text` writes: whole numbers with units, summed up (`1h30m`, `1d 12h`, `1ns`); `0` needs no unit.
    ///
    /// Units are `w`, `d`, `h`, `m`, `s`, `ms`, `us` and `ns`.
    ///
    /// - Throws: `DurationWordsError` for an empty text, a sign, a fraction, an unknown unit, or more than
    ///   ``longestWords``.
    public init(words text: some StringProtocol) throws(DurationWordsError) {
        let bytes = Array(text.utf8)
        var index = 0
        var sum = Duration.zero
        var isEmpty = true
        if bytes == [UInt8(ascii: "0")] {
            self = .zero
            return
        }
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: " ") {
                index += 1
                continue
            }
            if bytes[index] == UInt8(ascii: "-") { throw .negative }
            let digits = bytes[index...].prefix { (48...57).contains($0) }
            let unit = bytes[digits.endIndex...].prefix { !(48...57).contains($0) && $0 != UInt8(ascii: " ") }
            let name = String(decoding: unit, as: UTF8.self)
            guard !digits.isEmpty else { throw .noNumber(String(decoding: bytes[index...], as: UTF8.self)) }
            if unit.first == UInt8(ascii: ".") || unit.first == UInt8(ascii: ",") { throw .fraction }
            guard let length = Self.wordUnits.first(where: { $0.name == name })?.nanoseconds else {
                throw name.isEmpty ? .noUnit(String(decoding: digits, as: UTF8.self)) : .unknownUnit(name)
            }
            guard let number = Int64(String(decoding: digits, as: UTF8.self)),
                number <= 1_000_000_000_000_000_000 / max(1, length / 1_000_000_000)
            else { throw .tooLong }
            sum += length >= 1_000_000_000 ? .seconds(length / 1_000_000_000 * number) : .nanoseconds(length) * number
            guard sum <= Self.longestWords else { throw .tooLong }
            isEmpty = false
            index = unit.endIndex
        }
        guard !isEmpty else { throw .empty }
        self = sum
    }

    /// The duration as ``init(words:)`` reads it, in as many units as it needs: `1h30m`; a `-` in front if it is negative.
    ///
    /// Parts of a nanosecond are dropped.
    public var words: String {
        if self < .zero { return "-" + (.zero - max(self, .zero - Self.longestWords)).words }
        let (seconds, attoseconds) = components
        var text = ""
        var rest = seconds
        for (name, length) in Self.wordUnits.dropFirst().prefix(4) {
            let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: length / 1_000_000_000)
            if quotient > 0 { text += "\(quotient)\(name)" }
            rest = remainder
        }
        var nanoseconds = attoseconds / 1_000_000_000
        for (name, length) in Self.wordUnits.suffix(3) {
            if nanoseconds >= length { text += "\(nanoseconds / length)\(name)" }
            nanoseconds %= length
        }
        return text.isEmpty ? "0s" : text
    }
}

/// The reasons that a text is not a duration.
public enum DurationWordsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is nothing.
    case empty
    /// It begins with a minus.
    case negative
    /// A number has a fraction.
    case fraction
    /// No number where one should stand.
    case noNumber(String)
    /// A number without a unit.
    case noUnit(String)
    /// A unit that is none.
    case unknownUnit(String)
    /// Longer than all of time.
    case tooLong

    /// The problem, and what to write instead.
    public var description: String {
        switch self {
        case .empty: "no duration is given. Write one like 30d, 1h30m or 250ms"
        case .negative: "a duration cannot be negative. Write one like 30d, 1h30m or 250ms"
        case .fraction: "durations are whole numbers. Write 1h30m instead of 1.5h"
        case .noNumber(let text): "\"\(text)\" does not begin with a number. Write a duration like 30d, 1h30m or 250ms"
        case .noUnit(let number): "\(number) of what? write \(number)s, \(number)m, \(number)h or \(number)d"
        case .unknownUnit(let unit): "unknown unit \"\(unit)\". Units are w, d, h, m, s, ms, us and ns"
        case .tooLong: "that is longer than all of time, which ends with the year 9999"
        }
    }
}
