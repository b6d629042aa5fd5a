import Crypto

/// Writes fingerprints of secrets: by them a secret is found again where it stands, without being written down.
///
/// A recorder keeps them beside its recording, in case it is killed before it has searched for secrets that only later
/// exchanges gave away. A line a secret: its length, a keyed fingerprint of the whole, its pseudonym, and of each form
/// (``SecretForm``) the length and a keyed fingerprint of what the search compares. The key stands in front of them, so
/// whoever has the file can try out guesses; it goes when the recording is finished.
public struct SecretFingerprints: Sendable {
    let key: [UInt8]

    /// Fingerprints with this key: 32 random bytes for each recording, other ones than those of its pseudonyms.
    public init(key: [UInt8]) {
        self.key = key
    }

    /// What stands in front of the lines.
    public var header: [UInt8] { Self.magic + Layers.hexadecimal(key, isUpper: false) + [0x0A] }

    /// The line of a secret that is searched for.
    func line(for value: [UInt8], pseudonym: [UInt8]) -> [UInt8] {
        var line = Array("+ \(value.count) ".utf8) + hexadecimal(of: value, Self.whole) + [0x20]
        line += pseudonym.count <= Self.longestPseudonym ? Base64Text.encode(pseudonym) : [0x2D]
        for form in SecretForm.allCases {
            let pattern = Array(form.beginning(of: value, count: SecretSearch.comparedBytes))
            let slot = Self.slot(Self.window(pattern), FingerprintKey(key))
            line += " \(form.rawValue):\(pattern.count):\(slot):".utf8
            line += hexadecimal(of: pattern, form.rawValue)
        }
        return line + [0x0A]
    }

    /// The line that takes a secret back: it stands in a field that is kept, too, and is searched for no more.
    func line(takingBack value: [UInt8]) -> [UInt8] {
        Array("- ".utf8) + hexadecimal(of: value, Self.whole) + [0x0A]
    }

    private func hexadecimal(of bytes: [UInt8], _ mark: UInt8) -> [UInt8] {
        Layers.hexadecimal(Self.tag(bytes, mark, key), isUpper: false)
    }

    /// 16 bytes of the SHA-256 over the key, what is fingerprinted, and its bytes.
    static func tag(_ bytes: some Sequence<UInt8>, _ mark: UInt8, _ key: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(data: key + [mark] + bytes)
        return Array(hash.finalize().prefix(16))
    }

    /// The first eight bytes, the first one lowest.
    static func window(_ pattern: some Sequence<UInt8>) -> UInt64 {
        pattern.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Where forms that begin so are filed: a number too short to tell the eight bytes.
    static func slot(_ window: UInt64, _ key: FingerprintKey) -> Int {
        var mixed = (window ^ key.first) &* 0x9E37_79B9_7F4A_7C15
        mixed = ((mixed ^ mixed >> 32) &+ key.second) &* 0xD6E8_FEB8_6659_FD93
        return Int((mixed ^ mixed >> 32) >> 44)
    }

    static let magic = Array("kinescope secrets 1\n".utf8)
    /// What is fingerprinted as a whole; forms have smaller numbers.
    static let whole: UInt8 = 255
    static let slots = 1 << 20
    /// Longer ones are made anew if need be.
    private static let longestPseudonym = 4_096
}

/// Two words of a key.
struct FingerprintKey: Hashable, Sendable {
    let first: UInt64
    let second: UInt64

    init(_ key: [UInt8]) {
        first = SecretFingerprints.window(key)
        second = SecretFingerprints.window(key.dropFirst(8))
    }
}
