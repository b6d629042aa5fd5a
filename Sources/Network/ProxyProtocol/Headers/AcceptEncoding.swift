import Documents

/// The codings a client offers, narrowed to those that can be decoded.
///
/// A body that cannot be read cannot be searched for secrets, and so cannot be recorded.
enum AcceptEncoding {
    /// Returns the rest of a header's value, in its order and with its weights; nil if nothing is left.
    static func narrowed(_ value: String) -> String? {
        // By bytes: a comma counts even where a combining mark follows it.
        let offers = value.utf8.split(separator: UInt8(ascii: ",")).map { Substring($0).trimmedSpaces }
            .filter { !$0.isEmpty }
        let kept = offers.filter(isDecodable)
        // An empty value is an offer of its own: no coding at all.
        if kept.count == offers.count { return value }
        // What only forbids, `*;q=0`, would leave the server no coding at all.
        return kept.allSatisfy(isForbidding) ? nil : kept.joined(separator: ", ")
    }

    private static func isDecodable(_ offer: Substring) -> Bool {
        let name = Substring(offer.utf8.prefix { $0 != UInt8(ascii: ";") }).trimmedSpaces
        // `*;q=0` forbids the others, which does no harm.
        if name.isASCII(like: "*") { return isForbidding(offer) }
        return name.isASCII(like: "gzip") || name.isASCII(like: "x-gzip") || name.isASCII(like: "deflate")
            || name.isASCII(like: "identity")
    }

    private static func isForbidding(_ offer: Substring) -> Bool {
        guard let semicolon = offer.utf8.firstIndex(of: UInt8(ascii: ";")) else { return false }
        let text = Substring(offer.utf8[semicolon...].dropFirst()).trimmedSpaces
        return Substring(text.utf8.prefix(3)).isASCII(like: "q=0")
            && text.utf8.dropFirst(3).allSatisfy { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "0") }
    }
}
