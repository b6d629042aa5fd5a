import Documents

/// The traces of a person in a text for people: an e-mail address, the name before one, or the name behind
/// `Signed in as`; and what stands behind a secret name and `=` in any text, if it looks drawn by chance.
///
/// It is met in any text, whatever the structure around it; the second pass replaces it there and wherever else it
/// stands.
enum ProseVisitor {
    /// Tells `sink` of whom a text speaks.
    static func mark(_ text: ArraySlice<UInt8>, _ part: RecordingPart, _ sink: inout some SecretSink) {
        guard sink.isStudying else { return }
        var marks: [Mark] = []
        unsafe text.withUnsafeBufferPointer { bytes in
            for offset in 0..<bytes.count {
                let byte = unsafe bytes[offset]
                // Most of a text are letters, and none of them is looked at.
                if byte > 0x40, byte != 0x5C { continue }
                switch byte {
                case 0x40: marks.append(.sign(text.startIndex + offset, 1))
                case 0x25, 0x26, 0x5C:
                    if let length = unsafe signLength(in: bytes, at: offset) {
                        marks.append(.sign(text.startIndex + offset, length))
                    }
                case 0x3D: marks.append(.equals(text.startIndex + offset))
                case 0x2C:
                    if offset > 1, unsafe isGreetingEnd(bytes[offset - 2], bytes[offset - 1]) {
                        marks.append(.greeting(text.startIndex + offset))
                    }
                case 0x20:
                    // The word `as`, which the other greetings end with.
                    if offset > 3, unsafe bytes[offset - 1] == 0x73, unsafe bytes[offset - 2] == 0x61,
                        unsafe bytes[offset - 3] == 0x20
                    {
                        marks.append(.greeting(text.startIndex + offset))
                    }
                default: break
                }
            }
        }
        for mark in marks {
            switch mark {
            case .sign(let start, let length):
                guard let (local, domain) = MailAddress.address(around: start..<start + length, in: text) else {
                    continue
                }
                sink.enter(part, [])
                _ = sink.secret(Array(local) + [0x40] + Array(domain), .certain, .credential, name: [])
                guard let name = PersonName.before(mailbox: local.startIndex, in: text) else { continue }
                _ = sink.secret(Array(name), .certain, .credential, name: [])
            case .greeting(let end):
                guard let name = PersonName.behind(greeting: end, in: text) else { continue }
                sink.enter(part, [])
                _ = sink.secret(Array(name), .certain, .credential, name: [])
            case .equals(let sign):
                guard let (name, value, kind) = secret(around: sign, in: text) else { continue }
                sink.enter(part, name)
                _ = sink.secret(value, .suspected, kind, name: name)
            }
        }
    }

    /// A secret name and its value, at either side of an equals sign: `?token=…` in an address that a sentence quotes.
    ///
    /// Text may be code as well: a value counts only if it looks drawn by chance. One that holds a structure is another matter:
    /// its parts are secrets, each where it stands.
    private static func secret(
        around sign: Int,
        in text: ArraySlice<UInt8>
    ) -> (name: ArraySlice<UInt8>, value: [UInt8], kind: SecretKind)? {
        let written = text[(sign + 1)...].prefix(longestValue).prefix { !isValueEnd($0) }
        guard written.count >= RandomText.minimumBytes else { return nil }
        let value = Transport.percent.decode(written)
        guard RandomText.looksRandom(value[...]), Layer(of: value[...]) == nil else { return nil }
        var start = sign
        while start > text.startIndex, sign - start <= NameRules.maximumBytes, isNameByte(text[start - 1]) {
            start -= 1
        }
        let name = text[start..<sign]
        guard !name.isEmpty, case .secret(let kind) = NameRules.verdict(name) else { return nil }
        return (name, value, kind)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || byte == 0x2D || byte == 0x5F }

    /// Bytes of a value that are looked at: 16 KiB.
    private static let longestValue = 1 << 14

    /// White space, a control character, quotes, and what ends a value in a query, a list or a tag.
    private static func isValueEnd(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x22, 0x23, 0x26, 0x27, 0x28, 0x29, 0x2C, 0x3B, 0x3C, 0x3E, 0x5B, 0x5C, 0x5D, 0x60, 0x7B, 0x7D,
            0x7F...:
            true
        default: false
        }
    }

    private enum Mark {
        /// `@`, or an escape for it, of so many bytes.
        case sign(Int, Int)
        /// The possible end of a greeting.
        case greeting(Int)
        /// `=`.
        case equals(Int)
    }

    /// The last letters of `Welcome,`, `Hello,`, `Hi,` and `back,`, in small letters or large ones.
    private static func isGreetingEnd(_ one: UInt8, _ last: UInt8) -> Bool {
        switch (one, last) {
        case (0x6D, 0x65), (0x6C, 0x6F), (0x68, 0x69), (0x63, 0x6B): true
        case (0x4D, 0x45), (0x4C, 0x4F), (0x48, 0x49), (0x48, 0x69), (0x43, 0x4B): true
        default: false
        }
    }

    private static let signs = ["%40", "&#64;", "&#x40;", "\\u0040"].map { Array($0.utf8) }

    private static func signLength(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int? {
        for sign in signs where offset + sign.count <= bytes.count {
            if sign.indices.allSatisfy({ unsafe lowercasedASCII(bytes[offset + $0]) == sign[$0] }) {
                return sign.count
            }
        }
        return nil
    }
}
