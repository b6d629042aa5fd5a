/// The facts that one pass over a string found out.
struct JSONStringExtent {
    /// The bytes between the quotes.
    var content: Range<Int>
    /// True if there are escapes to be resolved.
    var hasEscapes: Bool
}

extension JSONScanner {
    /// Reads a string and resolves its escapes.
    mutating func string(_ input: Span<UInt8>) throws(JSONError) -> String {
        let extent = try scanString(input)
        return extent.hasEscapes ? unescaped(extent.content, input) : text(extent.content, input)
    }

    /// Reads past a string and checks it: control characters, escapes, surrogates, UTF-8, length.
    ///
    /// The limit counts the bytes as written, which are never fewer than those of the value.
    mutating func scanString(_ input: Span<UInt8>) throws(JSONError) -> JSONStringExtent {
        let start = position &+ 1
        position = start
        var hasEscapes = false
        var highBits: UInt64 = 0
        while true {
            skipPlain(input, &highBits)
            guard position < input.count else { throw error(.truncated, at: position, input) }
            let byte = input[position]
            if byte == UInt8(ascii: "\"") { break }
            guard byte == UInt8(ascii: "\\") else {
                throw error(.badString("a control character must be written as an escape"), at: position, input)
            }
            hasEscapes = true
            try escape(input)
        }
        let content = start..<position
        guard content.count <= limits.stringBytes else {
            throw error(.limit(name: "stringBytes", value: limits.stringBytes), at: start &- 1, input)
        }
        if highBits != 0, let bad = firstInvalidUTF8(in: input, content) { throw error(.encoding, at: bad, input) }
        position &+= 1
        return JSONStringExtent(content: content, hasEscapes: hasEscapes)
    }

    /// Moves to the next quote, backslash or control character, eight bytes at a time.
    ///
    /// The sums are the usual test for a zero byte in a word (Hacker's Delight, 6-1); the lowest hit is always right.
    @inline(__always)
    private mutating func skipPlain(_ input: Span<UInt8>, _ highBits: inout UInt64) {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        let bytes = unsafe input.bytes
        let end = input.count
        var here = position
        while end &- here >= 8 {
            let word = unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: here, as: UInt64.self))
            let quote = word ^ (ones &* 0x22)
            let backslash = word ^ (ones &* 0x5C)
            let hits =
                (((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | ((word &- ones &* 0x20) & ~word))
                & highs
            highBits |= word & highs
            if hits != 0 {
                position = here &+ hits.trailingZeroBitCount / 8
                return
            }
            here &+= 8
        }
        while here < end {
            let byte = input[here]
            if byte == 0x22 || byte == 0x5C || byte < 0x20 { break }
            highBits |= UInt64(byte & 0x80)
            here &+= 1
        }
        position = here
    }

    /// Checks an escape and moves past it, both halves of a surrogate pair.
    private mutating func escape(_ input: Span<UInt8>) throws(JSONError) {
        let start = position
        guard position &+ 1 < input.count else { throw error(.truncated, at: input.count, input) }
        switch input[position &+ 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position &+= 2
        case UInt8(ascii: "u"):
            let unit = try checkedUnit(input)
            guard unit & 0xF800 == 0xD800 else { return }
            let second = position
            guard unit < 0xDC00, position &+ 1 < input.count, input[position] == UInt8(ascii: "\\"),
                input[position &+ 1] == UInt8(ascii: "u"), try checkedUnit(input) & 0xFC00 == 0xDC00
            else {
                guard limits.allowsLoneSurrogates else {
                    throw error(.badString("half a surrogate pair is not a character"), at: start, input)
                }
                position = second
                loneSurrogateCount &+= 1
                lastLoneSurrogate = start
                return
            }
        default:
            throw error(.badString("only \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u are escapes"), at: start, input)
        }
    }

    /// Consumes `\u` and the four hexadecimal digits behind it.
    private mutating func checkedUnit(_ input: Span<UInt8>) throws(JSONError) -> UInt32 {
        for index in position &+ 2..<position &+ 6 {
            guard index < input.count else { throw error(.truncated, at: input.count, input) }
            guard Hexadecimal.value(of: input[index]) != nil else {
                throw error(.badString("\\u wants four hexadecimal digits"), at: index, input)
            }
        }
        let unit = codeUnit(at: position &+ 2, input)
        position &+= 6
        return unit
    }

    /// The four hexadecimal digits at `index`, which have been checked.
    private func codeUnit(at index: Int, _ input: Span<UInt8>) -> UInt32 {
        var unit: UInt32 = 0
        for digit in index..<index &+ 4 { unit = unit << 4 | UInt32(Hexadecimal.value(of: input[digit]) ?? 0) }
        return unit
    }
}

// MARK: Values of strings

extension JSONScanner {
    /// The bytes of `range`, which are valid UTF-8, as they stand.
    func text(_ range: Range<Int>, _ input: Span<UInt8>) -> String {
        unsafe input.extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes of `range`, which have been checked, with their escapes resolved.
    private func unescaped(_ range: Range<Int>, _ input: Span<UInt8>) -> String {
        // An escape is never shorter than what it stands for, so the room suffices.
        unsafe input.extracting(range).withUnsafeBufferPointer { source in
            unsafe String(unsafeUninitializedCapacity: source.count) { target in
                unsafe resolveEscapes(of: source, into: target)
            }
        }
    }
}

/// Copies checked string content, resolving escapes, and answers how many bytes were written.
private func resolveEscapes(
    of source: UnsafeBufferPointer<UInt8>,
    into target: UnsafeMutableBufferPointer<UInt8>
) -> Int {
    let input = unsafe source.span
    var read = 0
    var written = 0
    func write(_ byte: UInt8) {
        unsafe target[written] = byte
        written &+= 1
    }
    func unit(at index: Int) -> UInt32 {
        var unit: UInt32 = 0
        for digit in index..<index &+ 4 { unit = unit << 4 | UInt32(Hexadecimal.value(of: input[digit]) ?? 0) }
        return unit
    }
    /// Checks whether an escape of the second half of a pair is at `index`.
    func isLowHalf(at index: Int) -> Bool {
        index &+ 6 <= input.count && input[index] == UInt8(ascii: "\\") && input[index &+ 1] == UInt8(ascii: "u")
            && unit(at: index &+ 2) & 0xFC00 == 0xDC00
    }
    while read < input.count {
        let byte = input[read]
        guard byte == UInt8(ascii: "\\") else {
            write(byte)
            read &+= 1
            continue
        }
        let kind = input[read &+ 1]
        read &+= 2
        switch kind {
        case UInt8(ascii: "u"):
            var scalar = unit(at: read)
            read &+= 4
            if scalar & 0xFC00 == 0xD800, isLowHalf(at: read) {
                scalar = 0x10000 &+ (scalar & 0x3FF) << 10 | (unit(at: read &+ 2) & 0x3FF)
                read &+= 6
            } else if scalar & 0xF800 == 0xD800 {
                scalar |= 0x100000
            }
            for byte in UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter {
                write(byte)
            }
        default: write(EscapedCharacter.json(kind) ?? kind)
        }
    }
    return written
}
