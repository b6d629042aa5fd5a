/// Reads a short text from left to right and knows at which byte it stands.
struct ByteCursor {
    let bytes: [UInt8]
    private(set) var offset = 0

    init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { offset >= bytes.count }
    var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func skip(_ count: Int = 1) { offset = min(offset + count, bytes.count) }

    /// Reads `character` if it comes next.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let next, character.isASCII, next == UInt8(truncatingIfNeeded: character.value) else { return false }
        offset += 1
        return true
    }

    /// Reads one byte if it is among the ASCII `characters`.
    mutating func take(oneOf characters: String) -> UInt8? {
        guard let next, characters.utf8.contains(next) else { return nil }
        offset += 1
        return next
    }

    /// Reads `word` if it comes next.
    mutating func take(word: String) -> Bool {
        guard bytes[offset...].starts(with: word.utf8) else { return false }
        offset += word.utf8.count
        return true
    }

    /// Skips spaces, tabs and line breaks.
    mutating func skipBlanks() {
        while take(oneOf: " \t\r\n") != nil {}
    }

    /// Exactly `count` digits as a number (`count` is small), or nil and nothing read.
    mutating func digits(_ count: Int) -> Int? {
        guard bytes.count - offset >= count else { return nil }
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
    mutating func fraction() -> UInt32? {
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
}
