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
    /// The number of polls after which the client gives up; nil polls until the code expires, which is the default.
    public var pollLimit: Int?
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
    /// The reaction to a result of S7 that names another provider than S2 or S5 (row K-50).
    ///
    /// Default: none, since no edition's code compares them.
    public var providerMismatch = ProviderMismatch.ignored
    /// The providers that S4 offers.
    ///
    /// Default: those with platform services that are shown in the picker, SUPPORTED or PICKER (formula unconfirmed).
    public var supportedProviders = SupportedProviders.listedInPicker
    /// The offered providers that S4 features, from iOS and tvOS 11 on.
    ///
    /// Default: the SUPPORTED ones, which sign in on one screen.
    public var featuredProviders = FeaturedProviders.onboarded
    /// The step after a response of S1 that means neither yes nor no: a server error, no response.
    ///
    /// Default: S2, since the diagram has only yes and no.
    public var unclearTokenCheck = UnclearTokenCheck.checksPlatform
    /// Uses a configuration again that an earlier sign-in of the same launch fetched.
    ///
    /// Default: yes (gap 1: "have cached").
    public var reusesConfiguration = true
    /// Renews an access token when it has expired by the client's own clock.
    ///
    /// Default: yes. If not, the client waits for 401.
    public var refreshesAccessToken = true
    /// What to do on 429.
    public var onThrottled = ThrottlePolicy()
    /// Keeps a request to play that comes while the user signs in.
    ///
    /// Default: yes. If not, it is refused with a message.
    public var keepsRequestsDuringSignIn = true
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

    /// What another provider in S7 leads to.
    public enum ProviderMismatch: Hashable, Sendable {
        /// The exchange goes on.
        case ignored
        case regularLogin
    }

    /// The formula for `supportedAccountProviderIdentifiers`; MVPDs without a mapping id are never among them.
    public enum SupportedProviders: Hashable, Sendable {
        /// Platform services on, shown in the picker, boarding status SUPPORTED or PICKER: what the properties say.
        case listedInPicker
        /// The same, but SUPPORTED alone.
        case onboarded
        /// Every MVPD with a mapping id.
        case mapped
    }

    /// The formula for `featuredAccountProviderIdentifiers`, from those that are supported.
    public enum FeaturedProviders: Hashable, Sendable {
        /// Boarding status SUPPORTED: they go through the whole flow on one screen.
        case onboarded
        /// None: the property stays empty.
        case none
    }

    /// What an unclear answer of S1 leads to.
    public enum UnclearTokenCheck: Hashable, Sendable {
        /// S2.
        case checksPlatform
        /// The end of sign-on, with a message.
        case ends
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

    /// How to take 429 (rest-api-v1.md §4: wait at least 1 s).
    public struct ThrottlePolicy: Hashable, Sendable {
        /// The pause before the same call is made again after 429; never less than ``shortestWait``, the documents'
        /// least.
        public var wait: Duration
        /// The number of times that one call is made again after 429.
        public var retries: Int

        /// A policy with these numbers.
        public init(wait: Duration = Self.shortestWait, retries: Int = 3) {
            self.wait = wait
            self.retries = retries
        }

        /// One second.
        public static let shortestWait = Duration.seconds(1)
    }
}
