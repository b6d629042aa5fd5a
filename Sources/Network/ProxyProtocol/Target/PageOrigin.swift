import Documents

/// The origin of a page, as a browser names it in `Origin` (RFC 6454 §7).
public enum PageOrigin: Hashable, Sendable {
    /// A server's: `https://app.example`.
    case server(Origin)
    /// One without a server, in lower case: `capacitor://localhost`, `file://`; `null` where the browser names none.
    case opaque(String)

    /// The origin that a text names, scheme and host in any case, with or without a slash at its end.
    ///
    /// Nil if it names none, or something beyond it: a path, a query, a user.
    public init?(_ text: String) {
        if let origin = Origin(url: text) {
            self = .server(origin)
        } else if let opaque = Self.opaqueText(of: text) {
            self = .opaque(opaque)
        } else {
            return nil
        }
    }

    /// The server; nil where there is none.
    var server: Origin? { if case .server(let origin) = self { origin } else { nil } }

    private static func opaqueText(of text: String) -> String? {
        let bytes = text.utf8
        // The browser's own word, which has no other spelling.
        if bytes.elementsEqual("null".utf8) { return text }
        guard bytes.count <= 300, let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = text[..<colon]
        let rest = bytes[bytes.index(after: colon)...]
        guard isScheme(scheme), rest.starts(with: "//".utf8) else { return nil }
        var host = rest.dropFirst(2)
        if host.last == UInt8(ascii: "/") { host = host.dropLast() }
        guard host.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"/?#@\\".utf8.contains($0) }) else { return nil }
        return (String(scheme) + "://" + String(Substring(host))).lowercased()
    }

    /// Checks whether a text is a scheme (RFC 3986 §3.1), and none of a server's: what is wrong there is no origin at all.
    private static func isScheme(_ text: Substring) -> Bool {
        guard !text.isASCII(like: "http"), !text.isASCII(like: "https"), let first = text.utf8.first else {
            return false
        }
        return isLetter(first) && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
    }
}
