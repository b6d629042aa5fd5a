import Documents

/// The strings and numbers of a text that is JSON, each replaced as a whole.
enum JSONTokens {
    /// Whether a change made of JSON what is none, or JSON of another shape.
    ///
    /// A secret that was found letter by letter may have begun within an escape (`\n`, `\u00e9`), reached over the end of a
    /// string, or been the word `true`.
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
        guard mayBegin(original), let before = try? JSONValue(parsing: original) else { return false }
        guard let after = try? JSONValue(parsing: changed) else { return true }
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

    /// The text with every string and number that one of `ranges` touches replaced.
    ///
    /// - Parameters:
    ///   - text: what is JSON.
    ///   - ranges: in order.
    ///   - pseudonym: the replacement for what a string stands for or a number is.
    /// - Returns: JSON of the same shape.
    static func replacing(
        _ text: [UInt8],
        touchedBy ranges: [Range<Int>],
        _ pseudonym: ([UInt8]) -> [UInt8]
    ) -> [UInt8] {
        var edits = Edits(text[...])
        var ranges = ranges[...]
        var index = 0
        while index < text.count, !ranges.isEmpty {
            guard let token = token(in: text[...], at: index) else {
                index += 1
                continue
            }
            ranges = ranges.drop { $0.upperBound <= token.lowerBound }
            if let first = ranges.first, first.lowerBound < token.upperBound {
                edits.replace(token, with: replacing(text[token], pseudonym))
            }
            index = token.upperBound
        }
        return edits.result() ?? text
    }

    private static func mayBegin(_ text: [UInt8]) -> Bool {
        guard let first = text.first(where: { !ASCII.isSpace($0) }) else { return false }
        return [0x7B, 0x5B, 0x22, 0x2D].contains(first) || ASCII.isDigit(first)
    }

    /// The string with its quotes, or the number, that begins at `index`.
    private static func token(in text: ArraySlice<UInt8>, at index: Int) -> Range<Int>? {
        switch text[index] {
        case 0x22: index..<JSONText.endOfString(text, index)
        case 0x2D, 0x30...0x39: index..<JSONText.endOfNumber(text, index)
        default: nil
        }
    }

    private static func replacing(_ token: ArraySlice<UInt8>, _ pseudonym: ([UInt8]) -> [UInt8]) -> [UInt8] {
        guard token.first == 0x22 else { return pseudonym(Array(token)) }
        let raw = token.dropFirst().dropLast()
        let replaced = pseudonym(Transport.json.decode(raw))
        return [0x22] + Rewriting.write(replaced, .json, like: raw) + [0x22]
    }
}
