import Crypto
import VirtualTime

/// Signs what the twin issues: a keyed hash (HMAC-SHA256), which only the twin can make, stretched to the lengths seen.
///
/// Adobe signs with RSA; nobody but the twin itself ever checks, so a cheap keyed hash does (tokens.md §2).
struct TokenSigner: Hashable, Sendable {
    private let key: [UInt8]

    /// A signer whose key follows from `source`.
    init(_ source: SeededGenerator) {
        var source = source
        key = (0..<4).flatMap { _ in bigEndianBytes(source.next()) }
    }

    /// The signature of `text`, salted so that two tokens that say the same differ.
    ///
    /// It begins with the salt and the keyed hash of salt and text. `count` is 128 for tokens (the size of RSA-1024, as
    /// captured), 256 for web tokens.
    func signature(of text: String, salt: [UInt8], count: Int = 128) -> [UInt8] {
        let key = SymmetricKey(data: key)
        var code = HMAC<SHA256>(key: key)
        code.update(data: salt)
        code.update(data: Array(text.utf8))
        var bytes = salt + Array(code.finalize())
        bytes.reserveCapacity(count + 8)
        // What is left only has to follow from the hash: it is drawn from a generator that the hash seeds.
        var rest = SeededGenerator(seed: bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
        while bytes.count < count { bytes += bigEndianBytes(rest.next()) }
        return Array(bytes.prefix(count))
    }

    /// Whether `signature` is one of `text`.
    func verifies(_ signature: [UInt8], of text: String) -> Bool {
        guard signature.count == 128 else { return false }
        return signature == self.signature(of: text, salt: Array(signature.prefix(Self.saltLength)))
    }

    /// How many bytes of salt a signature begins with.
    static let saltLength = 16

    /// A hash of `text` that nobody else can make, as 32 hexadecimal digits.
    func pseudonym(of text: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: SymmetricKey(data: key))
        return hexadecimal(Array(Array(code).prefix(16)))
    }

    /// What binds a token to a device: 40 hexadecimal digits made of the device id with the server's key (tokens.md §10).
    func fingerprint(of device: String) -> String {
        let code = HMAC<Insecure.SHA1>.authenticationCode(for: Array(device.utf8), using: SymmetricKey(data: key))
        return hexadecimal(Array(code))
    }
}

/// The eight bytes of a number, highest first.
func bigEndianBytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
}

/// Bytes as lower-case hexadecimal digits.
func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
}
