import Crypto

/// Writes fingerprints of secrets: by them a secret is found again where it stands, without being written down.
///
/// A recorder keeps them beside its recording, in case it is killed before it has searched for secrets that only later
/// exchanges gave away. A line a secret: its length, a number of 20 bits by which its first eight bytes are told, keyed
/// fingerprints of what the search compares and of the whole, and its pseudonym. The key stands in front of them, so whoever
/// has the file can try out guesses; it goes when the recording is finished.
public struct SecretFingerprints: Sendable {
    private let key: FingerprintKey

    /// Fingerprints with this key: 32 random bytes for each recording, other ones than those of its pseudonyms.
    public init(key: [UInt8]) {
        self.key = FingerprintKey(key)
    }

    /// The text in front of the lines.
    public var header: [UInt8] { Self.magic + Layers.hexadecimal(key.bytes, isUpper: false) + [0x0A] }

    /// The line of a secret that is searched for.
    func line(for value: [UInt8], pseudonym: [UInt8]) -> [UInt8] {
        let slot = key.slot(FingerprintKey.window(value))
        var line = Array("+ \(value.count) \(slot) ".utf8)
        line += Layers.hexadecimal(key.tag(value.prefix(SecretSearch.comparedBytes)), isUpper: false)
        line.append(0x20)
        // Of a short one what is compared is the whole.
        line += value.count > SecretSearch.comparedBytes ? Layers.hexadecimal(key.tag(value), isUpper: false) : [0x2D]
        line.append(0x20)
        line += pseudonym.count <= Self.longestPseudonym ? Base64Text.encode(pseudonym) : [0x2D]
        line.append(0x0A)
        return line
    }

    /// The line that takes a secret back: it stands in a field that is kept, too, and is searched for no more.
    func line(takingBack value: [UInt8]) -> [UInt8] {
        Array("- ".utf8) + Layers.hexadecimal(key.tag(value), isUpper: false) + [0x0A]
    }

    static let magic = Array("kinescope secrets 1\n".utf8)
    /// Longer ones are made again if need be.
    private static let longestPseudonym = 4_096
}

/// The key of fingerprints, and what is made with it.
struct FingerprintKey: Hashable, Sendable {
    let bytes: [UInt8]
    private let first: UInt64
    private let second: UInt64

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        first = Self.window(bytes)
        second = Self.window(bytes.dropFirst(8))
    }

    /// 16 bytes of the SHA-256 over the key and the bytes.
    func tag(_ value: some Sequence<UInt8>) -> [UInt8] {
        var hash = SHA256()
        hash.update(data: bytes + value)
        return Array(hash.finalize().prefix(16))
    }

    /// Returns the place where values that begin with this window are filed: a number too short to reveal the eight
    /// bytes.
    func slot(_ window: UInt64) -> Int {
        var mixed = (window ^ first) &* 0x9E37_79B9_7F4A_7C15
        mixed = ((mixed ^ mixed >> 32) &+ second) &* 0xD6E8_FEB8_6659_FD93
        return Int((mixed ^ mixed >> 32) >> 44)
    }

    /// The number of such places.
    static let slots = 1 << 20

    /// The first eight bytes, the first one lowest.
    static func window(_ value: some Sequence<UInt8>) -> UInt64 {
        value.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
