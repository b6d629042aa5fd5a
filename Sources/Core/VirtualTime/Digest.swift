/// One number that stands for everything absorbed so far, in order: 64-bit FNV-1a.
///
/// It tells two runs apart; it is no protection against someone who wants two runs to look alike. Unlike `Hasher` it is
/// the same in every process.
public struct Digest: Hashable, Sendable, CustomStringConvertible {
    /// The digest as a number.
    public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The digest of nothing.
    public init() {}

    /// Absorbs bytes and then their count, so that `["ab", "c"]` and `["a", "bc"]` differ.
    public mutating func absorb(_ bytes: some Sequence<UInt8>) {
        var count: UInt64 = 0
        for byte in bytes {
            absorb(byte: byte)
            count += 1
        }
        absorb(count)
    }

    /// Absorbs an array's bytes and then their count.
    public mutating func absorb(_ bytes: [UInt8]) {
        for byte in bytes { absorb(byte: byte) }
        absorb(UInt64(bytes.count))
    }

    /// Absorbs a text as its UTF-8 bytes.
    public mutating func absorb(_ text: String) {
        var text = text
        var value = value
        let count = text.withUTF8 { bytes in
            let count = bytes.count
            for index in 0..<count { value = (value ^ UInt64(unsafe bytes[index])) &* Self.prime }
            return count
        }
        self.value = value
        absorb(UInt64(count))
    }

    /// Absorbs eight bytes, lowest first.
    public mutating func absorb(_ number: UInt64) {
        // Most numbers are small: the zero bytes that follow need no more than one multiplication together.
        var rest = number
        var left = 8
        while rest != 0 {
            absorb(byte: UInt8(truncatingIfNeeded: rest))
            rest >>= 8
            left -= 1
        }
        value = value &* Self.powers[left]
    }

    /// Absorbs an instant.
    public mutating func absorb(_ instant: Instant) {
        absorb(UInt64(bitPattern: instant.secondsSince1970))
        absorb(UInt64(instant.nanosecond))
    }

    private mutating func absorb(byte: UInt8) { value = (value ^ UInt64(byte)) &* Self.prime }

    private static let prime: UInt64 = 0x0000_0100_0000_01B3

    /// The factors by which as many zero bytes multiply the digest.
    private static let powers: [UInt64] = (1...8).reduce(into: [1]) { powers, _ in
        powers.append((powers.last ?? 1) &* prime)
    }

    /// The digest as 16 hexadecimal digits.
    public var description: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
