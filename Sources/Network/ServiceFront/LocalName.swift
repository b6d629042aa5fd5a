/// Names of machines that are nobody's site: no page of the web is at any of them.
enum LocalName {
    /// Checks whether a host is an address, a name without a dot, or one that is kept for networks of one's own.
    static func isOne(_ host: String) -> Bool {
        let isAddress =
            host.utf8.contains(UInt8(ascii: ":")) || host.utf8.allSatisfy { ($0 &- 0x30) < 10 || $0 == 0x2E }
        return isAddress || !host.contains(".") || reserved.contains { host.hasSuffix($0) }
    }

    /// RFC 6761 §6, RFC 6762 §3, RFC 8375 §3; `internal` is ICANN's for private use, and what Docker calls its host.
    private static let reserved = [".local", ".internal", ".home.arpa", ".localhost", ".test"]
}
