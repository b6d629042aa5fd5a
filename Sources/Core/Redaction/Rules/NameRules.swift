import Documents

/// The statement of a name about the value it stands for.
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
    case secret(SecretKind)
}

/// Names to verdicts, by the tables of Documentation/reference/redaction-rules.md.
enum NameRules {
    /// Returns the verdict on `name`, without regard to case, hyphens, underscores and what forms put around names.
    ///
    /// A name that is longer than any is not a name, and what it stands for may be anything.
    static func verdict(_ name: some Collection<UInt8>) -> Verdict {
        guard name.count <= maximumBytes else { return .secret(.other) }
        let name = normalized(name)
        if let verdict = NameTable.exact[name] { return verdict }
        return kindByPart(of: name).map { .secret($0) } ?? .unlisted
    }

    /// Lower case, letters and digits only.
    ///
    /// No table has a name that is not ASCII: of each byte beyond it only a mark is left, so that Swift compares and
    /// hashes bytes. For a name of thousands of combining marks it would take seconds.
    ///
    /// Of a name that is longer than any only as much is looked at: it may be asked for once for each of many values.
    ///
    /// Written into the string itself, which for most names is short enough to need no memory of its own: this is asked
    /// of every name of every exchange, twice.
    static func normalized(_ name: some Collection<UInt8>) -> String {
        unsafe String(unsafeUninitializedCapacity: min(name.count, maximumBytes + 1)) { output in
            var count = 0
            for byte in name.prefix(maximumBytes + 1) {
                if byte >= 0x80 {
                    unsafe output[count] = beyondASCII
                } else if isAlphanumeric(byte) {
                    unsafe output[count] = lowercasedASCII(byte)
                } else {
                    continue
                }
                count &+= 1
            }
            return count
        }
    }

    /// The longest name that is taken for one.
    static let maximumBytes = 256

    /// No letter and no digit, and ASCII.
    private static let beyondASCII: UInt8 = 0x7F

    /// Returns the kind of secret that the most telling part of a normalized name indicates.
    private static func kindByPart(of name: String) -> SecretKind? {
        var name = name
        let number = name.withUTF8 { text in
            var found: UInt32 = 0
            for start in 0..<text.count {
                // Only the parts that begin with this letter, which most letters begin none of.
                var candidates = unsafe NameTable.partsByLetter[Int(text[start])] & ~found
                while candidates != 0 {
                    let number = candidates.trailingZeroBitCount
                    candidates &= candidates - 1
                    let part = NameTable.parts[number].0
                    guard part.count <= text.count - start else { continue }
                    var length = 1
                    while length < part.count, unsafe text[start + length] == part[length] { length += 1 }
                    if length == part.count { found |= 1 << UInt32(number) }
                }
            }
            return found.trailingZeroBitCount
        }
        return number < NameTable.parts.count ? NameTable.parts[number].1 : nil
    }
}
