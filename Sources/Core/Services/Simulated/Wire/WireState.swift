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
    /// The addresses to which browsers were sent at the end, the latest last.
    var landings: OrderedSet<String> = []

    /// At most this many addresses are remembered: 64.
    static let rememberedLandings = 64

    /// Remembers an address to which a browser is sent.
    mutating func remember(_ address: String) {
        landings.remove(address)
        landings.append(address)
        if landings.count > Self.rememberedLandings { landings.removeFirst() }
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
