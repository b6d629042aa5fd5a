import Documents

/// The address to which a browser may be sent: the app gives it, so it is checked before anything is done with it.
struct RedirectTarget: Hashable {
    /// The address, fit for a header field.
    let address: String
    /// Its scheme in small letters.
    let scheme: String

    /// The target that a text names; nil unless it has a scheme that opens an app or a page, and something behind it.
    ///
    /// What no URL has (control characters, spaces, quotation marks, brackets, letters beyond ASCII) is percent-encoded.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest, let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        // By bytes: for Unicode the Kelvin sign is a capital of `k`, for a URL it is none.
        let scheme = String(decoding: text.utf8[..<colon].map(lowercasedASCII), as: UTF8.self)
        guard Self.isScheme(scheme), !Self.refused.contains(exactly: scheme) else { return nil }
        let rest = text.utf8[text.utf8.index(after: colon)...]
        guard !rest.isEmpty else { return nil }
        if scheme == "http" || scheme == "https" {
            guard rest.starts(with: "//".utf8), !URLParts(text).host.isEmpty else { return nil }
        }
        self.scheme = scheme
        address = PercentEncoding.encode(text) { $0 <= 0x20 || $0 >= 0x7F || Self.marks.contains($0) }
    }

    /// Addresses are at most 8 KiB long.
    static let longest = 8_192

    private static let marks = Array("\"<>\\^`{|}".utf8)

    /// Schemes with which a browser runs a text or opens what lies on the machine.
    private static let refused = [
        "javascript", "vbscript", "data", "blob", "about", "file", "filesystem", "view-source", "jar", "intent", "ws",
        "wss",
    ]

    /// RFC 3986 §3.1, and not longer than 64 characters.
    private static func isScheme(_ text: String) -> Bool {
        guard let first = text.utf8.first, (0x61...0x7A).contains(first), text.utf8.count <= 64 else { return false }
        return text.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte)
        }
    }
}
