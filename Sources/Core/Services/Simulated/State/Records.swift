import Documents
import VirtualTime

/// An application that registered (rest-api-v1.md §3.1).
struct RegisteredClient: Hashable, Sendable {
    var secret: String
    var softwareStatement: String
    var redirectURI: String?
    var issued: Instant
}

/// The access that an access token gives.
struct AccessGrant: IssuedRecord {
    var clientID: String
    var issued: Instant
    var expires: Instant
}

/// A registration code (rest-api-v1.md §6).
struct CodeRecord: IssuedRecord {
    var id: String
    var code: String
    var requestor: String
    var device: String
    /// The preselected MVPD.
    var mvpd: String?
    /// The record's `info` object.
    var info: JSONObject
    /// The sign-on that was completed with it; nil until then.
    var login: AuthenticationRecord?
    var issued: Instant
    var expires: Instant

    mutating func age(by duration: Duration) {
        issued.recede(by: duration)
        expires.recede(by: duration)
        login?.age(by: duration)
    }
}

/// A profile request that was handed out (rest-api-v1.md §7.6).
struct ProfileRequestRecord: IssuedRecord {
    /// The time for which one holds: ten minutes (no source states it).
    static let lifetime = Duration.seconds(600)

    /// The ID that a SAML response names in `InResponseTo`.
    var id: String
    var requestor: String
    /// The MVPD by Adobe's id.
    var mvpd: String
    var issued: Instant
    var expires: Instant
    /// True if a SAML response to it was exchanged.
    var isUsed = false
}

/// A short media token that was handed out.
struct MediaTokenRecord: IssuedRecord {
    var requestor: String
    var resource: String
    var mvpd: String
    var device: String?
    var issued: Instant
    var expires: Instant

    /// Nobody asks the service for one that is over.
    static var retention: Duration { .zero }
}

/// An MVPD's own session in a browser.
struct BrowserSession: IssuedRecord {
    var user: String
    var nameID: String
    var sessionIndex: String
    var issued: Instant
    var expires: Instant
}

/// A login that a browser began: it waits for the MVPD's answer (access-enabler.md §14.1).
struct PendingLogin: ExpiringRecord {
    /// The login that the browser opened.
    var ticket: LoginTicket
    var cookies: String
    var expires: Instant
    /// The browser's way, where a real one is on it; nil in a simulation.
    var browser: BrowserLogin?

    mutating func age(by duration: Duration) { expires.recede(by: duration) }
}
