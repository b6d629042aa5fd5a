import Documents

extension ArraySlice<UInt8> {
    /// The slice without white space at its ends.
    var trimmed: ArraySlice<UInt8> {
        var start = startIndex
        var end = endIndex
        while start < end, isWhiteSpace(self[start]) { start += 1 }
        while end > start, isWhiteSpace(self[end - 1]) { end -= 1 }
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
            where unsafe lowercasedASCII(self[startIndex + offset]) != lowercasedASCII(other[offset]) {
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
