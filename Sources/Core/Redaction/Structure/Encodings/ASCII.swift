/// Questions about single bytes.
enum ASCII {
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
    static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }
    /// Space, tab, line feed, vertical tab, form feed, carriage return.
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }
    static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}

extension ArraySlice<UInt8> {
    /// The slice without white space at its ends.
    var trimmed: ArraySlice<UInt8> {
        var start = startIndex
        var end = endIndex
        while start < end, ASCII.isSpace(self[start]) { start += 1 }
        while end > start, ASCII.isSpace(self[end - 1]) { end -= 1 }
        return self[start..<end]
    }

    /// The part of the slice that a reader sees: no white space at its ends, and no byte order mark before it.
    var content: ArraySlice<UInt8> {
        let text = trimmed
        let isMarked =
            text.count >= 3 && text[text.startIndex] == 0xEF && text[text.startIndex + 1] == 0xBB
            && text[text.startIndex + 2] == 0xBF
        return isMarked ? text.dropFirst(3).trimmed : text
    }

    /// Returns the first place of `needle` at or after `from`.
    func firstRange(of needle: StaticString, from: Int? = nil) -> Range<Int>? {
        needle.withUTF8Buffer { unsafe firstRange(of: ArraySlice($0), from: from) }
    }

    func firstRange(of needle: ArraySlice<UInt8>, from: Int? = nil) -> Range<Int>? {
        guard let first = needle.first else { return nil }
        var index = from ?? startIndex
        let last = endIndex - needle.count
        while index <= last {
            if self[index] == first, self[index..<index + needle.count].elementsEqual(needle) {
                return index..<index + needle.count
            }
            index += 1
        }
        return nil
    }

    func equalsIgnoringCase(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { other in
            guard count == other.count else { return false }
            for offset in 0..<other.count
            where unsafe ASCII.lowercased(self[startIndex + offset]) != ASCII.lowercased(other[offset]) {
                return false
            }
            return true
        }
    }

    func startsIgnoringCase(with text: StaticString) -> Bool {
        text.withUTF8Buffer { other in count >= other.count && prefix(other.count).equalsIgnoringCase(text) }
    }

    var text: String { String(decoding: self, as: UTF8.self) }
}
