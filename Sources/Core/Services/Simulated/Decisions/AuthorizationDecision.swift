import VirtualTime

/// The question to an MVPD, or to its substitute.
struct AuthorizationQuestion: Hashable, Sendable {
    var authentication: AuthenticationRecord
    var device: String
    /// The resource as it came.
    var resource: String
    var genericData: String?
}

/// The decision whether a resource may be watched.
enum AuthorizationDecision: Hashable, Sendable {
    /// It may; `expires` (server's time) is set where something else than the integration's lifetime decides.
    case permitted(proxyMVPD: String?, expires: Instant?)
    /// It may not.
    case denied(Denial)

    /// The reason for a denial.
    struct Denial: Hashable, Sendable {
        /// The MVPD's text for people.
        var details: String?
        /// The code of the enhanced error, or one of the front end's (``FrontEndCode``).
        var code: String
        /// The recording's form of this very denial; nil if it has none.
        var recorded: RecordedDenial?
    }
}

/// The front end's codes for a refusal in the header `Authzf-Error-Code` (access-enabler.md §14.4).
enum FrontEndCode {
    /// A degradation rule refuses everything: Z169.
    static let authorizesNone = "authzNone"
    /// The resource cannot be read: Z130.
    static let invalid = "invalid"
}
