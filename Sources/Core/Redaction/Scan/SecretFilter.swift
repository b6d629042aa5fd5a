/// A Bloom filter over the first eight bytes of every form of every secret: three bits of one word for each.
struct SecretFilter: Sendable {
    private var words = [UInt64](repeating: 0, count: 1024)
    private var shift: UInt64 = 64 - 10

    /// Bits of the filter for each key at least: fewer let too much pass.
    private static let bitsPerKey = 16

    func isFull(for count: Int) -> Bool { count * Self.bitsPerKey > words.count * 64 }

    /// Makes room; every key is to be inserted again.
    mutating func grow() {
        words = [UInt64](repeating: 0, count: words.count * 4)
        shift -= 2
    }

    mutating func insert(_ key: UInt64) {
        let hash = Self.hash(key)
        words[Int(truncatingIfNeeded: hash >> shift)] |= Self.mask(hash)
    }

    func mayHold(_ key: UInt64) -> Bool {
        let hash = Self.hash(key)
        let mask = Self.mask(hash)
        return words[Int(truncatingIfNeeded: hash >> shift)] & mask == mask
    }

    /// The first offset at or after `start` whose eight bytes may be a key, as they are or with escapes undone.
    ///
    /// Eight windows at a time are looked at together, unless an escape may begin in the fifteen bytes they cover.
    func nextSuspect(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard start >= 0, start + 8 <= bytes.count else { return nil }
        let raw = UnsafeRawBufferPointer(bytes)
        return unsafe words.withUnsafeBufferPointer { words in
            @inline(__always)
            func holds(_ window: UInt64) -> Bool {
                let hash = Self.hash(window)
                let mask = Self.mask(hash)
                return unsafe words[Int(truncatingIfNeeded: hash >> shift)] & mask == mask
            }
            var index = start
            let end = bytes.count - 7
            while index < end {
                let low = unsafe raw.loadLittleEndian(at: index)
                if index + 16 <= bytes.count {
                    let high = unsafe raw.loadLittleEndian(at: index + 8)
                    if !Self.mayHoldEscape(low), !Self.mayHoldEscape(high) {
                        if holds(low) { return index }
                        for offset in UInt64(1)..<8 where holds(low >> (8 * offset) | high << (64 - 8 * offset)) {
                            return index + Int(offset)
                        }
                        index += 8
                        continue
                    }
                }
                for offset in index..<min(index + 8, end) {
                    let window = unsafe raw.loadLittleEndian(at: offset)
                    if holds(window) { return offset }
                    guard Self.mayHoldEscape(window) else { continue }
                    if unsafe EscapedWindow(in: bytes, at: offset).mayBegin(holds) { return offset }
                }
                index += 8
            }
            return nil
        }
    }

    /// Checks whether the byte begins an escape of any transport.
    @inline(__always)
    static func mayEscape(_ byte: UInt8) -> Bool { byte == 0x25 || byte == 0x26 || byte == 0x2B || byte == 0x5C }

    /// Checks whether one of eight bytes does: the usual test for a zero byte in a word (Hacker's Delight, 6-1).
    @inline(__always)
    private static func mayHoldEscape(_ window: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // `%` and `&`, and also `$` and `'`, which are rare.
        let percent = (window & (ones &* 0xFC)) ^ (ones &* 0x24)
        let plus = window ^ (ones &* 0x2B)
        let backslash = window ^ (ones &* 0x5C)
        let hits =
            ((percent &- ones) & ~percent) | ((plus &- ones) & ~plus) | ((backslash &- ones) & ~backslash)
        return hits & (ones &* 0x80) != 0
    }

    @inline(__always)
    private static func hash(_ key: UInt64) -> UInt64 {
        let product = (key ^ (key >> 29)) &* 0x9E37_79B9_7F4A_7C15
        return product ^ (product >> 32)
    }

    @inline(__always)
    private static func mask(_ hash: UInt64) -> UInt64 {
        1 << (hash & 63) | 1 << (hash >> 6 & 63) | 1 << (hash >> 12 & 63)
    }
}

extension UnsafeRawBufferPointer {
    @inline(__always)
    fileprivate func loadLittleEndian(at offset: Int) -> UInt64 {
        unsafe UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
