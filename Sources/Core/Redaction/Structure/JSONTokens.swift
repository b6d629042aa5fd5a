import Documents
import Exchanges
import VirtualTime

/// The strings and numbers of JSON: what is left where a secret stands across them, or in what no visitor opened.
enum JSONTokens {
    /// Checks whether a text is JSON.
    static func isJSON(_ text: [UInt8]) -> Bool {
        guard let first = text.first(where: { !isWhiteSpace($0) }) else { return false }
        // 0xEF begins a byte order mark.
        let mayBegin = [0x7B, 0x5B, 0x22, 0x2D, 0xEF].contains(first) || isDigit(first)
        return mayBegin && (try? JSONValue(parsing: text, limits: anySize)) != nil
    }

    /// JSON of the same shape in which nothing is left of any string, number or name.
    ///
    /// A string gets letters, as many as it had bytes: of its punctuation and escapes a secret may be made, too.
    ///
    /// - Parameters:
    ///   - json: what is JSON.
    ///   - pseudonyms: what makes the replacements.
    ///   - isKept: whether a string stays, by what it says.
    /// - Returns: the JSON.
    static func placeholder(
        for json: [UInt8],
        _ pseudonyms: Pseudonyms,
        keeping isKept: (ArraySlice<UInt8>) -> Bool
    ) -> [UInt8] {
        var edits = Edits(json[...])
        let tokens = tokens(in: json)
        let contents = tokens.map { Transport.json.decode(json[$0].dropFirst().dropLast()) }
        // An object in which a name stands twice is refused: each becomes one that is no name.
        var taken = Set(zip(tokens, contents).filter { isName($0.0, in: json) }.map(\.1))
        var names: [[UInt8]: [UInt8]] = [:]
        for (token, content) in zip(tokens, contents) {
            if json[token.lowerBound] != 0x22 {
                edits.replace(token, with: shortened(pseudonyms.pseudonym(for: Array(json[token]))))
            } else if !isKept(content[...]) {
                var letters = pseudonyms.letters(for: content)
                if isName(token, in: json) {
                    letters = names[content] ?? other(than: taken, content, pseudonyms)
                    names[content] = letters
                    taken.insert(letters)
                }
                edits.replace(token, with: [0x22] + letters + [0x22])
            }
        }
        return edits.result() ?? json
    }

    /// JSON in which each string, and each name, is what `replacement` makes of it; nil leaves it as it is.
    static func replacingStrings(in json: [UInt8], _ replacement: (ArraySlice<UInt8>) -> [UInt8]?) -> [UInt8] {
        var edits = Edits(json[...])
        for token in tokens(in: json) where json[token.lowerBound] == 0x22 && token.count > 2 {
            let content = token.lowerBound + 1..<token.upperBound - 1
            guard let changed = replacement(Transport.json.decode(json[content])[...]) else { continue }
            edits.replace(content, with: Rewriting.write(changed, .json, like: json[content]))
        }
        return edits.result() ?? json
    }

    /// As many letters as a name has bytes, that are not taken; the name itself where there are none, as of 27 with one
    /// byte.
    private static func other(than taken: Set<[UInt8]>, _ name: [UInt8], _ pseudonyms: Pseudonyms) -> [UInt8] {
        for attempt in UInt8.min ... .max {
            let letters = Array(pseudonyms.letters(for: name + [attempt]).prefix(name.count))
            if !taken.contains(letters) { return letters }
        }
        return name
    }

    /// The number without its last digit if it is an integer that may have become too large for what reads it.
    private static func shortened(_ number: [UInt8]) -> [UInt8] {
        number.count >= 19 && number.dropFirst().allSatisfy(isDigit) ? number.dropLast() : number
    }

    /// Checks whether a string is a word of the VSA log, or a time as the log reads it.
    static func isOfVSALog(_ value: ArraySlice<UInt8>) -> Bool {
        Searchability.isPartOfTime(Array(value)) || VSALog.words.contains { $0.utf8.elementsEqual(value) }
            || Instant(iso8601: value.text) != nil
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

    /// Returns the places of the strings, with their quotes, and of the numbers.
    private static func tokens(in json: [UInt8]) -> [Range<Int>] {
        var tokens: [Range<Int>] = []
        var index = 0
        while index < json.count {
            switch json[index] {
            case 0x22: tokens.append(index..<JSONVisitor.endOfString(json[...], index))
            case 0x2D, 0x30...0x39: tokens.append(index..<JSONVisitor.endOfNumber(json[...], index))
            default: index += 1
            }
            if let last = tokens.last, last.lowerBound == index { index = last.upperBound }
        }
        return tokens
    }

    private static func isName(_ token: Range<Int>, in json: [UInt8]) -> Bool {
        json[token.lowerBound] == 0x22 && JSONVisitor.isColonNext(json[...], token.upperBound)
    }
}
