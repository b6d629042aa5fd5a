import Crypto
import Documents
import VirtualTime

/// Signs what the simulated service issues: a keyed hash (SHA-256), which only the simulated service can make, stretched to
/// the lengths seen.
///
/// Adobe signs with RSA; nobody but the simulated service itself ever checks, so a cheap keyed hash does (tokens.md §2).
struct TokenSigner: Hashable, Sendable {
    private let key: [UInt8]
    /// A digest that has taken in the key.
    private let keyed: VirtualTime.Digest
    /// The key as HMAC has it before a text and before that one's hash (RFC 2104).
    private let innerKey: [UInt8]
    private let outerKey: [UInt8]

    /// A signer whose key follows from `source`.
    init(_ source: SeededGenerator) {
        var source = source
        let key = (0..<4).flatMap { _ in bigEndianBytes(source.next()) }
        self.key = key
        var digest = VirtualTime.Digest()
        digest.absorb(key)
        keyed = digest
        let block = key + [UInt8](repeating: 0, count: Insecure.SHA1.blockByteCount - key.count)
        innerKey = block.map { $0 ^ 0x36 }
        outerKey = block.map { $0 ^ 0x5C }
    }

    /// The signature of `text`, salted so that two tokens that say the same differ.
    ///
    /// It begins with the salt and the keyed hash of salt and text. `count` is 128 for tokens (the size of RSA-1024, as
    /// captured), 256 for web tokens.
    func signature(of text: String, salt: [UInt8], count: Int = 128) -> [UInt8] {
        // The key stands on both sides, so that nothing can be hung on.
        var signed: [UInt8] = []
        signed.reserveCapacity(key.count * 2 + salt.count + text.utf8.count)
        signed += key
        signed += salt
        signed += text.utf8
        signed += key
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        bytes += salt
        bytes += SHA256.hash(data: signed)
        // What is left only has to follow from the hash: it is drawn from a generator that the hash seeds.
        var rest = SeededGenerator(seed: bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
        while bytes.count < count { appendBigEndian(rest.next(), to: &bytes) }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// Checks whether `signature` is one of `text`.
    func verifies(_ signature: [UInt8], of text: String) -> Bool {
        guard signature.count == 128 else { return false }
        return signature == self.signature(of: text, salt: Array(signature.prefix(Self.saltLength)))
    }

    /// The number of bytes of salt at the beginning of a signature.
    static let saltLength = 16

    /// A hash of `text` and the key, as 32 hexadecimal digits: it tells texts apart, and protects nothing.
    func pseudonym(of text: String) -> String {
        var digest = keyed
        digest.absorb(text)
        var bytes = bigEndianBytes(digest.value)
        digest.absorb(key)
        appendBigEndian(digest.value, to: &bytes)
        return Hexadecimal.text(of: bytes)
    }

    /// Returns the binding of a token to a device: 40 hexadecimal digits made of the device id with the server's key
    /// (tokens.md §10).
    func fingerprint(of device: String) -> String {
        let inner = Insecure.SHA1.hash(data: innerKey + device.utf8)
        return Hexadecimal.text(of: Insecure.SHA1.hash(data: outerKey + inner))
    }
}

/// The eight bytes of a number, highest first.
func bigEndianBytes(_ number: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    appendBigEndian(number, to: &bytes)
    return bytes
}

/// Appends the eight bytes of a number, highest first.
func appendBigEndian(_ number: UInt64, to bytes: inout [UInt8]) {
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
}
