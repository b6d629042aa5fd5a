/// An instant at which something ceases to hold, as its holder knows it: a token's expiry, a code's, a session's.
///
/// `advance: just before authz-token KITE1` and `kinescope sweep` travel by these.
public struct Expiration: Hashable, Sendable {
    /// The kinds of things that expire.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// An AuthN token: the user has to sign on again.
        case authenticationToken = "authn-token"
        /// An AuthZ token: the resource has to be authorized again.
        case authorizationToken = "authz-token"
        /// A short media token.
        case mediaToken = "media-token"
        /// A registration code that a second screen may still enter.
        case registrationCode = "registration-code"
        /// An access token of Dynamic Client Registration.
        case accessToken = "access-token"
        /// The session at the platform's TV provider: `authenticationExpirationDate`.
        case platformSession = "platform-session"
        /// A Temp Pass.
        case tempPass = "temp-pass"
        /// A SAML assertion's `NotOnOrAfter`.
        case assertion = "saml-assertion"
    }

    /// The kind of thing that expires.
    public var kind: Kind
    /// The name among its kind: the resource of an AuthZ or media token, the code, the requestor; nil where there is
    /// one.
    public var subject: String?
    /// The first instant, in true time, at which it no longer holds.
    public var instant: Instant
    /// The source that states it: `service`, `app com.kite.tv`, `device`, `recording`.
    public var source: String

    /// An expiration of this kind at this instant.
    public init(_ kind: Kind, _ subject: String? = nil, at instant: Instant, source: String) {
        self.kind = kind
        self.subject = subject
        self.instant = instant
        self.source = source
    }

    /// Its name as scenarios write it: `authz-token KITE1`.
    public var name: String { subject.map { "\(kind.rawValue) \($0)" } ?? kind.rawValue }
}
