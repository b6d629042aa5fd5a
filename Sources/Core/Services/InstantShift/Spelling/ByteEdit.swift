import Documents

/// A replacement within a text; every byte that none replaces stays as it is.
struct ByteEdit: Hashable, Sendable {
    /// The bytes that are replaced.
    var range: Range<Int>
    /// The bytes that come in their place.
    var bytes: [UInt8]
}

extension [UInt8] {
    /// The text with these replacements, which come in order and do not overlap; one that does is passed over.
    func applying(_ edits: [ByteEdit]) -> [UInt8] {
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
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isSpace(self[start]) { start += 1 }
        while end > start, isSpace(self[end - 1]) { end -= 1 }
        return start..<end
    }

    /// Checks whether these bytes begin at `index`.
    func has(_ text: StaticString, at index: Int) -> Bool {
        text.withUTF8Buffer { unsafe index >= 0 && index <= count && self[index...].starts(with: $0) }
    }

    /// Checks whether the bytes at `range` are this name.
    func has(_ name: String, at range: Range<Int>) -> Bool {
        name.utf8.count == range.count && self[range].elementsEqual(name.utf8)
    }

    /// Checks whether the bytes at `range` are this name, in any case of ASCII letters.
    func has(_ name: String, inAnyCaseAt range: Range<Int>) -> Bool {
        name.utf8.count == range.count
            && zip(name.utf8, self[range]).allSatisfy { lowercasedASCII($0) == lowercasedASCII($1) }
    }

    /// The place of the first `text` at or after `index`; nil where there is none.
    func place(of text: StaticString, from index: Int) -> Int? {
        guard text.utf8CodeUnitCount <= count else { return nil }
        var index = index
        while index <= count - text.utf8CodeUnitCount {
            if has(text, at: index) { return index }
            index += 1
        }
        return nil
    }
}

/// Space, tab, line feed, carriage return.
func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

/// Checks whether `byte` is a decimal digit of ASCII.
func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

/// Checks whether `byte` is a letter of ASCII.
func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
