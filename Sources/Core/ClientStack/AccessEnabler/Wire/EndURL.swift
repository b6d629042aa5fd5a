import Documents

/// The URL that ends a login or logout: recognized, and never loaded (access-enabler.md §6.2; rows K-100, K-101).
enum EndURL {
    /// Checks whether `url` is the end URL, with or without a slash, query or fragment behind it; scheme and host in
    /// any case.
    static func isReached(_ url: String, _ endURL: String) -> Bool {
        let wanted = endURL.utf8.last == UInt8(ascii: "/") ? endURL.dropLast() : endURL[...]
        guard url.utf8.count >= wanted.utf8.count,
            zip(url.utf8, wanted.utf8).allSatisfy({ lowercasedASCII($0) == lowercasedASCII($1) })
        else { return false }
        guard let next = url.utf8.dropFirst(wanted.utf8.count).first else { return true }
        return next == UInt8(ascii: "/") || next == UInt8(ascii: "?") || next == UInt8(ascii: "#")
    }
}
