/// Escapes and characters that begin before a place in a text and end behind it.
enum Escape {
    /// How many bytes from the beginning of `range` on belong to an escape or a character that began before it.
    static func tail(in bytes: [UInt8], at range: Range<Int>) -> Int {
        around(range.lowerBound, in: bytes).map { $0.upperBound - range.lowerBound }.max() ?? 0  // tidy: a maximum
    }

    /// How many bytes before the end of `range` begin an escape or a character that ends behind it.
    static func head(in bytes: [UInt8], at range: Range<Int>) -> Int {
        around(range.upperBound, in: bytes).map { range.upperBound - $0.lowerBound }.max() ?? 0  // tidy: a maximum
    }

    /// The range with the whole of the characters that it begins and ends within.
    static func wholeCharacters(of range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        let first = character(bytes, range.lowerBound)?.lowerBound ?? range.lowerBound
        return first..<(character(bytes, range.upperBound)?.upperBound ?? range.upperBound)
    }

    private static func around(_ place: Int, in bytes: [UInt8]) -> [Range<Int>] {
        [percent, backslash, entity, character].compactMap { $0(bytes, place) }
    }

    /// `%XX`.
    private static func percent(_ bytes: [UInt8], _ place: Int) -> Range<Int>? {
        for start in starts(1...2, before: place) where bytes[start] == 0x25 {
            guard start + 3 <= bytes.count, bytes[start + 1..<start + 3].allSatisfy({ ASCII.hexDigit($0) != nil })
            else {
                continue
            }
            return start..<start + 3
        }
        return nil
    }

    /// `\n`, `\u00e9`.
    private static func backslash(_ bytes: [UInt8], _ place: Int) -> Range<Int>? {
        for start in starts(1...5, before: place) where bytes[start] == 0x5C {
            // A backslash that another one escapes begins nothing.
            guard bytes[...start].reversed().prefix(while: { $0 == 0x5C }).count % 2 == 1 else { continue }
            if start + 6 <= bytes.count, bytes[start + 1] == 0x75,
                bytes[start + 2..<start + 6].allSatisfy({ ASCII.hexDigit($0) != nil })
            {
                return start..<start + 6
            }
            return start + 1 == place && place < bytes.count ? start..<start + 2 : nil
        }
        return nil
    }

    /// `&lt;`, `&#x41;`.
    private static func entity(_ bytes: [UInt8], _ place: Int) -> Range<Int>? {
        for start in starts(1...11, before: place) where bytes[start] == 0x26 {
            let end = start + Transport.xml.unit(in: bytes[...], at: start).length
            return end > place ? start..<end : nil
        }
        return nil
    }

    /// A character in UTF-8.
    private static func character(_ bytes: [UInt8], _ place: Int) -> Range<Int>? {
        for start in starts(1...3, before: place) where bytes[start] & 0xC0 != 0x80 {
            let end = start + ScalarText.length(of: bytes, at: start)
            return end > place ? start..<end : nil
        }
        return nil
    }

    /// The places so far before another, the nearest first.
    private static func starts(_ distances: ClosedRange<Int>, before place: Int) -> [Int] {
        distances.map { place - $0 }.filter { $0 >= 0 }
    }
}
