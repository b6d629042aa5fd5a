import Documents
import Exchanges

/// The secrets that are searched for outside their own field: the rule for values too short or too common.
///
/// A value that fails the rule is replaced where it stands and nowhere else, and the secret scanner does not look for
/// it: a search for `1` or `true` would find it everywhere.
enum Searchability {
    /// Fewer bytes are too few to be told apart.
    static let minimumBytes = 8
    /// Fewer different bytes are too few: `--------`, `00000000`, `abababab`.
    static let minimumDistinctBytes = 5
    /// Fewer bytes that are not punctuation or blanks are too few, of a value whose beginning is all that is compared.
    static let minimumReplacedBytes = 8
    /// The same of a value that is compared as a whole: `'-_.!~*-7` has one pseudonym in ten.
    static let minimumReplacedBytesOfShort = 5
    /// Fewer digits than these, and nothing but digits, are a year, a port, a ZIP code, a count.
    static let minimumDigits = 10
    /// Checks whether `value` is searched for: text, or data, of which a pseudonym keeps nothing.
    static func isSearchable(_ value: [UInt8], _ certainty: Certainty, isData: Bool = false) -> Bool {
        guard value.count >= minimumBytes, !isPartOfTime(value), isData || beginningTells(value) else { return false }
        // A beacon says where it was and with what: words that stand in every other exchange, and are secrets in none.
        if certainty == .suspected, !RandomText.holdsRandomText(value[...]) { return false }
        var seen: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        var hasDigit = false
        var hasOther = false
        var significant = 0
        let longestCommonWord = longestCommonWord
        func distinctBytes() -> Int {
            seen.0.nonzeroBitCount + seen.1.nonzeroBitCount + seen.2.nonzeroBitCount + seen.3.nonzeroBitCount
        }
        for byte in value {
            let bit = UInt64(1) << UInt64(byte & 63)
            switch byte >> 6 {
            case 0: seen.0 |= bit
            case 1: seen.1 |= bit
            case 2: seen.2 |= bit
            default: seen.3 |= bit
            }
            if isDigit(byte) { hasDigit = true } else { hasOther = true }
            if isAlphanumeric(byte) || byte >= 0x80 { significant += 1 }
            // Of a long value the beginning tells.
            if significant > longestCommonWord, hasDigit, hasOther, distinctBytes() >= minimumDistinctBytes {
                return !mayBeFixedWords(value) || !isNothingButFixedWords(value)
            }
        }
        guard distinctBytes() >= minimumDistinctBytes else { return false }
        guard hasOther || value.count >= minimumDigits else { return false }
        guard significant > longestCommonWord || !commonWords.contains(NameRules.normalized(value)) else {
            return false
        }
        return hasDigit && !mayBeFixedWords(value) || !isNothingButFixedWords(value)
    }

    /// Checks whether a value with digits may be made of words that stay: it reaches over a time then, from one text to
    /// the next.
    private static func mayBeFixedWords(_ value: [UInt8]) -> Bool { value.contains(0x22) }

    /// Checks whether a value is made of words, or pieces of words, that stay wherever they stand: JSON's own and those
    /// of VSA logs.
    ///
    /// `[true,null,false]` would be found in JSON, `AuthenticationToken` in the key of that name, and with a quote in
    /// it `12Z","call":"enqueue` from the time of a line to the next key.
    private static func isNothingButFixedWords(_ value: [UInt8]) -> Bool {
        let hasQuote = value.contains(0x22)
        return value.allSatisfy { $0 < 0x80 }
            && value.split(whereSeparator: { !isAlphanumeric($0) }).allSatisfy { word in
                if hasQuote, word.allSatisfy({ isDigit($0) || $0 == 0x54 || $0 == 0x5A }) { return true }
                return word.count <= longestFixedWord && fixedWords.contains { $0.firstRange(of: word) != nil }
            }
    }

    private static let fixedWords = (["true", "false", "null"] + VSALog.words).map { Array($0.utf8)[...] }
    private static let longestFixedWord = fixedWords.map(\.count).max() ?? 0  // tidy: a maximum

    /// The value without the quotes at its ends, and without what stands between strings of JSON there.
    static func withoutQuotes(_ value: [UInt8]) -> [UInt8] {
        func isBetweenStrings(_ byte: UInt8) -> Bool { isWhiteSpace(byte) || "\",:{}[]".utf8.contains(byte) }
        let front = value.prefix(while: isBetweenStrings)
        let back = value.reversed().prefix(while: isBetweenStrings)
        guard front.count < value.count else { return value }
        var content = value[...]
        if let quote = front.lastIndex(of: 0x22) { content = content[(quote + 1)...] }
        if let quote = back.lastIndex(of: 0x22) { content = content[..<(quote.base - 1)] }
        return Array(content)
    }

    /// Checks whether enough of what is compared is replaced: of a long value that is the beginning, half as much in
    /// hexadecimal.
    ///
    /// Spaces and punctuation stay as they are, and so may a letter behind a backslash: they would be found in the
    /// pseudonym.
    private static func beginningTells(_ value: [UInt8]) -> Bool {
        let compared = min(value.count, SecretSearch.comparedBytes / 2)
        let needed = value.count > compared ? minimumReplacedBytes : minimumReplacedBytesOfShort
        var replaced = 0
        var index = 0
        while index < compared, replaced < needed {
            let length = ScalarText.length(of: value, at: index)
            let isReplaced =
                value[index] < 0x80
                ? isAlphanumeric(value[index]) && (index == 0 || value[index - 1] != 0x5C)
                : ScalarText.isReplaced(value[index..<index + length])
            if isReplaced { replaced += length }
            index += length
        }
        return replaced >= needed
    }

    /// Bytes of a time with nanoseconds and a zone.
    private static let longestTime = 35

    /// Checks whether a value is a date, a time, or a piece of one, as ISO 8601 writes it: `26-12-20`,
    /// `2026-12-20T21:59:12Z`.
    ///
    /// Times are kept, and a search for such a value would find it in them. Without `T` or `Z` it has fewer digits than
    /// ``minimumDigits``, unless it is a time of day with a fraction: with more it may be a telephone number.
    static func isPartOfTime(_ value: [UInt8]) -> Bool {
        var digits = 0
        var isMarked = false
        guard value.count <= longestTime, !NetworkAddress.isIPv4(value) else { return false }
        for byte in value {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
            case UInt8(ascii: "T"), UInt8(ascii: "Z"): isMarked = true
            case UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "/"), 0x20:
                break
            default: return false
            }
        }
        return digits > 0 && (isMarked || digits < minimumDigits || isPartOfTimeOfDay(value))
    }

    /// Checks whether a value is a time of day with a fraction or the end of one: `21:59:12.123456`, `12.123456789`.
    ///
    /// No time that is kept has more than nanoseconds.
    private static func isPartOfTimeOfDay(_ value: [UInt8]) -> Bool {
        let parts = value.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), parts[1].count <= 9 else { return false }
        let units = parts[0].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return units.count <= 3 && units[0].count <= 2 && units.dropFirst().allSatisfy { $0.count == 2 }
            && (units + [parts[1]]).allSatisfy { $0.allSatisfy(isDigit) }
    }

    /// Checks whether the written form of a secret is a piece of a word or a time that stays.
    static func isPieceOfKept(_ written: ArraySlice<UInt8>) -> Bool {
        guard written.count <= max(longestTime, longestFixedWord) else { return false }
        return isPartOfTime(Array(written)) || fixedWords.contains { $0.firstRange(of: written) != nil }
    }

    /// Words that stand in too many places to be secrets, in lower case without punctuation.
    static let commonWords: Set<String> = [
        "anonymous", "scrambled", "undefined", "unknown", "notavailable", "username", "password", "disabled",
        "enabled", "application", "authorized", "authenticated", "notauthorized", "forbidden", "required", "optional",
        "primary", "secondary", "supported", "exchange", "recording", "response", "request", "document", "continue",
        "subscriber", "customer", "household", "settings", "television", "redacted", "localhost", "example",
        "examplecom", "wwwexamplecom", "applicationjson", "applicationxml", "texthtml", "utf8",
    ]

    private static let longestCommonWord = commonWords.map(\.utf8.count).max() ?? 0  // tidy: a maximum

    /// Checks whether a value that is not searched for is replaced as a whole word anyway: a code, or an id.
    static func isWord(_ value: [UInt8], _ kind: SecretKind) -> Bool {
        guard (minimumWordBytes..<minimumDigits).contains(value.count), value.allSatisfy(isAlphanumeric),
            Set(value).count >= minimumDistinctWordBytes
        else { return false }
        let digits = value.count(where: isDigit)
        return digits > 0 && [.userIdentifier, .deviceIdentifier, .session].contains(kind)
    }

    /// Shorter ones are years, ports and counts.
    private static let minimumWordBytes = 6
    private static let minimumDistinctWordBytes = 3

    /// Values that say nothing: they are not even replaced.
    static func isEmpty(_ value: ArraySlice<UInt8>) -> Bool {
        switch value.count {
        case 0: true
        case 4: value.equalsIgnoringCase("true") || value.equalsIgnoringCase("null") || value.equalsIgnoringCase("none")
        case 5: value.equalsIgnoringCase("false")
        case 9: value.equalsIgnoringCase("undefined")
        default: !TextShape.hasContent(value)
        }
    }
}
