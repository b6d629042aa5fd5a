public import PassAPI

/// A simulated service's choices where the reference pages leave one open or contradict each other and a client can notice, each
/// with a default.
///
/// Sections are those of rest-api-v1.md, and §14 of access-enabler.md. What no client notices, and what no scenario has shown a difference in, is decided where it is used.
public struct ServiceQuirks: Hashable, Sendable {
    /// The REST calls that need no access token at any time: a browser cannot send one with `authenticate` (§2).
    ///
    /// A recording may show others.
    public var openOperations: Set<PassAPI.Operation> = [.initiateAuthentication]
    /// Accepts the signed header that registration replaced even where an access token is needed (§3.5).
    public var acceptsSignedAuthorization = false
    /// Keeps a decision until the authorization expires, without a request to the MVPD (§7.8).
    public var keepsDecisions = true
    /// The status of `authorize` without a sign-on (§7.8: unconfirmed; 412 is documented for `tokens/authz`).
    public var unauthenticatedAuthorizeStatus = 412
    /// The status of `tokens/media` without a sign-on (§7.10: 403 is the only failure that is documented).
    public var unauthenticatedMediaStatus = 403
    /// Ends the MVPD's session by a logout in a web view: the cookbooks say so, the call's own page does not (§7.13).
    public var webLogoutReachesProvider = true
    /// Refuses an SDK's login without a registration code with 451, as reported since 2025 (yt-dlp).
    public var sdkLoginNeedsCode = false
    /// The response to a token whose device is not the caller's (§14.4).
    public var deviceMismatch = TokenRefusal.pendingLogout(reason: "34764")
    /// The release of the service, for REST API V2 (rest-api-v2 §15).
    public var release = ServiceRelease.v3_9
    /// Choices about the MVPDs' side.
    public var provider = ProviderQuirks()

    /// The defaults.
    public init() {}

    /// How a token of the SDKs is refused (§14.4).
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
