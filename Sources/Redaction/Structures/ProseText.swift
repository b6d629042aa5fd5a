/// What a text for people says of a person: an e-mail address, or the name behind `Signed in as`.
///
/// It is met in any text, whatever the structure around it; the second pass replaces it there and wherever else it
/// stands.
enum ProseText {
    /// Tells `leaves` of whom a text speaks.
    static func mark(_ text: ArraySlice<UInt8>, _ part: RecordingPart, _ leaves: inout some SecretLeaves) {
        guard leaves.isStudying else { return }
        var marks: [Mark] = []
        unsafe text.withUnsafeBufferPointer { bytes in
            for offset in 0..<bytes.count {
                switch unsafe bytes[offset] {
                case 0x40: marks.append(.sign(text.startIndex + offset, 1))
                case 0x25, 0x26, 0x5C:
                    if let length = unsafe signLength(in: bytes, at: offset) {
                        marks.append(.sign(text.startIndex + offset, length))
                    }
                case 0x2C:
                    if offset > 0, unsafe greetingEnds.contains(bytes[offset - 1]) {
                        marks.append(.greeting(text.startIndex + offset))
                    }
                case 0x20:
                    // `as`, which few words end with.
                    if offset > 1, unsafe bytes[offset - 1] == 0x73, unsafe bytes[offset - 2] == 0x61 {
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
                leaves.enter(part, [])
                _ = leaves.secret(Array(local) + [0x40] + Array(domain), .certain, .credential, name: [])
            case .greeting(let end):
                guard let name = Greeting.name(behind: end, in: text) else { continue }
                leaves.enter(part, [])
                _ = leaves.secret(Array(name), .certain, .credential, name: [])
            }
        }
    }

    private enum Mark {
        /// `@`, or an escape for it, of so many bytes.
        case sign(Int, Int)
        /// What may be the end of a greeting.
        case greeting(Int)
    }

    /// The last letters of `Welcome,`, `Hello,`, `Hi,` and `back,`.
    private static let greetingEnds = Array("eoik".utf8)

    private static let signs = ["%40", "&#64;", "&#x40;", "\\u0040"].map { Array($0.utf8) }

    private static func signLength(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int? {
        for sign in signs where offset + sign.count <= bytes.count {
            if sign.indices.allSatisfy({ unsafe ASCII.lowercased(bytes[offset + $0]) == sign[$0] }) {
                return sign.count
            }
        }
        return nil
    }
}

/// `Signed in as Jane Doe`, `Welcome, Jane Doe`: a name that a page says to its owner.
enum Greeting {
    /// The name behind a greeting that ends at `end`, tags between them; nil if it is none.
    static func name(behind end: Int, in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let before = text[..<end].suffix(longestPhrase)
        guard phrases.contains(where: { endsIgnoringCase(before, $0) }) else { return nil }
        var rest = text[(end + 1)...].prefix(longestName + longestTags)
        while true {
            rest = rest.drop(while: ASCII.isSpace)
            guard rest.first == 0x3C, let close = rest.firstIndex(of: 0x3E) else { break }
            rest = rest[(close + 1)...]
        }
        let name = rest.prefix { isWord($0) || $0 == 0x20 }.trimmed.prefix(longestName)
        return isName(name) ? name : nil
    }

    private static let phrases = [
        "welcome", "welcome back", "hello", "hi", "signed in as", "logged in as", "registered as",
    ].map { Array($0.utf8) }

    private static let longestPhrase = 16
    private static let longestName = 64
    private static let longestTags = 128

    private static func endsIgnoringCase(_ text: ArraySlice<UInt8>, _ phrase: [UInt8]) -> Bool {
        guard text.count >= phrase.count else { return false }
        let end = text.suffix(phrase.count)
        guard zip(end, phrase).allSatisfy({ ASCII.lowercased($0) == $1 }) else { return false }
        return end.startIndex == text.startIndex || !isWord(text[end.startIndex - 1])
    }

    /// Two to four words with capitals, or one with digits; a single name is a word like any other.
    private static func isName(_ name: ArraySlice<UInt8>) -> Bool {
        let words = name.split(separator: 0x20)
        guard (1...4).contains(words.count), name.count >= Searchability.minimumBytes else { return false }
        guard words.allSatisfy({ !common.contains(NameRules.normalised($0)) }) else { return false }
        if words.count == 1 { return name.contains(where: ASCII.isDigit) }
        return words.allSatisfy { word in word.first.map { $0 >= 0x80 || $0 &- 0x41 < 26 } ?? false }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || byte >= 0x80 || byte == 0x2D || byte == 0x27
    }

    private static let common: Set<String> = [
        "guest", "user", "customer", "customers", "member", "members", "subscriber", "subscribers", "viewer", "viewers",
        "visitor", "friend", "friends", "sir", "madam", "world", "there", "everyone", "all", "team", "tv", "television",
        "the", "to", "please", "your", "we", "you", "what", "how", "this", "it", "in", "on",
    ]
}
