/// A URL taken apart at its marks without changing a byte: its parts are ranges of the text as it came (RFC 3986 §3).
///
/// What has no scheme with `://` after it is a path and what follows a path. Nothing is checked: captures hold URLs of any kind.
public struct URLParts: Sendable {
    /// The URL as it came.
    public let url: String
    // Where the parts end, in bytes: between scheme and authority stand three, before query and fragment one.
    private let schemeEnd: Int
    private let authorityEnd: Int
    private let pathEnd: Int
    private let queryEnd: Int

    /// The parts of `url`.
    public init(_ url: String) {
        var url = url
        // By bytes: a mark counts even where a combining character follows it, and captures hold many long URLs.
        (schemeEnd, authorityEnd, pathEnd, queryEnd) = url.withUTF8 { bytes in
            let query = unsafe bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
            let path = unsafe bytes[..<query].firstIndex(of: UInt8(ascii: "?")) ?? query
            guard let colon = unsafe bytes[..<path].firstIndex(of: UInt8(ascii: ":")), colon > 0, colon + 3 <= path,
                unsafe bytes[colon + 1] == UInt8(ascii: "/"), unsafe bytes[colon + 2] == UInt8(ascii: "/")
            else { return (0, 0, path, query) }
            return unsafe (colon, bytes[(colon + 3)..<path].firstIndex(of: UInt8(ascii: "/")) ?? path, path, query)
        }
        self.url = url
    }

    /// `https`, as written; empty if there is none.
    public var scheme: Substring { text(0..<schemeEnd) }
    /// User information, host and port, as written; empty if there is no scheme.
    public var authority: Substring { text(schemeEnd == 0 ? 0..<0 : schemeEnd + 3..<authorityEnd) }
    /// The path with its leading slash, percent-encoding untouched.
    public var path: Substring { text(authorityEnd..<pathEnd) }
    /// The text after the question mark, untouched; nil without one.
    public var query: Substring? { pathEnd == queryEnd ? nil : text(pathEnd + 1..<queryEnd) }
    /// The path and, where there is a question mark, the query after it: what a request asks its server for.
    public var pathAndQuery: Substring { text(authorityEnd..<queryEnd) }
    /// The text after the number sign; nil without one.
    public var fragment: Substring? {
        queryEnd == url.utf8.count ? nil : text(queryEnd + 1..<url.utf8.count)
    }

    private func text(_ range: Range<Int>) -> Substring {
        let bytes = url.utf8
        let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
        return url[start..<bytes.index(start, offsetBy: range.count)]
    }
}

// MARK: Within the authority (RFC 3986 §3.2)

extension URLParts {
    /// The text before the last `@`, where the URL standard cuts; nil without one.
    public var userInformation: Substring? {
        let authority = authority
        return authority.utf8.lastIndex(of: UInt8(ascii: "@")).map { authority[..<$0] }
    }

    /// The host in lower case, with the port where that is not the scheme's default: what a `Host` field names, by which servers
    /// are told apart.
    package var hostAndPort: String {
        guard let port, !port.isEmpty else { return host }
        let isUsual = port.utf8.elementsEqual((sameLetters(String(scheme), "http") ? "80" : "443").utf8)
        return isUsual ? host : "\(host):\(port)"
    }

    /// The host in lower case, without the port and without user information.
    public var host: String { writtenHost.lowercased() }

    /// The text after the colon after the host; nil without one.
    public var port: Substring? {
        let rest = authority[writtenHost.endIndex...]
        return rest.utf8.first == UInt8(ascii: ":") ? rest[rest.utf8.index(after: rest.startIndex)...] : nil
    }

    private var writtenHost: Substring {
        let authority = authority.utf8
        let start = authority.lastIndex(of: UInt8(ascii: "@")).map { authority.index(after: $0) }
        let host = authority[(start ?? authority.startIndex)...]
        // The colons within brackets are those of an IPv6 address.
        if host.first == UInt8(ascii: "["), let bracket = host.firstIndex(of: UInt8(ascii: "]")) {
            return Substring(host[...bracket])
        }
        return Substring(host.prefix { $0 != UInt8(ascii: ":") })
    }
}
