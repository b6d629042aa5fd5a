/// What apple-sso-flow.md leaves open, each decision by name, with the default and its reason.
public struct ClientOptions: Hashable, Sendable {
    /// The call that decides S1.
    ///
    /// Default: `checkauthn`, which row K-11 names.
    public var tokenCheck = TokenCall.checkAuthentication
    /// The call that is repeated in S10.
    ///
    /// Default: `tokens/authn`, Adobe's "Retrieve Authentication Token".
    public var pollWith = TokenCall.readAuthenticationToken
    /// The pause after a poll's response.
    ///
    /// Never less than ``PollInterval/shortest``. Default: ``PollInterval/standard``, as seen in the wild.
    public var pollInterval = PollInterval.standard
    /// The `ttl` of the registration code in seconds; nil leaves it to the service (30 minutes), which is the default.
    public var registrationCodeTTL: Int?
    /// Tries S2 to S9.
    ///
    /// Default: yes. An app without Apple's entitlement goes from S1 to S10.
    public var usesPlatformSignOn = true
    /// The meaning of a provider id without an expiration date in S2 and S5 (gap 3).
    ///
    /// Default: signed in, since the cookbook's code tests the id alone.
    public var nilExpirationDate = MissingExpiry.neverExpires
    /// Renews an access token when it has expired by the client's own clock.
    ///
    /// Default: yes. If not, the client waits for 401.
    public var refreshesAccessToken = true
    /// How iOS and iPadOS log out.
    ///
    /// Default: the web view alone, which is what the cookbook states (row K-82); the service logs out when the page is
    /// loaded.
    public var logoutOnFirstScreen = FirstScreenLogout.webView
    /// Whether the client asks for permission when the app comes to the foreground and no user is signed in.
    ///
    /// Default: no. The cookbook recommends it (row K-10), and asks again where the permission is needed.
    public var asksPermissionInForeground = false

    /// The default decisions.
    public init() {}
}

extension ClientOptions {
    /// A call that tells whether there is an AuthN token.
    public enum TokenCall: Hashable, Sendable {
        /// `checkauthn`.
        case checkAuthentication
        /// `tokens/authn`.
        case readAuthenticationToken
    }

    /// What a missing expiration date means.
    public enum MissingExpiry: Hashable, Sendable {
        /// The user is signed in.
        case neverExpires
        /// The user is not signed in: Apple states nil "might" mean that.
        case countsAsExpired
    }

    /// How to log out where there are web views.
    public enum FirstScreenLogout: Hashable, Sendable {
        /// A web view is shown, and the client calls `logout` itself; done when there is a response to that.
        case webViewAndRequest
        /// Only the web view; done when it is closed.
        case webView
        /// Only the call, as on tvOS.
        case request
    }
}
