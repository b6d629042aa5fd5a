import Documents

/// Text that looks drawn by chance: an identifier, a key, a ticket.
///
/// What stands under a name that no list knows is evaluated by this.
enum RandomText {
    /// Shorter texts are words, versions and counts more often than secrets.
    static let minimumBytes = 16

    /// Checks whether the text is one word of letters and digits in which they alternate as in no language.
    ///
    /// In text drawn from letters and digits, more than every fourth pair of neighbors goes from a digit to a letter,
    /// or from one letter case to the other; in names, dates and versions far fewer do.
    static func looksRandom(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count >= minimumBytes else { return false }
        var digits = 0
        var changes = 0
        var alphanumerics = 0
        var last: Class?
        for byte in text {
            switch byte {
            case 0x30...0x39: digits += 1
            case 0x41...0x5A, 0x61...0x7A: break
            case 0x2E, 0x3A, 0x80...0xFF: return false  // . : and what is not ASCII: names, addresses, dates, prose
            case 0x21...0x7E:
                last = nil
                continue
            default: return false
            }
            alphanumerics += 1
            let now = Class(byte)
            if let last, last != now { changes += 1 }
            last = now
        }
        guard alphanumerics >= minimumBytes - 2, digits > 0 else { return false }
        return changes * (digits > 1 ? 4 : 3) >= alphanumerics
    }

    /// Checks whether any word of a text looks random: a token in two parts has a dot between them.
    ///
    /// Of a long text the beginning decides: no more of it is compared in a search.
    static func holdsRandomText(_ text: ArraySlice<UInt8>) -> Bool {
        text.prefix(longestBeginning).split(whereSeparator: isSeparator).contains(where: looksRandom)
    }

    private static let longestBeginning = 256

    /// Replaces each word of a text for people that looks drawn by chance.
    static func redactWords(_ text: ArraySlice<UInt8>, _ scope: Scope, _ sink: inout some SecretSink) -> [UInt8]? {
        var edits = Edits(text)
        for word in text.split(whereSeparator: isSeparator) where looksRandom(word) {
            if let replaced = Values.secret(word, .suspected, .drawn, name: [], scope, &sink) {
                edits.replace(word.startIndex..<word.endIndex, with: replaced)
            }
        }
        return edits.result()
    }

    private enum Class {
        case digit, upper, lower

        init(_ byte: UInt8) { self = byte <= 0x39 ? .digit : byte <= 0x5A ? .upper : .lower }
    }

    /// White space, and the punctuation that stands around values: `" ' ( ) , . : ; < = > [ ] { }`.
    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x22, 0x27, 0x28, 0x29, 0x2C, 0x2E, 0x3A...0x3E, 0x5B, 0x5D, 0x7B, 0x7D: true
        default: isWhiteSpace(byte)
        }
    }
}
