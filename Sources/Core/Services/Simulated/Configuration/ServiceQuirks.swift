public import PassAPI

/// A simulated service's choices where the reference pages leave one open or contradict each other, each with a default.
///
/// Documentation/explanation/simulated-service.md has them in a table.
public struct ServiceQuirks: Hashable, Sendable {
    // MARK: Dynamic Client Registration (rest-api-v1.md §3)

    /// The form of a software statement; by default any text that is not empty (Adobe's claims are
    /// unconfirmed).
    public var softwareStatements = SoftwareStatements.anyText
    /// The `scopes` of a registration; nil: omitted, as older pages do (§3.1).
    public var scopes: [String]? = ["api:client:v1"]
    /// The status of a token's issue: 201 today, 200 in older pages (§3.2).
    public var accessTokenStatus = 201
    /// The unit of `created_at`: milliseconds today, seconds in older samples (§3.2).
    public var createdAtUnit = TimeUnit.milliseconds
    /// The form of an access token: a web token as in samples, or a text without a meaning (§3.2).
    public var accessTokenForm = AccessTokenForm.webToken
    /// The day from which REST calls need an access token: until 2025-01-20 the service took calls without one (§3.5).
    public var accessTokenDuty = AccessTokenDuty.sinceRegistration
    /// The REST calls that need no access token at any time: a browser cannot send one with `authenticate` (§2).
    public var openOperations: Set<PassAPI.Operation> = [.initiateAuthentication]
    /// Requires an access token of the SDKs' calls; by default it is checked only where one is sent, since native SDKs
    /// before 3.0 have none (captures of 1.8 to 1.9.4).
    public var sdkNeedsAccessToken = false
    /// Accepts the signed header that registration replaced even where an access token is needed (§3.5).
    public var acceptsSignedAuthorization = false

    // MARK: Registration codes (§6)

    /// The characters of a code (§6.1: samples have capitals and digits).
    public var codeAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    /// The number of characters of a code, 1 to 32 (§6.1: samples have 6 or 7).
    public var codeLength = 7
    /// Finds codes in whatever case (§6.1: unconfirmed).
    public var ignoresCodeCase = false
    /// Refuses a `ttl` that is not a number from 1 on with 400; else the default counts (§6.1: unconfirmed).
    public var refusesOddCodeLifetimes = true
    /// The status for an unknown code (§6.2: 404 is the natural reading).
    public var unknownCodeStatus = 404
    /// The status for a code that has expired (§6.2: unconfirmed).
    public var expiredCodeStatus = 404
    /// `authorizationType` of a record made with a signed header (§6.1: unconfirmed).
    public var signedAuthorizationType = "SIGNED"

    // MARK: Sign-on (§7)

    /// The message of `checkauthn` before any sign-in: by default the one that is documented (§7.4).
    public var notAuthenticatedMessage = "Authentication token expired"
    /// Counts a sign-on for every requestor on the device, unless its integration is per requestor or the call has an
    /// `appId` (§2: "clientless SSO" is mentioned, not described).
    public var sharesAuthentications = false
    /// The form of a profile request: Base64 as in REST API V2, or XML as it is (§7.6: unconfirmed).
    public var profileRequestForm = ProfileRequestForm.base64
    /// The lifetime of a profile request (no source states).
    public var profileRequestLifetime = Duration.seconds(600)
    /// What is checked of a SAML response besides its form, status, subject and times.
    public var samlChecks = SAMLChecks()
    /// The time that a browser has for the MVPD's login page (no source states).
    public var loginLifetime = Duration.seconds(1_800)
    /// Refuses a login without a registration code with 451, as reported since 2025 (yt-dlp).
    public var sdkLoginNeedsCode = false

    // MARK: Authorization (§7.8 to §7.10)

    /// Keeps a decision until the authorization expires, without a request to the MVPD (§7.8).
    public var keepsDecisions = true
    /// The status of `authorize` without a sign-on (§7.8: unconfirmed; 412 is documented for `tokens/authz`).
    public var unauthenticatedAuthorizeStatus = 412
    /// The status of `tokens/media` without a sign-on (§7.10: 403 is the only failure that is documented).
    public var unauthenticatedMediaStatus = 403

    // MARK: Logout (§7.13)

    /// Ends the MVPD's session by a logout in a web view: the cookbooks say so, the call's own page does not.
    public var webLogoutReachesProvider = true

    // MARK: The SDKs' dialects (access-enabler.md §14)

    /// Gives the AuthN token of a login by `session` once only (no source states).
    public var givesTokenOnce = false
    /// The status of `session` without a login (§14.4: clients take 401 for "login required").
    public var sessionWithoutLoginStatus = 401
    /// The status of `sessionDevice` with a code that no user has logged in with yet, for which televisions poll (§6.3:
    /// the call is unconfirmed); 404 as for `tokens/authn`.
    public var waitingCodeStatus = 404
    /// Gives the token of a platform sign-on or Temp Pass by `sessionDevice` for the device id alone, without cookies
    /// or a code (no source states how the SDKs get it).
    public var givesTokenByDevice = true
    /// The response to a token whose device is not the caller's (§14.4).
    public var deviceMismatch = TokenRefusal.pendingLogout(reason: "34764")
    /// The response to an AuthN token that has expired (§14.4: no source states which).
    public var expiredToken = TokenRefusal.pendingLogout(reason: nil)
    /// The response to a token that the simulated service did not make (§14.4).
    public var foreignToken = TokenRefusal.badRequest(reason: "34763")
    /// The response to an AuthZ token that has expired (no source states).
    public var expiredAuthorization = TokenRefusal.notAuthorized
    /// The status with which `tvs/v1/sign` refuses a media token; no source shows it refused.
    public var refusedMediaTokenStatus = 403
    /// Gives the same device id for the same fingerprint each time (§14.3: unconfirmed).
    public var individualizesOnce = true

    /// Choices about the MVPDs' side.
    public var provider = ProviderQuirks()

    /// The defaults.
    public init() {}
}

extension ServiceQuirks {
    /// What a software statement must look like.
    public enum SoftwareStatements: String, Hashable, Sendable, CaseIterable {
        /// Any text that is not empty.
        case anyText = "any-text"
        /// A well-formed web token; its signature is not checked.
        case webToken = "web-token"
    }

    /// From when on REST calls need an access token.
    public enum AccessTokenDuty: String, Hashable, Sendable, CaseIterable {
        /// At any time.
        case always
        /// From 2025-01-20 on, by the server's clock.
        case sinceRegistration = "since-2025"
        case never
    }

    /// A unit of time on the wire.
    public enum TimeUnit: String, Hashable, Sendable, CaseIterable {
        case milliseconds
        case seconds
    }

    /// What an access token looks like.
    public enum AccessTokenForm: String, Hashable, Sendable, CaseIterable {
        /// Three parts of Base64 with the claims of the samples.
        case webToken = "web-token"
        /// A text without a meaning.
        case opaque
    }

    /// What a profile request looks like.
    public enum ProfileRequestForm: String, Hashable, Sendable, CaseIterable {
        /// Base64 of the XML.
        case base64
        case xml
    }

    /// What is checked of a SAML response besides its form, status, subject and times.
    public struct SAMLChecks: Hashable, Sendable {
        /// Checks that the MVPD signed it (how leniently is unconfirmed).
        public var signature = true
        /// Checks that it names a profile request made for this requestor and MVPD that has not expired.
        public var request = true
        /// Checks that no other response to the same profile request was exchanged.
        public var isFirst = true

        /// All of it.
        public init() {}
    }

    /// How a token of the SDKs is refused (access-enabler.md §14.4).
    public enum TokenRefusal: Hashable, Sendable {
        /// 200 with `<pendingLogout>`.
        case pendingLogout(reason: String?)
        /// 400 with a reason.
        case badRequest(reason: String)
        /// 200 with `<notAuthorized/>`.
        case notAuthorized
        /// 401.
        case unauthorized
    }
}
