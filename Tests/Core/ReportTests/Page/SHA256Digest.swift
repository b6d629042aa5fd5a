import Documents

/// SHA-256 as FIPS 180-4 has it, apart from the library that the page uses.
enum SHA256Digest {
    static func base64(of bytes: [UInt8]) -> String {
        var state = constants(of: primes(8)) { root(of: $0, degree: 2) }
        let rounds = constants(of: primes(64)) { root(of: $0, degree: 3) }
        var padded = bytes + [0x80]
        while padded.count % 64 != 56 { padded.append(0) }
        for shift in stride(from: 56, through: 0, by: -8) {
            padded.append(UInt8(truncatingIfNeeded: (bytes.count * 8) >> shift))
        }
        for start in stride(from: 0, to: padded.count, by: 64) {
            var words = (0..<16).map { word in
                (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(padded[start + word * 4 + $1]) }
            }
            for index in 16..<64 {
                let (old, recent) = (words[index - 15], words[index - 2])
                let low = turned(old, 7) ^ turned(old, 18) ^ old >> 3
                let high = turned(recent, 17) ^ turned(recent, 19) ^ recent >> 10
                words.append(words[index - 16] &+ low &+ words[index - 7] &+ high)
            }
            var (a, b, c, d, e, f, g, h) = (
                state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7]
            )
            for index in 0..<64 {
                let high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
                let first = h &+ high &+ (e & f ^ ~e & g) &+ rounds[index] &+ words[index]
                let low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
                let second = low &+ (a & b ^ a & c ^ b & c)
                (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
            }
            state = zip(state, [a, b, c, d, e, f, g, h]).map { $0 &+ $1 }
        }
        return Base64.encode(
            state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } }
        )
    }

    private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    private static func primes(_ count: Int) -> [UInt64] {
        var primes: [UInt64] = []
        var candidate: UInt64 = 2
        while primes.count < count {
            if !primes.contains(where: { candidate % $0 == 0 }) { primes.append(candidate) }
            candidate += 1
        }
        return primes
    }

    private static func constants(of primes: [UInt64], _ root: (UInt64) -> UInt32) -> [UInt32] { primes.map(root) }

    /// The first 32 bits behind the point of a root, by bisection in whole numbers.
    private static func root(of prime: UInt64, degree: Int) -> UInt32 {
        var (low, high): (UInt64, UInt64) = (0, 1 << 37)
        while high - low > 1 {
            let middle = (low + high) / 2
            var (product, target) = (UInt128(1), UInt128(prime))
            for _ in 0..<degree {
                product *= UInt128(middle)
                target <<= 32
            }
            if product <= target { low = middle } else { high = middle }
        }
        return UInt32(truncatingIfNeeded: low)
    }
}
