/// The codings a client offers, narrowed to those that can be decoded.
///
/// A body that cannot be read cannot be searched for secrets, and so cannot be recorded.
enum AcceptEncoding {
    private static let decodable: Set<String> = ["gzip", "x-gzip", "deflate", "identity"]

    /// What is left of a header's value, in its order and with its weights; nil if nothing is.
    static func narrowed(_ value: String) -> String? {
        let offers = value.split(separator: ",").map(\.trimmedSpaces).filter { !$0.isEmpty }
        let kept = offers.filter(isDecodable)
        // An empty value is an offer of its own: no coding at all.
        if kept.count == offers.count { return value }
        return kept.isEmpty ? nil : kept.joined(separator: ", ")
    }

    private static func isDecodable(_ offer: Substring) -> Bool {
        let parts = offer.split(separator: ";", maxSplits: 1)
        let name = parts.first.map { $0.trimmedSpaces.lowercased() } ?? ""
        // `*;q=0` forbids the others, which does no harm.
        if name == "*" { return parts.count == 2 && isZero(parts[1].trimmedSpaces) }
        return decodable.contains(name)
    }

    private static func isZero(_ weight: Substring) -> Bool {
        let text = weight.lowercased()
        return text.hasPrefix("q=0") && text.dropFirst(3).allSatisfy { $0 == "." || $0 == "0" }
    }
}
