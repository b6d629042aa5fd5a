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
        /// The user's session at the MVPD: a browser that has one logs in without a password.
        case providerSession = "provider-session"
        /// A cookie of the service's that states an end.
        case cookie
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
    public var name: String { kind.name(of: subject) }
}

// MARK: The words

extension Expiration.Kind {
    /// The word for it in whatever names a moment, and in what is printed: a history calls it the same.
    public var word: String { self == .platformSession ? "vsa-account" : rawValue }

    /// The words that are read: that of each kind, and what one is called in a scenario's lifetimes.
    public static var words: [String] { allCases.map(\.word) + [platformSession.rawValue] }

    /// The kind that `word` names; nil if it names none.
    public init?(word: some StringProtocol) {
        guard let kind = Self.allCases.first(where: { $0.word == word }) ?? Self(rawValue: String(word)) else {
            return nil
        }
        self = kind
    }

    /// The name of one of its kind: `authz-token KITE1`.
    public func name(of subject: String?) -> String { subject.map { "\(word) \($0)" } ?? word }
}
