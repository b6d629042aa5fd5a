import Documents

/// The second pass: whatever secret is known from anywhere is replaced wherever else it stands.
struct Sweep {
    private let search: SecretSearch
    private let pseudonyms: Pseudonyms

    init(_ known: KnownSecrets) {
        search = SecretSearch(index: known.index, secrets: known.secrets)
        pseudonyms = known.pseudonyms
    }

    /// The bytes with every known secret replaced, or nil if there is none in them.
    func replacing(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= Searchability.minimumBytes else { return nil }
        var edits = Edits(bytes[...])
        search.forEachMatch(in: bytes[...]) { match in
            let secret = search.secrets[match.secret]
            // Where the length counts, a pseudonym of another length (an address) gives way to a plain one.
            let pseudonym =
                match.form == .raw || secret.pseudonym.count == secret.value.count
                ? secret.pseudonym : pseudonyms.plainPseudonym(for: secret.value)
            let replacement = match.form.pattern(of: pseudonym, isURLSafe: match.isURLSafe)
            edits.replace(
                match.range,
                with: match.transport == .none
                    ? replacement : Rewriting.write(replacement, match.transport, like: bytes[match.range])
            )
        }
        return edits.result()
    }

    func replacing(_ text: String) -> String {
        guard text.utf8.count >= Searchability.minimumBytes, search.mayHoldSecret(text.utf8) else { return text }
        return replacing(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    func replacing(_ value: JSONValue) -> JSONValue {
        switch value {
        case .null, .bool: return value
        case .number(let number):
            guard number.text.utf8.count >= Searchability.minimumBytes else { return value }
            return JSONNumber(replacing(number.text)).map { .number($0) } ?? value
        case .string(let text): return .string(replacing(text))
        case .array(let elements): return .array(elements.map { replacing($0) })
        case .object(let object): return .object(replacing(object))
        }
    }

    func replacing(_ object: JSONObject) -> JSONObject {
        JSONObject(object.members.map { JSONMember(replacing($0.key), replacing($0.value)) })
    }
}
