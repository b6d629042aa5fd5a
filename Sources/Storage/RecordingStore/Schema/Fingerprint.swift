import Crypto
import Documents
import Foundation

/// A SHA-256 as four words: cheap to compare and to look up.
struct Fingerprint: Hashable, Sendable {
    private let words: SIMD4<UInt64>

    /// The SHA-256 of `bytes`.
    init(of bytes: [UInt8]) {
        var hash = SHA256()
        unsafe bytes.withUnsafeBytes { unsafe hash.update(bufferPointer: $0) }
        self.init(hash.finalize())
    }

    init(_ digest: SHA256.Digest) {
        words = unsafe digest.withUnsafeBytes { unsafe $0.loadUnaligned(as: SIMD4<UInt64>.self) }
    }

    /// All 32 bytes.
    var data: Data { unsafe withUnsafeBytes(of: words) { unsafe Data($0) } }

    /// The first eight bytes, in the order they are stored.
    var prefix: UInt64 { words.x }

    /// All 32 bytes as hexadecimal digits.
    var hex: String { Hexadecimal.text(of: data) }
}
