/// The codings a client offers, narrowed to those that can be decoded.
///
/// A body that cannot be read cannot be searched for secrets, and so cannot be recorded.
package enum AcceptEncoding {
    private static let decodable: Set<String> = ["gzip", "x-gzip", "deflate", "identity"]

    /// What is left of a header's value, in its order and with its weights; nil if nothing is.
    package static func narrowed(_ value: String) -> String? {
        let offers = value.split(separator: ",").map(\.trimmedSpaces).filter { !$0.isEmpty }
        let kept = offers.filter(isDecodable)
        // An empty value is an offer of its own: no coding at all.
        if kept.count == offers.count { return value }
        // What only forbids, `*;q=0`, would leave the server no coding at all.
        return kept.allSatisfy(isForbidding) ? nil : kept.joined(separator: ", ")
    }

    private static func isDecodable(_ offer: Substring) -> Bool {
        let name = offer.prefix { $0 != ";" }.trimmedSpaces.lowercased()
        // `*;q=0` forbids the others, which does no harm.
        return name == "*" ? isForbidding(offer) : decodable.contains(name)
    }

    private static func isForbidding(_ offer: Substring) -> Bool {
        guard let semicolon = offer.firstIndex(of: ";") else { return false }
        let text = offer[offer.index(after: semicolon)...].trimmedSpaces.lowercased()
        return text.hasPrefix("q=0") && text.dropFirst(3).allSatisfy { $0 == "." || $0 == "0" }
    }
}
