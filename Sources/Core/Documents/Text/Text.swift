/// Checks whether `byte` is printable ASCII that stands for itself in XML, within an element and within an attribute.
package func standsForItself(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
    default: (0x20..<0x7F).contains(byte)
    }
}

/// The bytes without XML's white space around them, which a reader with a schema takes away from most values.
package func trimmedBytes(_ text: String) -> Substring.UTF8View {
    var bytes = text[...].utf8
    while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return bytes
}

/// Returns the offset of the first `wanted` from `start` on, or nil; eight bytes at a time.
package func firstOffset(of wanted: UInt8, in input: Span<UInt8>, from start: Int = 0) -> Int? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let bytes = unsafe input.bytes
    let pattern = ones &* UInt64(wanted)
    var here = start
    while input.count &- here >= 8 {
        let loaded = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: here, as: UInt64.self)
        let word = UInt64(littleEndian: loaded) ^ pattern
        // The high bit of each byte that is none now; those above the lowest may have been borrowed from.
        let marks = (word &- ones) & ~word & 0x8080_8080_8080_8080
        guard marks == 0 else { return here &+ marks.trailingZeroBitCount &>> 3 }
        here &+= 8
    }
    while here < input.count {
        if input[here] == wanted { return here }
        here &+= 1
    }
    return nil
}

/// The offset of the first byte that cannot belong to UTF-8 text, or nil: Unicode 16, table 3-7.
///
/// Overlong forms, surrogates and what lies above U+10FFFF are invalid; the offset is the sequence's first byte.
func firstInvalidUTF8(in input: Span<UInt8>, _ range: Range<Int>) -> Int? {
    let bytes = unsafe input.bytes
    let end = range.upperBound
    var here = range.lowerBound
    while here < end {
        if end &- here >= 8 {
            let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: here, as: UInt64.self)
            if word & 0x8080_8080_8080_8080 == 0 {
                here &+= 8
                continue
            }
        }
        let lead = input[here]
        let second = here &+ 1 < end ? input[here &+ 1] : 0
        let length: Int
        let isValidSecond: Bool
        switch lead {
        case 0x00...0x7F:
            here &+= 1
            continue
        case 0xC2...0xDF: (length, isValidSecond) = (2, second & 0xC0 == 0x80)
        case 0xE0: (length, isValidSecond) = (3, (0xA0...0xBF).contains(second))
        case 0xED: (length, isValidSecond) = (3, (0x80...0x9F).contains(second))
        case 0xE1...0xEF: (length, isValidSecond) = (3, second & 0xC0 == 0x80)
        case 0xF0: (length, isValidSecond) = (4, (0x90...0xBF).contains(second))
        case 0xF1...0xF3: (length, isValidSecond) = (4, second & 0xC0 == 0x80)
        case 0xF4: (length, isValidSecond) = (4, (0x80...0x8F).contains(second))
        default: return here
        }
        guard isValidSecond, end &- here >= length else { return here }
        for index in 2..<max(2, length) where input[here &+ index] & 0xC0 != 0x80 { return here }
        here &+= length
    }
    return nil
}

extension Array<UInt8> {
    /// Returns the index at which `needle` first begins.
    package func firstIndex(of needle: [UInt8]) -> Int? {
        guard let first = needle.first, count >= needle.count else { return nil }
        var start = startIndex
        while start <= count - needle.count {
            if self[start] == first, self[start..<(start + needle.count)].elementsEqual(needle) { return start }
            start += 1
        }
        return nil
    }
}
