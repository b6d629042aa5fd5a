import Crypto
import VirtualTime

/// Replacements for secrets: the same for the same key and value, of the same shape, never the value itself.
///
/// The key is all that ties a pseudonym to its secret: it is made for one recording and thrown away with the process.
struct Pseudonyms: Sendable {
    private let key: SymmetricKey

    init(key: [UInt8]) {
        self.key = SymmetricKey(data: key)
    }

    /// The replacement for a value that is text or, if `isData`, is none.
    func pseudonym(for value: [UInt8], isData: Bool) -> [UInt8] {
        isData ? pseudonym(forData: value) : pseudonym(for: value)
    }

    /// The replacement for a text.
    ///
    /// White space counts for nothing and stays where it is, so that a SAML answer and its normalized form, which has
    /// other white space, get the same pseudonyms.
    func pseudonym(for value: [UInt8]) -> [UInt8] {
        guard value.contains(where: TextShape.mayBelongToWhiteSpace) else { return replacement(for: value) }
        let (content, spaces) = TextShape.separatingWhiteSpace(value)
        let replaced = replacement(for: content)
        guard replaced.count == content.count else { return replaced }
        return TextShape.weaving(replaced, with: spaces)
    }

    /// The replacement for bytes that are no text: as many bytes.
    func pseudonym(forData value: [UInt8]) -> [UInt8] {
        var stream = KeyStream(key: key, value: value)
        var output = value.map { _ in stream.next() }
        if output == value, let last = output.indices.last { output[last] = output[last] ^ 0xFF }
        return output
    }

    /// A replacement of exactly the value's length and character classes, whatever the value stands for.
    func plainPseudonym(for value: [UInt8]) -> [UInt8] {
        var stream = KeyStream(key: key, value: value)
        return Self.other(than: value, .plain, &stream)
    }

    /// As many small letters as there are bytes, other than the value.
    func letters(for value: [UInt8]) -> [UInt8] {
        var stream = KeyStream(key: key, value: value)
        var output = value.map { _ in 0x61 + UInt8(stream.next(below: 26)) }
        if output == value, let last = output.indices.last {
            output[last] = output[last] == 0x7A ? 0x61 : output[last] + 1
        }
        return output
    }

    private func replacement(for content: [UInt8]) -> [UInt8] {
        guard !content.isEmpty else { return content }
        var stream = KeyStream(key: key, value: content)
        if let address = NetworkAddress.documentationAddress(insteadOf: content, &stream) { return address }
        return Self.other(than: content, TextShape(of: content), &stream)
    }

    /// A short value may meet itself by chance; a longer run of the stream then gives another.
    private static func other(than content: [UInt8], _ shape: TextShape, _ stream: inout KeyStream) -> [UInt8] {
        for _ in 0..<32 {
            let candidate = shape.map(content, &stream)
            if candidate != content { return candidate }
        }
        return shape.nudged(content)
    }
}

/// As many bytes as are asked for, from HMAC-SHA256 of a value: the first 32 are the code itself, the later ones those
/// of a generator that the code seeds.
///
/// The generator need be no cipher: who learnt its state from a pseudonym would know the code, which without the key
/// tells nothing about the value.
struct KeyStream {
    private let code: SIMD4<UInt64>
    private var generator: SeededGenerator
    private var words = 0
    private var word: UInt64 = 0
    private var bytesLeft = 0

    init(key: SymmetricKey, value: [UInt8]) {
        let code = HMAC<SHA256>.authenticationCode(for: value, using: key)
        self.code = unsafe code.withUnsafeBytes { unsafe $0.loadUnaligned(as: SIMD4<UInt64>.self) }
        generator = SeededGenerator(seed: self.code.x.littleEndian ^ self.code.w.littleEndian)
    }

    mutating func next() -> UInt8 {
        if bytesLeft == 0 {
            word = words < 4 ? code[words].littleEndian : generator.next()
            words &+= 1
            bytesLeft = 8
        }
        defer {
            word >>= 8
            bytesLeft &-= 1
        }
        return UInt8(truncatingIfNeeded: word)
    }

    /// A number below `bound`, from two bytes of the stream.
    mutating func next(below bound: Int) -> Int {
        guard bound > 1 else { return 0 }
        return (Int(next()) << 8 | Int(next())) % bound
    }
}
