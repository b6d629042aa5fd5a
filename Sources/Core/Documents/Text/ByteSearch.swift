extension Span<UInt8> {
    /// The place of the first `byte` at or after `start`; the end if there is none.
    ///
    /// Eight bytes are looked at together: most of a text is in strings and signatures that nobody has to look into.
    package func place(of byte: UInt8, from start: Int) -> Int { place(of: byte, or: byte, from: start) }

    /// The place of the first byte that is either of two, at or after `start`; the end if there is none.
    package func place(of one: UInt8, or other: UInt8, from start: Int) -> Int {
        let (ones, others) = (UInt64(one) &* Self.eachByte, UInt64(other) &* Self.eachByte)
        var index = Swift.max(start, 0)
        while index <= count &- 8 {
            let word = unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
            let found = Self.zeros(in: word ^ ones) | Self.zeros(in: word ^ others)
            if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < count, self[index] != one, self[index] != other { index &+= 1 }
        return index < count ? index : count
    }

    private static var eachByte: UInt64 { 0x0101_0101_0101_0101 }

    /// The highest bit of each byte that is zero.
    ///
    /// A byte above the lowest of them may be marked wrongly: only that one counts.
    private static func zeros(in word: UInt64) -> UInt64 { (word &- eachByte) & ~word & (0x80 &* eachByte) }
}
