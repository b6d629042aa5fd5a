/// A Bloom filter over the first eight bytes of every form of every secret: two bits of one word for each.
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

    /// The first offset at or after `start` whose eight bytes may be a key, or hold the beginning of an escape.
    func nextSuspect(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard start >= 0, start + 8 <= bytes.count else { return nil }
        return unsafe words.withUnsafeBufferPointer { words in
            var window: UInt64 = 0
            var lastEscape = -1
            for cursor in start..<start + 7 {
                let byte = unsafe bytes[cursor]
                window = window >> 8 | UInt64(byte) << 56
                if Self.mayEscape(byte) { lastEscape = cursor }
            }
            for cursor in start + 7..<bytes.count {
                let byte = unsafe bytes[cursor]
                window = window >> 8 | UInt64(byte) << 56
                if Self.mayEscape(byte) { lastEscape = cursor }
                if lastEscape >= cursor - 7 { return cursor - 7 }
                let hash = Self.hash(window)
                let mask = Self.mask(hash)
                if unsafe words[Int(truncatingIfNeeded: hash >> shift)] & mask == mask { return cursor - 7 }
            }
            return nil
        }
    }

    /// Whether the byte begins an escape of any transport.
    @inline(__always)
    static func mayEscape(_ byte: UInt8) -> Bool { byte == 0x25 || byte == 0x26 || byte == 0x2B || byte == 0x5C }

    @inline(__always)
    private static func hash(_ key: UInt64) -> UInt64 {
        let product = (key ^ (key >> 29)) &* 0x9E37_79B9_7F4A_7C15
        return product ^ (product >> 32)
    }

    @inline(__always)
    private static func mask(_ hash: UInt64) -> UInt64 { 1 << (hash & 63) | 1 << (hash >> 6 & 63) }
}
