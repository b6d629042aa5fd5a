import Documents

/// The second pass: a secret that is known from anywhere is taken out wherever else it stands.
///
/// Where it stands in plain text its pseudonym takes its place. Where it stands in an escape or another encoding, the
/// visitors of the structures open what they know, and it is replaced within. What none of them opened goes as a whole.
struct KnownSecretReplacer: Sendable {
    private let search: SecretSearch
    private let words: KnownWords
    private let pseudonyms: Pseudonyms

    init(_ known: KnownSecrets) {
        search = SecretSearch(index: known.index, secrets: known.secrets)
        words = known.words
        pseudonyms = known.pseudonyms
    }

    /// The bytes without known secrets, or nil if there is none in them.
    ///
    /// Of a line of a VSA log its own words and times stay in any case.
    func replacing(_ bytes: [UInt8], isVSALog: Bool = false) -> [UInt8]? {
        let worded = words.replacing(bytes)
        let text = worded ?? bytes
        let (plain, isClean) = replacingPlain(text)
        if isClean, plain == nil { return worded }
        // Letter by letter an escape of JSON may be broken, or the end of a string: there each string is looked at by
        // itself.
        let isJSON = JSONTokens.isJSON(text)
        if isClean, !isJSON { return plain }
        var sink = KnownSecretSink(self)
        let opened = BodyVisitor.redact(text, type: [], isRequest: false, Scope(), &sink) ?? text
        let (rest, isRestClean) = replacingPlain(opened)
        guard isJSON else { return isRestClean ? rest ?? opened : placeholder(for: text) }
        if isRestClean, rest == nil, JSONTokens.isJSON(opened) { return opened }
        // A visitor opens a URL piece by piece, and a secret may reach from one piece to the next: then its string goes, and no other.
        let strings = JSONTokens.replacingStrings(in: JSONTokens.isJSON(opened) ? opened : text) {
            isVSALog && JSONTokens.isOfVSALog($0) ? nil : replacingValue($0)
        }
        if replacingPlain(strings) == (nil, true), JSONTokens.isJSON(strings) { return strings }
        return JSONTokens.placeholder(for: text, pseudonyms) { isVSALog && JSONTokens.isOfVSALog($0) }
    }

    /// Returns the value that a visitor came to without known secrets, or nil if there is none in it.
    func replacingValue(_ value: ArraySlice<UInt8>) -> [UInt8]? {
        guard !words.isEmpty || search.mayHoldSecret(value) else { return nil }
        let value = Array(value)
        let worded = words.replacing(value)
        let text = worded ?? value
        let (plain, isClean) = replacingPlain(text)
        guard let changed = isClean ? plain ?? worded : placeholder(for: text) else { return nil }
        // Digits that spell a secret in another way may be a number of JSON.
        return TextShape.keepsNumber(value[...]) && !TextShape.keepsNumber(changed[...])
            ? pseudonyms.plainPseudonym(for: value) : changed
    }

    /// The text with each secret replaced that stands in plain text, or nil if there is none; and whether none is left.
    ///
    /// Another secret may begin with the last bytes of one, and those may be marks, which every pseudonym keeps.
    private func replacingPlain(_ text: [UInt8]) -> (changed: [UInt8]?, isClean: Bool) {
        var changed: [UInt8]?
        for _ in 0..<Self.rounds {
            let text = changed ?? text
            var edits = Edits(text[...])
            var isClean = true
            search.forEachMatch(in: text[...]) { match in
                guard match.form == .raw, match.transport == .none else { return isClean = false }
                let secret = search.secrets[match.secret]
                let isWhole = match.count == secret.value.count
                edits.replace(
                    match.range,
                    with: isWhole ? secret.pseudonym : Array(secret.pseudonym.prefix(match.count))
                )
            }
            guard isClean else { return (changed, false) }
            guard let next = edits.result() else { return (changed, true) }
            changed = next
        }
        return (changed, false)
    }

    /// More come after each other in no text that is not made for it.
    private static let rounds = 4

    /// Returns the replacement of a text that goes: as many letters; of a URL scheme and host stay if they hold no
    /// secret.
    private func placeholder(for text: [UInt8]) -> [UInt8] {
        if URLVisitor.looksLikeURL(text[...]) {
            let end = Host(of: text[...].prefix { $0 != 0x3F && $0 != 0x23 }).end
            let place = text[..<end] + [0x2F] + pseudonyms.letters(for: Array(text[end...])).dropFirst()
            if replacingPlain(Array(place)) == (nil, true) { return Array(place) }
        }
        return pseudonyms.letters(for: text)
    }

    /// The text without known secrets, or nil if there is none in it.
    func changed(_ text: String) -> String? {
        guard !words.isEmpty || text.utf8.count >= Searchability.minimumBytes && search.mayHoldSecret(text.utf8),
            let bytes = replacing(Array(text.utf8))
        else { return nil }
        let changed = String(decoding: bytes, as: UTF8.self)
        // Half a character would be repaired, and what was repaired may be a secret again.
        return changed.utf8.elementsEqual(bytes)
            ? changed : String(decoding: pseudonyms.letters(for: Array(text.utf8)), as: UTF8.self)
    }

    func replacing(_ text: String) -> String { changed(text) ?? text }

    /// The object without known secrets, even one that reaches from one of its texts to the next; nil if there is none.
    func replacing(_ object: JSONObject) -> JSONObject? {
        guard let changed = replacing(Array(JSONValue.object(object).serialized.utf8)) else { return nil }
        return (try? JSONValue(parsing: changed, limits: JSONTokens.anySize))?.object ?? JSONObject()
    }
}
