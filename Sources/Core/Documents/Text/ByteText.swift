extension [UInt8] {
    /// Checks whether these bytes begin at `index`.
    package func has(_ text: StaticString, at index: Int) -> Bool {
        text.withUTF8Buffer { unsafe index >= 0 && index <= count && self[index...].starts(with: $0) }
    }

    /// Checks whether the bytes at `range` are this name.
    package func has(_ name: String, at range: Range<Int>) -> Bool {
        name.utf8.count == range.count && self[range].elementsEqual(name.utf8)
    }

    /// Checks whether the bytes at `range` are this name, in any case of ASCII letters.
    package func has(_ name: String, inAnyCaseAt range: Range<Int>) -> Bool {
        name.utf8.count == range.count
            && zip(name.utf8, self[range]).allSatisfy { lowercasedASCII($0) == lowercasedASCII($1) }
    }

    /// The place of the first `text` at or after `index`; nil where there is none.
    package func place(of text: StaticString, from index: Int) -> Int? {
        guard text.utf8CodeUnitCount <= count else { return nil }
        var index = index
        while index <= count - text.utf8CodeUnitCount {
            if has(text, at: index) { return index }
            index += 1
        }
        return nil
    }
}
