import Documents

/// `Signed in as Jane Doe`, `Welcome, Jane Doe`, `Jane Doe <jane@…>`: a name that a text says of its own accord.
enum PersonName {
    /// The name behind a greeting that ends at `end`, tags between them; nil if it is none.
    static func behind(greeting end: Int, in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let before = text[..<end].suffix(longestPhrase)
        guard phrases.contains(where: { endsIgnoringCase(before, $0) }) else { return nil }
        var rest = text[(end + 1)...].prefix(longestName + longestTags)
        while true {
            rest = rest.drop(while: isWhiteSpace)
            guard rest.first == 0x3C, let close = rest.firstIndex(of: 0x3E) else { break }
            rest = rest[(close + 1)...]
        }
        let name = rest.prefix { isWord($0) || $0 == 0x20 }.trimmed.prefix(longestName)
        return isName(name) ? name : nil
    }

    /// The name before an address in angle brackets that begins at `start` (RFC 5322 §3.4), however they are written.
    static func before(mailbox start: Int, in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let before = text[..<start]
        guard let bracket = brackets.first(where: { endsIgnoringCase(before, $0) }) else { return nil }
        let rest = before.dropLast(bracket.count).suffix(longestName)
        let end = rest.lastIndex { !isWhiteSpace($0) && $0 != 0x22 && $0 != 0x5C }.map { $0 + 1 } ?? rest.startIndex
        let run = rest[..<end]
        let start = run.lastIndex { !isWord($0) && $0 != 0x20 }.map { $0 + 1 } ?? run.startIndex
        // As many words as a name has, from the last one on.
        var words = 0
        var first = end
        for word in run[start...].split(separator: 0x20).reversed() {
            guard words < 4, let letter = word.first, letter >= 0x80 || letter &- 0x41 < 26 else { break }
            words += 1
            first = word.startIndex
        }
        let name = run[first...]
        return words > 1 && isName(name) ? name : nil
    }

    private static let brackets = ["<", "&lt;", "%3c", "\\u003c"].map { Array($0.utf8) }

    private static let phrases = [
        "welcome", "welcome back", "hello", "hi", "signed in as", "logged in as", "registered as",
    ].map { Array($0.utf8) }

    private static let longestPhrase = 16
    private static let longestName = 64
    private static let longestTags = 128

    private static func endsIgnoringCase(_ text: ArraySlice<UInt8>, _ phrase: [UInt8]) -> Bool {
        guard text.count >= phrase.count else { return false }
        let end = text.suffix(phrase.count)
        guard zip(end, phrase).allSatisfy({ lowercasedASCII($0) == $1 }) else { return false }
        return end.startIndex == text.startIndex || !isWord(text[end.startIndex - 1])
    }

    /// Two to four words with capitals, or one with digits; a single name is a word like any other.
    private static func isName(_ name: ArraySlice<UInt8>) -> Bool {
        let words = name.split(separator: 0x20)
        guard (1...4).contains(words.count), name.count >= Searchability.minimumBytes else { return false }
        guard words.allSatisfy({ !common.contains(NameRules.normalized($0)) }) else { return false }
        if words.count == 1 { return name.contains(where: isDigit) }
        return words.allSatisfy { word in word.first.map { $0 >= 0x80 || $0 &- 0x41 < 26 } ?? false }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || byte >= 0x80 || byte == 0x2D || byte == 0x27
    }

    private static let common: Set<String> = [
        "guest", "user", "customer", "customers", "member", "members", "subscriber", "subscribers", "viewer", "viewers",
        "visitor", "friend", "friends", "sir", "madam", "world", "there", "everyone", "all", "team", "tv", "television",
        "the", "to", "please", "your", "we", "you", "what", "how", "this", "it", "in", "on",
    ]
}
