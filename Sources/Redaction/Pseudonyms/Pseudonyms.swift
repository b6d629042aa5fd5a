import Crypto

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
    /// White space counts for nothing and stays where it is, so that a SAML answer and its normalised form, which has
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
        return TextShape.plain.map(value, &stream)
    }

    private func replacement(for content: [UInt8]) -> [UInt8] {
        guard !content.isEmpty else { return content }
        var stream = KeyStream(key: key, value: content)
        if let address = NetworkAddress.documentationAddress(insteadOf: content, &stream) { return address }
        let shape = TextShape(of: content)
        // A short value may meet itself by chance; a longer run of the stream then gives another.
        for _ in 0..<32 {
            let candidate = shape.map(content, &stream)
            if candidate != content { return candidate }
        }
        return shape.nudged(content)
    }
}

/// As many bytes as are asked for, from HMAC-SHA256 of a value: the first block is the code itself, each later one the
/// SHA-256 of it and a counter.
struct KeyStream {
    private let seed: [UInt8]
    private var block: [UInt8]
    private var position = 0
    private var counter: UInt32 = 0

    init(key: SymmetricKey, value: [UInt8]) {
        seed = Array(HMAC<SHA256>.authenticationCode(for: value, using: key))
        block = seed
    }

    mutating func next() -> UInt8 {
        if position == block.count {
            counter &+= 1
            var hash = SHA256()
            hash.update(data: seed)
            hash.update(data: [
                UInt8(truncatingIfNeeded: counter >> 24), UInt8(truncatingIfNeeded: counter >> 16),
                UInt8(truncatingIfNeeded: counter >> 8), UInt8(truncatingIfNeeded: counter),
            ])
            block = Array(hash.finalize())
            position = 0
        }
        defer { position += 1 }
        return block[position]
    }

    /// A number below `bound`, from two bytes of the stream.
    mutating func next(below bound: Int) -> Int {
        guard bound > 1 else { return 0 }
        return (Int(next()) << 8 | Int(next())) % bound
    }
}
