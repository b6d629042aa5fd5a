/// What apple-sso-flow.md leaves open, each decision by name, with the default and its reason.
public struct ClientOptions: Hashable, Sendable {
    /// Which call answers S1.
    ///
    /// Default: `checkauthn`, the call that row K-11 names.
    public var tokenCheck = TokenCall.checkAuthentication
    /// Which call is repeated in S10.
    ///
    /// Default: `tokens/authn`, "the polling call" of rest-api-v1.md §7.5.
    public var pollWith = TokenCall.readAuthenticationToken
    /// How long to wait after a poll's answer.
    ///
    /// Never less than ``PollInterval/shortest``. Default: ``PollInterval/standard``.
    public var pollInterval = PollInterval.standard
    /// After how many polls to give up; nil polls until the code expires, which is the default.
    public var pollLimit: Int?
    /// `ttl` of the registration code in seconds; nil leaves it to the service (30 minutes), which is the default.
    public var registrationCodeTTL: Int?
    /// Whether S2 to S9 are tried at all.
    ///
    /// Default: yes. An app without Apple's entitlement goes from S1 to S10.
    public var usesPlatformSignOn = true
    /// What a provider id without an expiration date means in S2 and S5 (gap 3).
    ///
    /// Default: signed in, since the cookbook's code tests the id alone.
    public var nilExpirationDate = MissingExpiry.neverExpires
    /// What to do if S7 answers for another provider than S2 or S5 (row K-50).
    ///
    /// Default: nothing, since no edition's code compares them.
    public var providerMismatch = ProviderMismatch.ignored
    /// Which providers S4 offers.
    public var supportedProviders = SupportedProviders.listedInPicker
    /// Which of them S4 features.
    public var featuredProviders = FeaturedProviders.onboarded
    /// What an answer of S1 that says neither yes nor no leads to: a server error, no answer.
    ///
    /// Default: S2, since the diagram knows only yes and no.
    public var unclearTokenCheck = UnclearTokenCheck.checksPlatform
    /// Whether a configuration fetched before is used again by a later sign-on of the same launch.
    ///
    /// Default: yes (gap 1: "have cached").
    public var reusesConfiguration = true
    /// Whether an access token is renewed when the client's own clock says it has ended.
    ///
    /// Default: yes. If not, the client waits for 401.
    public var refreshesAccessToken = true
    /// What to do on 429.
    public var onThrottled = ThrottlePolicy()
    /// Whether a pending request to play is kept while the user signs on.
    ///
    /// Default: yes. If not, it is refused with a message.
    public var keepsWishesDuringSignOn = true
    /// How iOS and iPadOS log out.
    ///
    /// Default: the web view alone, which is what the cookbook says (row K-82); the service logs out when the page is
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
        /// The user is not signed in: Apple says nil "might" mean that.
        case countsAsExpired
    }

    /// What another provider in S7 leads to.
    public enum ProviderMismatch: Hashable, Sendable {
        /// The exchange goes on.
        case ignored
        /// Regular login.
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
        /// How long to wait before the same call is made again; never less than ``shortestWait``.
        public var wait: Duration
        /// How often one call is made again.
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
