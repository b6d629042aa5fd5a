/// A replacement within a text; every byte that none replaces stays as it is.
package struct ByteEdit: Hashable, Sendable {
    /// The bytes that are replaced.
    package var range: Range<Int>
    /// The bytes that come in their place.
    package var bytes: [UInt8]

    package init(range: Range<Int>, bytes: [UInt8]) { (self.range, self.bytes) = (range, bytes) }
}

extension [UInt8] {
    /// The text with these replacements, which come in order and do not overlap; one that does is passed over.
    package func applying(_ edits: [ByteEdit]) -> [UInt8] {
        guard !edits.isEmpty else { return self }
        var output: [UInt8] = []
        output.reserveCapacity(count + 16)
        var copied = 0
        for edit in edits where edit.range.lowerBound >= copied && edit.range.upperBound <= count {
            output += self[copied..<edit.range.lowerBound]
            output += edit.bytes
            copied = edit.range.upperBound
        }
        output += self[copied...]
        return output
    }

    /// The part of `range` without white space at its ends.
    package func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isSpace(self[start]) { start += 1 }
        while end > start, isSpace(self[end - 1]) { end -= 1 }
        return start..<end
    }
}
