/// Escapes and characters that begin before a place in a text and end behind it.
enum Escape {
    /// How many of the first bytes of `range` belong to an escape or a character that began before it; 0 where hardly
    /// anything else would be left of the range.
    static func tail(in bytes: [UInt8], at range: Range<Int>) -> Int {
        let start = range.lowerBound
        let tail = max(
            percent(bytes, start),
            backslash(bytes, start),
            entity(bytes, start),
            character(bytes, start)
        )
        return range.count - tail >= 3 ? tail : 0
    }

    /// `%XX`.
    private static func percent(_ bytes: [UInt8], _ start: Int) -> Int {
        for distance in 1...2 where start >= distance && bytes[start - distance] == 0x25 {
            let end = start - distance + 3
            guard end <= bytes.count, bytes[end - 2..<end].allSatisfy({ ASCII.hexDigit($0) != nil }) else { continue }
            return end - start
        }
        return 0
    }

    /// `\n`, `\u00e9`.
    private static func backslash(_ bytes: [UInt8], _ start: Int) -> Int {
        for distance in 1...5 where start >= distance && bytes[start - distance] == 0x5C {
            // A backslash that another one escapes begins nothing.
            let run = bytes[...(start - distance)].reversed().prefix { $0 == 0x5C }.count
            guard run % 2 == 1 else { continue }
            let letter = start - distance + 1
            if letter + 5 <= bytes.count, bytes[letter] == 0x75,
                bytes[letter + 1..<letter + 5].allSatisfy({ ASCII.hexDigit($0) != nil })
            {
                return letter + 5 - start
            }
            return distance == 1 ? 1 : 0
        }
        return 0
    }

    /// `&lt;`, `&#x41;`.
    private static func entity(_ bytes: [UInt8], _ start: Int) -> Int {
        for distance in 1...11 where start >= distance && bytes[start - distance] == 0x26 {
            let unit = Transport.xml.unit(in: bytes[...], at: start - distance)
            return max(0, unit.length - distance)
        }
        return 0
    }

    /// The later bytes of a character in UTF-8.
    private static func character(_ bytes: [UInt8], _ start: Int) -> Int {
        for distance in 1...3 where start >= distance && bytes[start - distance] & 0xC0 != 0x80 {
            return max(0, ScalarText.length(of: bytes, at: start - distance) - distance)
        }
        return 0
    }
}
