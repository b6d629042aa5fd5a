/// The world's own source of chance: xoshiro256**, seeded by SplitMix64.
///
/// It is split by purpose, so that one more draw in one place does not move the draws of the others.
/// Source of the algorithm: Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021.
public struct SeededGenerator: RandomNumberGenerator, Hashable, Sendable {
    private var a: UInt64
    private var b: UInt64
    private var c: UInt64
    private var d: UInt64
    private let seed: UInt64

    /// The generator whose draws all follow from `seed`.
    public init(seed: UInt64) {
        self.seed = seed
        var mixer = seed
        a = splitMix(&mixer)
        b = splitMix(&mixer)
        c = splitMix(&mixer)
        d = splitMix(&mixer)
    }

    /// A generator of its own for `purpose`, the same whatever has been drawn from this one.
    public func split(_ purpose: String) -> SeededGenerator {
        var digest = Digest()
        digest.absorb(seed)
        digest.absorb(purpose)
        return SeededGenerator(seed: digest.value)
    }

    /// The next 64 random bits.
    public mutating func next() -> UInt64 {
        let result = rotate(b &* 5, 7) &* 9
        let shifted = b << 17
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = rotate(d, 45)
        return result
    }

    /// A number from 0 up to, but not including, `bound`, each as likely as the others; 0 if `bound` is not positive.
    ///
    /// The standard library's `random(in:using:)` may draw otherwise in another version; a seed must not.
    /// Source of the algorithm: Lemire, "Fast random integer generation in an interval", 2019.
    public mutating func below(_ bound: Int) -> Int {
        guard bound > 1 else { return 0 }
        let bound = UInt64(bound)
        var product = next().multipliedFullWidth(by: bound)
        if product.low < bound {
            let least = (0 &- bound) % bound
            while product.low < least { product = next().multipliedFullWidth(by: bound) }
        }
        return Int(product.high)
    }
}

private func rotate(_ value: UInt64, _ bits: UInt64) -> UInt64 { (value << bits) | (value >> (64 - bits)) }

private func splitMix(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
}
