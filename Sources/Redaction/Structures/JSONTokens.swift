import Documents
import Exchanges
import VirtualTime

/// What keeps JSON JSON: its strings and numbers are replaced as a whole where a change of single letters would break it.
enum JSONTokens {
    /// Whether a change made of JSON what is none, or JSON of another shape.
    ///
    /// A secret that was found letter by letter may have begun within an escape (`\n`, `\u00e9`), reached over the end of a
    /// string and over a number or `true`.
    ///
    /// - Parameters:
    ///   - changed: the text after the change.
    ///   - original: the text before.
    ///   - mayChange: whether the length of a member's name may be another one afterwards.
    /// - Returns: false where the original is no JSON.
    static func isBroken(
        _ changed: [UInt8],
        madeOf original: [UInt8],
        mayChange: (_ name: String) -> Bool
    ) -> Bool {
        guard mayBegin(original), let before = try? JSONValue(parsing: original, limits: anySize) else { return false }
        guard let after = try? JSONValue(parsing: changed, limits: anySize) else { return true }
        return !hasShape(after, of: before, mayChange)
    }

    private static func hasShape(_ new: JSONValue, of old: JSONValue, _ mayChange: (String) -> Bool) -> Bool {
        switch (new, old) {
        case (.object(let new), .object(let old)):
            new.members.count == old.members.count
                && zip(new.members, old.members).allSatisfy { new, old in
                    (new.key.utf8.count == old.key.utf8.count || mayChange(old.key))
                        && hasShape(new.value, of: old.value, mayChange)
                }
        case (.array(let new), .array(let old)):
            new.count == old.count && zip(new, old).allSatisfy { hasShape($0, of: $1, mayChange) }
        case (.string, .string), (.number, .number), (.null, .null): true
        case (.bool(let new), .bool(let old)): new == old
        default: false
        }
    }

    /// The text with every string and number replaced that one of `ranges` touches.
    ///
    /// Nothing of a string stays, not its punctuation nor its escapes: of those a secret may be made, too.
    ///
    /// - Parameters:
    ///   - text: what is JSON.
    ///   - ranges: in order.
    ///   - pseudonyms: what makes the replacements.
    ///   - keepsWords: whether the text is a line of an account log, whose own words and times stay.
    /// - Returns: JSON of the same shape, whose strings are as long as they were.
    static func replacing(
        _ text: [UInt8],
        touchedBy ranges: [Range<Int>],
        _ pseudonyms: Pseudonyms,
        keepsWords: Bool = false
    ) -> [UInt8] {
        var edits = Edits(text[...])
        var names: MemberNames?
        var ranges = ranges[...]
        var index = 0
        while index < text.count, !ranges.isEmpty {
            guard let token = token(in: text[...], at: index) else {
                index += 1
                continue
            }
            ranges = ranges.drop { $0.upperBound <= token.lowerBound }
            if let first = ranges.first, first.lowerBound < token.upperBound, !keepsWords || !isFixed(text[token]) {
                if isName(token, in: text) {
                    names = names ?? MemberNames(in: text)
                    let name = names?.replacement(for: content(of: text[token]), pseudonyms)
                    if let name { edits.replace(token, with: [0x22] + name + [0x22]) }
                } else {
                    edits.replace(token, with: replacing(text[token], pseudonyms))
                }
            }
            index = token.upperBound
        }
        return edits.result() ?? text
    }

    /// Whether a string is a word of the account log, or a time.
    private static func isFixed(_ token: ArraySlice<UInt8>) -> Bool {
        let value = content(of: token)
        return token.first == 0x22
            && (Searchability.isPartOfTime(value) || AccountLog.words.contains { $0.utf8.elementsEqual(value) }
                // As the log reads it: with small letters, or a fraction of any length.
                || Instant(iso8601: String(decoding: value, as: UTF8.self)) != nil)
    }

    /// A string without quotes and escapes.
    static func content(of token: ArraySlice<UInt8>) -> [UInt8] {
        Transport.json.decode(token.dropFirst().dropLast())
    }

    /// Whether a string is the name of a member.
    static func isName(_ token: Range<Int>, in text: [UInt8]) -> Bool {
        text[token.lowerBound] == 0x22 && text[token.upperBound...].first { !ASCII.isSpace($0) } == 0x3A
    }

    /// A text of any size; what is nested more deeply than a tree may be is left to the search for secrets.
    static var anySize: JSONLimits {
        var limits = JSONLimits()
        limits.totalBytes = .max
        limits.stringBytes = .max
        limits.numberBytes = .max
        limits.values = .max
        limits.depth = 512
        return limits
    }

    private static func mayBegin(_ text: [UInt8]) -> Bool {
        guard let first = text.first(where: { !ASCII.isSpace($0) }) else { return false }
        // 0xEF begins a byte order mark.
        return [0x7B, 0x5B, 0x22, 0x2D, 0xEF].contains(first) || ASCII.isDigit(first)
    }

    /// The string with its quotes, or the number, that begins at `index`.
    static func token(in text: ArraySlice<UInt8>, at index: Int) -> Range<Int>? {
        switch text[index] {
        case 0x22: index..<JSONText.endOfString(text, index)
        case 0x2D, 0x30...0x39: index..<JSONText.endOfNumber(text, index)
        default: nil
        }
    }

    private static func replacing(_ token: ArraySlice<UInt8>, _ pseudonyms: Pseudonyms) -> [UInt8] {
        guard token.first == 0x22 else {
            let number = pseudonyms.pseudonym(for: Array(token))
            // An integer of so many digits may become too large for what reads it.
            return number.count >= 19 && number.dropFirst().allSatisfy(ASCII.isDigit) ? number.dropLast() : number
        }
        return [0x22] + pseudonyms.letters(for: content(of: token)) + [0x22]
    }
}
