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

    /// The signature of `text` in `count` bytes: 128 for tokens (RSA-1024's size, as captured), 256 for JWTs.
    func signature(of text: String, count: Int = 128) -> [UInt8] {
        let code = HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: SymmetricKey(data: key))
        var bytes = Array(code)
        bytes.reserveCapacity(count)
        // The rest only has to follow from the text: it is drawn from a generator that the code seeds.
        var rest = SeededGenerator(seed: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
        while bytes.count < count { bytes += bigEndianBytes(rest.next()) }
        return Array(bytes.prefix(count))
    }

    /// Whether `signature` is that of `text`.
    func verifies(_ signature: [UInt8], of text: String) -> Bool {
        signature == self.signature(of: text, count: signature.count) && signature.count >= 32
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
