/// Reads fixed-width decimal fields from bytes, never past their end.
public struct DigitScanner<Bytes: Collection<UInt8>> {
    private var rest: Bytes.SubSequence

    /// A scanner at the first of `bytes`.
    public init(_ bytes: Bytes) { rest = bytes[...] }

    /// True if everything was read.
    public var isAtEnd: Bool { rest.isEmpty }

    /// Exactly `count` decimal digits as a number, or nil and nothing read.
    public mutating func digits(_ count: Int) -> Int? {
        var value = 0
        var index = rest.startIndex
        for _ in 0..<count {
            guard index != rest.endIndex, (48...57).contains(rest[index]) else { return nil }
            value = value * 10 + Int(rest[index] - 48)
            rest.formIndex(after: &index)
        }
        rest = rest[index...]
        return value
    }

    /// Reads `character` if it comes next.
    public mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == character.value else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads one character if it is among `characters`, all of which are ASCII.
    public mutating func take(oneOf characters: String) -> Bool {
        guard let first = rest.first, characters.utf8.contains(first) else { return false }
        rest.removeFirst()
        return true
    }

    /// One or more digits after a decimal point, as nanoseconds; digits past the ninth are dropped.
    public mutating func fraction() -> UInt32? {
        var value: UInt32 = 0
        var count = 0
        while let byte = rest.first, (48...57).contains(byte) {
            if count < 9 { value = value * 10 + UInt32(byte - 48) }
            count += 1
            rest.removeFirst()
        }
        guard count > 0 else { return nil }
        for _ in 0..<max(0, 9 - count) { value *= 10 }
        return value
    }

    /// `Z`, `±hh:mm` or `±hhmm` as seconds east of Greenwich; hours to 23, minutes to 59.
    public mutating func zone() -> Int? {
        if take(oneOf: "Zz") { return 0 }
        let isWest: Bool
        if take("+") {
            isWest = false
        } else if take("-") {
            isWest = true
        } else {
            return nil
        }
        guard let hours = digits(2), hours < 24 else { return nil }
        _ = take(":")
        guard let minutes = digits(2), minutes < 60 else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        return isWest ? -seconds : seconds
    }
}
