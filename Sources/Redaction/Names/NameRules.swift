/// What a name says about the value it stands for.
enum Verdict: Hashable, Sendable {
    /// Not secret; the value is not looked into. It names a requestor, an MVPD, a resource, an application, and a
    /// guess that takes the same text for a secret elsewhere is wrong.
    case identity
    /// Not secret, wherever it stands.
    case harmless
    /// Not secret in messages to and from Adobe; elsewhere the name may mean anything.
    case harmlessHere
    /// Not secret in answers; as a parameter it may be a password or a one-time code.
    case harmlessInAnswers
    /// Not secret in itself, but it may hold a structure that holds secrets.
    case open
    /// On no list: not secret in itself, unless the value looks drawn by chance.
    case unlisted
    /// Secret.
    case secret(SecretKind)
}

/// Names to verdicts, by the tables of Documentation/redaction.md.
enum NameRules {
    /// What `name` says, without regard to case, hyphens, underscores and what forms put around names.
    ///
    /// A name that is longer than any is no name, and what it stands for may be anything.
    static func verdict(_ name: some Collection<UInt8>) -> Verdict {
        guard name.count <= maximumBytes else { return .secret(.other) }
        let name = normalised(name)
        if let verdict = NameTable.exact[name] { return verdict }
        let bytes = Array(name.utf8)
        if bytes.count >= 3 {
            for (part, kind) in NameTable.parts where contains(bytes, part) { return .secret(kind) }
        }
        return .unlisted
    }

    /// Lower case, letters and digits only.
    ///
    /// No table has a name that is not ASCII: of each byte beyond it only a mark is left, so that Swift compares and
    /// hashes bytes. For a name of thousands of combining marks it would take seconds.
    ///
    /// Of a name that is longer than any only as much is looked at: it may be asked for once for each of many values.
    static func normalised(_ name: some Sequence<UInt8>) -> String {
        var bytes: [UInt8] = []
        for byte in name.prefix(maximumBytes + 1) {
            if byte >= 0x80 {
                bytes.append(beyondASCII)
            } else if ASCII.isAlphanumeric(byte) {
                bytes.append(ASCII.lowercased(byte))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The longest name that is taken for one.
    static let maximumBytes = 256

    /// No letter and no digit, and ASCII.
    private static let beyondASCII: UInt8 = 0x7F

    private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        guard text.count >= part.count else { return false }
        for start in 0...(text.count - part.count) where text[start] == part[0] {
            var length = 1
            while length < part.count, text[start + length] == part[length] { length += 1 }
            if length == part.count { return true }
        }
        return false
    }
}
