import Documents
import OrderedCollections
import VirtualTime

/// The service's memory of the wire: which session ids it gave out, and where logins ended.
struct WireState: Hashable, Sendable {
    /// The number of session ids that were given out.
    var sessions: UInt32 = 0
    /// The number of requests that Adobe's hosts got.
    var requests: UInt64 = 0
    /// The instant of the first request: the ids of a service that began at another one are not known to this one.
    var began: Instant?
    /// The addresses to which browsers were sent at the end, as ``landing(_:)`` has them, the latest last.
    private(set) var landings: OrderedSet<String> = []

    /// At most this many addresses are remembered: 64.
    static let rememberedLandings = 64

    /// Remembers a target to which a browser is sent; one that opens an app comes back to no server.
    mutating func remember(_ target: RedirectTarget) {
        guard ["http", "https"].contains(exactly: target.scheme) else { return }
        let landing = Self.landing(URLParts(target.address))
        landings.remove(landing)
        landings.append(landing)
        if landings.count > Self.rememberedLandings { landings.removeFirst() }
    }

    /// Checks whether a browser was sent to an address.
    func isLanding(_ url: URLParts) -> Bool { !landings.isEmpty && landings.contains(Self.landing(url)) }

    /// The address as a browser requests it: without user information, fragment and usual ports, and with a path.
    ///
    /// Nor with its scheme: at the proxy, `http` and `https` lead to one and the same.
    static func landing(_ url: URLParts) -> String {
        let port = url.port.map(String.init) ?? ""
        let authority = url.host + (["", "80", "443"].contains(exactly: port) ? "" : ":" + port)
        let rest = url.path.isEmpty ? "/" + url.pathAndQuery : String(url.pathAndQuery)
        return "//\(authority)\(rest)"
    }
}

/// The way of a real browser through a login.
struct BrowserLogin: Hashable, Sendable {
    /// True if the MVPD's SAML response travels through the browser; else the browser is sent on at once.
    var postsAssertion: Bool
    /// The host of Adobe's that opened the login.
    var host: String
    /// The id of the `AuthnRequest`, which the MVPD's response names.
    var request: String?
    /// True if the login has reached the device that waits for its code, before the browser brought the response.
    var isComplete = false
}
