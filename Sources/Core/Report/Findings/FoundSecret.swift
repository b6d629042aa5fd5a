import Documents
import PassAPI

/// Secrets among what was found: whoever reads a finding needs to tell two tokens apart, and not to use them.
///
/// Ids of devices and users stay: they say whom a finding is about.
enum FoundSecret {
    /// The characters of a secret that are printed.
    private static let shownCount = 8
    /// A secret is no shorter: what stands in such a field otherwise is a word or a name.
    private static let shortest = 20

    /// The value of a field, cut after its first characters if it is a secret.
    static func text(_ value: String?, of name: String) -> String? { pair(value, nil, of: name).0 }

    /// Two values of a field, each cut so; where both then look alike, the second says from which character on it is another.
    static func pair(_ one: String?, _ other: String?, of name: String) -> (String?, String?) {
        // An element of a token is called by both names, and what it says is no secret.
        let field = (name.split(whereSeparator: { ". ".contains($0) }).last ?? "").lowercased()
        guard MaskedValue.credentialWords.contains(where: { field.contains($0) }) else { return (one, other) }
        let (first, second) = (one.map(cut), other.map(cut))
        guard let one, let other, one != other, first == second else { return (first, second) }
        let place = zip(one, other).prefix { $0 == $1 }.count
        return (first, second.map { "\($0), another from character \(place + 1) on" })
    }

    private static func cut(_ value: String) -> String {
        let isInstant = value.allSatisfy { "0123456789-:.TZ+ ".contains($0) }
        guard value.count >= shortest, !isInstant, !value.hasPrefix("http") else { return value }
        // The scheme of a header is no secret.
        let scheme = value.split(separator: " ", maxSplits: 1).first.map(String.init) ?? ""
        let start = ["Bearer", "Basic"].contains(scheme) ? scheme.count + 1 : 0
        return "\(value.prefix(start + shownCount))…, \(CountedNoun.text(value.count, "character"))"
    }
}

extension FieldDifference {
    /// The difference as it is printed: of secrets only the beginning.
    var printed: FieldDifference {
        var printed = self
        (printed.recorded, printed.replayed) = FoundSecret.pair(recorded, replayed, of: name)
        return printed
    }
}
