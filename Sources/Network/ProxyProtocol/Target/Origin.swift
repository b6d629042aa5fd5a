/// The origin that a request goes to: the part of a URL before its path.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// True if it is spoken to through TLS: `https`, not `http`.
    public var isSecure: Bool
    /// The host's name in lower case, or its address; an IPv6 address stands without brackets.
    public var host: String
    public var port: Int

    /// An origin with these parts; the host is put in lower case, brackets are taken off.
    public init(isSecure: Bool, host: String, port: Int? = nil) {
        self.isSecure = isSecure
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        self.host = bare.lowercased()
        self.port = port ?? (isSecure ? 443 : 80)
    }

    /// As an URL begins: `https://api.auth.adobe.com`, the port only where it is not the scheme's own.
    public var description: String {
        let isUsual = port == (isSecure ? 443 : 80)
        return (isSecure ? "https://" : "http://") + hostText + (isUsual ? "" : ":" + String(port))
    }

    /// The host as it stands in an URL: an IPv6 address in brackets.
    package var hostText: String { host.utf8.contains(UInt8(ascii: ":")) ? "[" + host + "]" : host }
}
