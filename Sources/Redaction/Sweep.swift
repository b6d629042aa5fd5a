import Documents

/// The second pass: whatever secret is known from anywhere is replaced wherever else it stands.
struct Sweep {
    private let search: SecretSearch
    private let words: KnownWords
    private let pseudonyms: Pseudonyms

    init(_ known: KnownSecrets) {
        search = SecretSearch(index: known.index, secrets: known.secrets, findsEnds: true)
        words = known.words
        pseudonyms = known.pseudonyms
    }

    /// The bytes with every known secret replaced, or nil if there is none in them.
    func replacing(_ bytes: [UInt8]) -> [UInt8]? {
        var result = words.replacing(bytes)
        guard bytes.count >= Searchability.minimumBytes else { return result }
        // Another secret may begin with the last bytes of one, and those may be marks, which every pseudonym keeps.
        for _ in 0..<Self.rounds {
            let text = result ?? bytes
            guard let changed = replacingOnce(text), changed != text else { break }
            result = changed
        }
        return result
    }

    /// More come after each other in no text that is not made for it; the leak gate has the last word.
    private static let rounds = 4

    private func replacingOnce(_ bytes: [UInt8]) -> [UInt8]? {
        var edits = Edits(bytes[...])
        var ranges: [Range<Int>] = []
        search.forEachMatch(in: bytes[...]) { match in
            ranges.append(match.range)
            let (place, text) = replacement(for: match, in: bytes)
            edits.replace(place, with: text)
        }
        guard let result = edits.result() else { return nil }
        guard JSONTokens.isBroken(result, madeOf: bytes, mayChange: holdsSecret) else { return result }
        return JSONTokens.replacing(bytes, touchedBy: ranges, pseudonyms)
    }

    /// The JSON with every string and number replaced that a known secret touches, or nil if none stands in it.
    ///
    /// This is for what has been looked through text by text, and is written with quotes and commas between them.
    func replacingTokens(of json: [UInt8], keepsWords: Bool = false) -> [UInt8]? {
        var result: [UInt8]?
        for _ in 0..<Self.rounds {
            let text = result ?? json
            var ranges: [Range<Int>] = []
            search.forEachMatch(in: text[...]) { ranges.append($0.range) }
            guard !ranges.isEmpty else { break }
            result = JSONTokens.replacing(text, touchedBy: ranges, pseudonyms, keepsWords: keepsWords)
        }
        return result
    }

    private func holdsSecret(_ text: String) -> Bool {
        var isFound = false
        search.forEachMatch(in: Array(text.utf8)[...]) { _ in isFound = true }
        return isFound
    }

    /// What stands in the place of a match, and the place, which is another where an escape or a character is there in part.
    private func replacement(for match: SecretMatch, in bytes: [UInt8]) -> (place: Range<Int>, text: [UInt8]) {
        let secret = search.secrets[match.secret]
        // Where the length counts, a pseudonym of another length (an address) gives way to a plain one.
        let keepsLength = secret.pseudonym.count == secret.value.count
        let pseudonym =
            match.form == .raw || keepsLength
            ? secret.pseudonym : pseudonyms.plainPseudonym(for: secret.value)
        // Of a secret that breaks off the gate would still know the beginning.
        let isWhole = match.count == match.form.patternCount(of: secret.value.count)
        var form =
            isWhole
            ? match.form.pattern(of: pseudonym, isURLSafe: match.isURLSafe)[...]
            : match.form.beginning(of: pseudonym, isURLSafe: match.isURLSafe, count: match.count)
        var place = match.range
        if keepsLength || match.form != .raw {
            if let (inner, rest) = leavingEscapes(match, form, in: bytes) {
                (place, form) = (inner, rest)
            } else {
                place = Escape.wholeCharacters(of: match.range, in: bytes)
                // Half a character of another would be repaired later, and what was repaired may be a secret again.
                if place != match.range {
                    form = pseudonyms.plainPseudonym(for: match.transport.decode(bytes[place]))[...]
                }
            }
        }
        let written =
            match.transport == .none
            ? Array(form) : Rewriting.write(Array(form), match.transport, like: bytes[place])
        return (place, keepingDigits(written, insteadOf: bytes[place]))
    }

    /// The match without the rest of an escape or a character that began before it, and the beginning of one that ends
    /// behind it, which stay as they are; nil where hardly anything else would be replaced.
    ///
    /// The text around would read otherwise without, and might be a secret then, again and again in either direction.
    private func leavingEscapes(
        _ match: SecretMatch,
        _ form: ArraySlice<UInt8>,
        in bytes: [UInt8]
    ) -> (Range<Int>, ArraySlice<UInt8>)? {
        let tail = Escape.tail(in: bytes, at: match.range)
        let head = Escape.head(in: bytes, at: match.range)
        if tail == 0, head == 0 { return (match.range, form) }
        var rest = match.range
        var dropped = 0
        while rest.lowerBound < match.range.lowerBound + tail, !rest.isEmpty {
            let unit = match.transport.unit(in: bytes[rest], at: rest.lowerBound)
            rest = rest.lowerBound + unit.length..<rest.upperBound
            dropped += unit.count
        }
        guard rest.count > head else { return nil }
        // What begins an escape of another kind stands for itself.
        rest = rest.lowerBound..<rest.upperBound - head
        let compared = min(max(0, match.count - head), SecretSearch.comparedBytes)
        let value = search.secrets[match.secret].value
        let old = match.form.beginning(of: value, isURLSafe: match.isURLSafe, count: compared).dropFirst(dropped)
        let new = form.prefix(compared).dropFirst(dropped)
        guard !old.elementsEqual(new), Searchability.isReplacedEnough(Array(old)) else { return nil }
        return (rest, form.dropLast(head).dropFirst(dropped))
    }

    /// Digits for digits: what spells a secret in hexadecimal by chance may be a number of JSON, even of JSON with slips.
    private func keepingDigits(_ written: [UInt8], insteadOf original: ArraySlice<UInt8>) -> [UInt8] {
        guard !original.isEmpty, original.allSatisfy(ASCII.isDigit), !written.allSatisfy(ASCII.isDigit) else {
            return written
        }
        return pseudonyms.plainPseudonym(for: Array(original))
    }

    /// The text with every known secret replaced, or nil if there is none in it.
    func changed(_ text: String) -> String? {
        guard !words.isEmpty || text.utf8.count >= Searchability.minimumBytes && search.mayHoldSecret(text.utf8) else {
            return nil
        }
        return replacing(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    func replacing(_ text: String) -> String { changed(text) ?? text }

    func replacing(_ value: JSONValue) -> JSONValue { changed(value) ?? value }

    func replacing(_ object: JSONObject) -> JSONObject { changed(object) ?? object }

    /// The object with every known secret replaced, even one that reaches from one of its texts to the next.
    func replacingWhole(_ object: JSONObject) -> JSONObject {
        let result = replacing(object)
        let text = Array(JSONValue.object(result).serialized.utf8)
        guard let changed = replacingTokens(of: text) else { return result }
        return (try? JSONValue(parsing: changed, limits: JSONTokens.anySize))?.object ?? result
    }

    /// The value with every known secret replaced, or nil if there is none in it: then nothing is built anew.
    private func changed(_ value: JSONValue) -> JSONValue? {
        switch value {
        case .null, .bool: return nil
        case .number(let number): return changed(number.text).flatMap { JSONNumber($0) }.map { .number($0) }
        case .string(let text): return changed(text).map { .string($0) }
        case .array(let elements):
            var result: [JSONValue]?
            for (index, element) in elements.enumerated() {
                guard let changed = changed(element) else { continue }
                result = result ?? elements
                result?[index] = changed
            }
            return result.map { .array($0) }
        case .object(let object): return changed(object).map { .object($0) }
        }
    }

    private func changed(_ object: JSONObject) -> JSONObject? {
        var result: JSONObject?
        for (index, member) in object.members.enumerated() {
            let key = changed(member.key)
            let value = changed(member.value)
            guard key != nil || value != nil else { continue }
            result = result ?? object
            result?.members[index] = JSONMember(key ?? member.key, value ?? member.value)
        }
        return result
    }
}
