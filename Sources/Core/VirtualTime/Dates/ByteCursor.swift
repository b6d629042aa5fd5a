/// Reads the parts of a date, or of another short text, from left to right, never past its end.
package struct ByteCursor {
    package let bytes: [UInt8]
    /// The index in ``bytes`` of what comes next.
    package private(set) var offset: Int
    /// The index at which reading ends.
    package let end: Int

    package init(_ text: some StringProtocol) { self.init(Array(text.utf8)) }

    /// A cursor over `range` of `bytes`, all of them where there is none.
    package init(_ bytes: [UInt8], _ range: Range<Int>? = nil) {
        self.bytes = bytes
        offset = range?.lowerBound ?? 0
        end = min(range?.upperBound ?? bytes.count, bytes.count)
    }

    package var isAtEnd: Bool { offset >= end }
    package var next: UInt8? { offset < end ? bytes[offset] : nil }
    package var rest: ArraySlice<UInt8> { bytes[min(offset, end)..<end] }

    package mutating func skip(_ count: Int = 1) { offset = min(offset + count, end) }

    /// Reads `character` if it comes next.
    package mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let next, character.isASCII, next == UInt8(truncatingIfNeeded: character.value) else { return false }
        offset += 1
        return true
    }

    /// Reads one byte if it is among the ASCII `characters`.
    package mutating func take(oneOf characters: StaticString) -> UInt8? {
        guard let next, characters.withUTF8Buffer({ unsafe $0.contains(next) }) else { return nil }
        offset += 1
        return next
    }

    /// Reads `word` if it comes next.
    package mutating func take(word: String) -> Bool {
        guard rest.starts(with: word.utf8) else { return false }
        offset += word.utf8.count
        return true
    }

    /// Skips spaces, tabs and line breaks.
    package mutating func skipBlanks() {
        while take(oneOf: " \t\r\n") != nil {}
    }

    /// Exactly `count` digits as a number (`count` is small), or nil and nothing read.
    package mutating func digits(_ count: Int) -> Int? {
        guard end - offset >= count else { return nil }
        var value = 0
        var largest: UInt8 = 0
        for index in offset..<offset + count {
            // Anything but a digit becomes more than nine.
            let digit = bytes[index] &- UInt8(ascii: "0")
            largest = max(largest, digit)
            value = value &* 10 &+ Int(digit)
        }
        guard largest < 10 else { return nil }
        offset += count
        return value
    }

    /// One or more digits after a decimal point as nanoseconds, those past the ninth dropped; nil where none stands.
    package mutating func fraction() -> UInt32? {
        var value: UInt32 = 0
        var count = 0
        while let digit = digits(1) {
            if count < 9 { value = value * 10 + UInt32(digit) }
            count += 1
        }
        guard count > 0 else { return nil }
        for _ in 0..<max(0, 9 - count) { value *= 10 }
        return value
    }

    /// `Z`, `±hh:mm` or `±hhmm` as seconds east of Greenwich; hours to 23, minutes to 59.
    package mutating func zone() -> Int? {
        if take(oneOf: "Zz") != nil { return 0 }
        guard let sign = take(oneOf: "+-"), let hours = digits(2), hours < 24 else { return nil }
        _ = take(":")
        guard let minutes = digits(2), minutes < 60 else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }
}

extension [UInt8] {
    /// Appends the digits of a number that is not negative, with zeros before them up to this width.
    package mutating func append(_ value: Int, width: Int) {
        if value >= 10 || width > 1 { append(value / 10, width: width - 1) }
        append(UInt8(ascii: "0") + UInt8(value % 10))
    }
}
