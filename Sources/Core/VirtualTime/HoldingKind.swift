/// The kinds of things that live: each is given out or shown, may be used, and ends.
///
/// One name for a thing wherever it is spoken of: in an operation's row, in a history, at the simulated service, in what expires.
/// The raw value is the word that scenarios, `--then`, `control` and `sweep` use. What REST API V2 names otherwise is another
/// kind here, never a second name for one of V1's (rest-api-v2.md §5).
public enum HoldingKind: String, Hashable, Sendable, CaseIterable {
    /// An access token of Dynamic Client Registration (rest-api-v1.md §3.2).
    case accessToken = "access-token"
    /// A registration code that a second screen may enter (§6.1).
    case registrationCode = "registration-code"
    /// An authentication code of REST API V2: its session's.
    case code
    /// The user's session at the MVPD, which a SAML response opens: a browser that has one logs in without a password.
    case providerSession = "provider-session"
    /// An AuthN token: without it the user has to sign on again (§7.5, tokens.md §3.1).
    case authenticationToken = "authn-token"
    /// A Temp Pass, and the AuthN token of one.
    case tempPass = "temp-pass"
    /// A profile of REST API V2, of whatever type: the user's sign-on with one MVPD.
    case profile
    /// An AuthZ token (§7.8, tokens.md §3.2).
    case authorizationToken = "authz-token"
    /// A decision of REST API V2 on one resource.
    case decision
    /// A short media token (§7.10, tokens.md §4).
    case mediaToken = "media-token"
    /// The user's account at the platform's TV provider, which ends at its `authenticationExpirationDate`.
    case vsaAccount = "vsa-account"
    /// The app's permission to read the subscription information.
    case vsaPermission = "vsa-permission"
    /// A SAML assertion that the platform's TV provider gave, which ends at its `NotOnOrAfter`.
    case assertion = "saml-assertion"
    /// A partner framework status of REST API V2.
    case partnerFrameworkStatus = "partner-framework-status"
    /// A service token of REST API V2.
    case serviceToken = "service-token"
    /// A cookie of the service's that states an end, and so outlives the client's process.
    case cookie
}

extension HoldingKind {
    /// True if it may have an end of its own; a permission is only taken back.
    public var expires: Bool { self != .vsaPermission }

    /// True if it is what a user types on a second screen.
    public var isCode: Bool { self == .registrationCode || self == .code }

    /// True if a user who has one is signed in.
    public var isSignOn: Bool { self == .authenticationToken || self == .tempPass || self == .profile }

    /// True if it says that a resource may be watched.
    public var isPermit: Bool { self == .authorizationToken || self == .decision }

    /// True if it is its user's, wherever they are: a device is not known by it.
    public var isOfUser: Bool { self == .partnerFrameworkStatus || self == .serviceToken }

    /// True if a device has one for each MVPD: V1 and the SDKs have one for a requestor, whatever the MVPD.
    public var isPerMVPD: Bool { self == .profile || self == .decision }

    /// True if a new one leaves the ones before in force: they go by their text, and each is good until its end.
    public var hasManyAtATime: Bool {
        self == .mediaToken || self == .accessToken || isCode
    }

    /// True if it is for one resource.
    public var isPerResource: Bool { isPermit || self == .mediaToken }

    /// True if it belongs to the client credentials that it was requested with.
    public var isPerClient: Bool { self == .code || self == .profile || self == .decision }

    // MARK: The words

    /// The words that name a kind that expires: that of each, and what the account is called in a scenario's lifetimes.
    public static var wordsOfExpirations: [String] {
        allCases.filter(\.expires).map(\.rawValue) + [accountInLifetimes]
    }

    private static let accountInLifetimes = "platform-session"

    /// The kind, of those that expire, that `word` names; nil if it names none.
    public init?(expiring word: some StringProtocol) {
        if word == Self.accountInLifetimes {
            self = .vsaAccount
        } else if let kind = Self(rawValue: String(word)), kind.expires {
            self = kind
        } else {
            return nil
        }
    }

    /// The name of one of its kind: `authz-token KITE1`.
    public func name(of subject: String?) -> String { subject.map { "\(rawValue) \($0)" } ?? rawValue }
}
