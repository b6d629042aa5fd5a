import NIOCore
package import NIOHTTP1

/// The clients that a recorder answers if a browser on the same machine can reach it: not the pages of others.
///
/// A page anywhere can send requests to this machine. Under a name of its own that it has lead here (DNS rebinding) it could
/// read what comes back, so only names that the recorder was given are served; and with what changes state it could write
/// into a recording, so such requests must come from a page of this machine, or one that was allowed.
package struct ReverseAccess: Sendable {
    private let own: OwnAddresses
    private let upstream: Origin?
    private let origins: [PageOrigin]

    /// - Parameters:
    ///   - own: where the recorder is reached.
    ///   - upstream: the server that a reverse proxy stands before; nil in a forward proxy.
    ///   - origins: pages that may do what those of this machine may; their hosts are names of the recorder, too.
    package init(own: OwnAddresses, upstream: Origin?, origins: [PageOrigin]) {
        self.own = own
        self.upstream = upstream
        self.origins = origins
    }

    /// Returns the refusal of a request; nil if it is answered.
    ///
    /// - Parameters:
    ///   - head: the request's head.
    ///   - isForRecorder: whether the recorder itself answers it.
    /// - Returns: the response in its place.
    package func refusal(of head: HTTPRequestHead, isForRecorder: Bool) -> LocalAnswer? {
        let host = head.headers.first(name: "host")
        let asked = host.flatMap { Origin(authority: $0, isSecure: false)?.host }
        if upstream != nil, let host, let asked, !isKnown(asked) { return .foreignHost(host) }
        guard upstream != nil || isForRecorder, Self.changesState(head) else { return nil }
        for origin in head.headers["origin"] where !isAllowed(origin, host: host) { return .foreignOrigin(origin) }
        return nil
    }

    /// Checks whether a host is a name of the recorder's; an address is, since no name leads elsewhere that is one.
    private func isKnown(_ host: String) -> Bool {
        host == upstream?.host || own.know(host: host) || host == OwnHost.name
            || origins.contains { $0.server?.host == host } || (try? SocketAddress(ipAddress: host, port: 0)) != nil
    }

    /// Checks whether a page's requests are answered: of this machine, of the recorder itself, or one that was allowed.
    private func isAllowed(_ text: String, host: String?) -> Bool {
        guard let page = PageOrigin(text) else { return false }
        if origins.contains(page) { return true }
        guard let origin = page.server else { return false }
        if OwnAddresses.isLoopback(host: origin.host) { return true }
        return host.flatMap { Origin(authority: $0, isSecure: origin.isSecure) } == origin
    }

    /// RFC 9110 §9.2.1 calls the others safe; a change of the protocol opens a way for more.
    private static func changesState(_ head: HTTPRequestHead) -> Bool {
        switch head.method {
        case .GET, .HEAD, .OPTIONS, .TRACE: head.headers.contains(name: "upgrade")
        default: true
        }
    }
}
