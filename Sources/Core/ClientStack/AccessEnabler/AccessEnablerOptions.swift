/// What access-enabler.md leaves open about the SDK, each decision by name, with the default and its reason.
public struct AccessEnablerOptions: Hashable, Sendable {
    /// The fate of queued calls when setRequestor fails (§6.1: unconfirmed).
    ///
    /// Default: each fails with its own error callback, so that none is lost.
    public var queueAfterFailure = QueueAfterFailure.failsCalls
    /// The order in which setRequestor prepares, after importer and scrubber (§6.1: unconfirmed).
    ///
    /// Default: passive authentication, then Apple's silent exchange.
    public var preparations = [Preparation.passiveAuthentication, .platformSignOn]
    /// Calls setRequestor on the main thread, without which there is no hidden web view (§1, row K-120).
    ///
    /// Default: yes.
    public var callsOnMainThread = true
    /// Takes the MVPD of the last success in place of the picker (row K-92).
    ///
    /// Default: yes, as the requirement states; the API reference notes that it stopped with 1.5.
    public var cachedProvider = CachedProvider.skipsPicker
    /// The effect of a second getAuthentication during a login.
    ///
    /// Default: it starts over, so that an app whose web view was lost is not stuck.
    public var secondLogin = SecondLogin.restarts
    /// The link between a login in a web view and the fetching of its token.
    ///
    /// Default: cookies before 3.0, a registration code from 3.0 on (§14.1, §14.2; unconfirmed for iOS).
    public var webViewSession = WebViewSession.byDialect
    /// The pause after a poll's response (§6.3: unconfirmed).
    ///
    /// Never less than ``PollInterval/shortest``. Default: ``PollInterval/standard``.
    public var pollInterval = PollInterval.standard
    /// The number of polls after which it gives up; nil polls until the code expires, which is the default (§6.3:
    /// unconfirmed).
    public var pollLimit: Int?
    /// How often one call starts over after a pending logout (§14.4: at most 2 rounds).
    static let logoutRounds = 2
    /// How far device and server may be apart before CFG100 is told (§5: more than 59 s).
    static let clockTolerance = Duration.seconds(59)
    /// The spelling of error codes in callbacks (§4.1: the pairing is unconfirmed).
    ///
    /// Default: their texts.
    public var errorCodes = ErrorCodeSpelling.text
    /// The code of the callback that ends a logout (§6.6: unconfirmed).
    ///
    /// Default: that the user is not authenticated.
    public var codeAfterLogout: AccessEnablerError? = .userNotAuthenticated
    /// Reveals `METADATA_DEVICE_ID` (§4.3: off by default).
    public var revealsDeviceID = false
    /// Sends tracking data.
    ///
    /// Default: yes.
    public var sendsTracking = true
    /// Lets setRequestor show Apple's permission prompt.
    ///
    /// Default: no; VSA404 reports that the user has not decided yet (§8).
    public var promptsAtSetRequestor = false
    /// Drops a token from Apple SSO at setRequestor once the system's account is gone (§8, table).
    ///
    /// Default: yes.
    public var revalidatesPlatformToken = true
    /// The meaning of a provider id without an expiration date.
    ///
    /// Default: signed in, as in the cookbook.
    public var nilExpirationDate = ClientOptions.MissingExpiry.neverExpires
    /// The formula of Apple's lists where the app passes no filter.
    public var supportedProviders = ClientOptions.SupportedProviders.listedInPicker
    /// Where tokens are kept, and how.
    public var storage = StorageOptions.default

    /// The default decisions.
    public init() {}

    /// What becomes of queued calls when setRequestor fails.
    public enum QueueAfterFailure: Hashable, Sendable, CaseIterable {
        /// Each fails with its own error callback.
        case failsCalls
        /// They wait for the next setRequestor.
        case keepsCalls
    }

    /// What setRequestor does before it completes.
    public enum Preparation: Hashable, Sendable, CaseIterable {
        /// From another programmer's token (§7).
        case passiveAuthentication
        /// From the system's account (§8).
        case platformSignOn
    }

    /// Whether the MVPD of the last success takes the place of the picker.
    public enum CachedProvider: Hashable, Sendable, CaseIterable {
        /// In all versions.
        case skipsPicker
        /// Until 1.4; from 1.5 on the picker is shown.
        case skipsPickerUntil15
    }

    /// What a second getAuthentication does while a login is under way.
    public enum SecondLogin: Hashable, Sendable, CaseIterable {
        /// The first is forgotten.
        case restarts
        /// It is answered with the first.
        case joins
    }

    /// What ties a login in a web view to the token that is fetched afterwards.
    public enum WebViewSession: Hashable, Sendable, CaseIterable {
        /// Cookies before 3.0, a code from 3.0 on.
        case byDialect
        /// Cookies, always.
        case cookies
        /// A registration code, always.
        case registrationCode
    }

    /// How error codes are spelled.
    public enum ErrorCodeSpelling: Hashable, Sendable, CaseIterable {
        /// `User Not Authenticated Error`
        case text
        /// `USER_NOT_AUTHENTICATED_ERROR`
        case constant
    }
}
