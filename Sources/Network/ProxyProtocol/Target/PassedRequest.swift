package import NIOHTTP1

/// A request that came to the proxy's own address for a server: below the base URL, or by its `Host`.
///
/// It is what a client of the proxy would have sent with the server's URL, and goes the same way from there on.
package struct PassedRequest: Hashable, Sendable {
    /// The absolute URL at the server.
    package var url: String
    /// True if it came below the base URL, `http://127.0.0.1:PORT/HOST`, where all hosts are one site to a browser.
    package var isBelowBase: Bool

    /// The request that a head makes of a server; nil if it makes none.
    ///
    /// A server is reached over TLS, at the port that is written, or 443: the client's plain HTTP ends here.
    ///
    /// - Parameters:
    ///   - head: the head of a request on a connection that is for no origin alone.
    ///   - own: where the proxy itself is reached.
    ///   - isPassed: whether the requests for a host, in lower case, go to its server.
    package init?(_ head: HTTPRequestHead, own: OwnAddresses, isPassed: (String) -> Bool) {
        let absolute = AbsoluteTarget(head.uri)
        let named = absolute == nil ? head.headers.first(name: "host") : nil
        guard let origin = absolute?.origin ?? named.flatMap({ Origin(authority: $0, isSecure: false) }) else {
            return nil
        }
        let path = absolute?.path ?? head.uri
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        let isOwn = absolute == nil && own.contain(host: origin.host, port: origin.port)
        if isOwn || origin.host == OwnHost.name {
            let rest = path.utf8.dropFirst()
            let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
            let segment = String(Substring(rest[..<end]))
            guard let server = Origin(authority: segment, isSecure: true), isPassed(server.host) else { return nil }
            let remaining = rest[end...]
            let slash = remaining.first == UInt8(ascii: "/") ? "" : "/"
            self.init(server, slash + String(Substring(remaining)), isBelowBase: true)
        } else {
            // What has the URL itself goes to its server anyway.
            guard absolute == nil, isPassed(origin.host) else { return nil }
            self.init(Origin(isSecure: true, host: origin.host, port: origin.port), path, isBelowBase: false)
        }
    }

    private init(_ server: Origin, _ path: String, isBelowBase: Bool) {
        var server = server
        if server.port == 80 { server.port = 443 }
        url = "\(server)" + path
        self.isBelowBase = isBelowBase
    }
}
