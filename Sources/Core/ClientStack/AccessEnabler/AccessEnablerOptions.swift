/// The decisions about the SDK that access-enabler.md leaves open, each by name, with the default and its reason.
public struct AccessEnablerOptions: Hashable, Sendable {
    /// The fate of queued calls when setRequestor fails (§6.1: unconfirmed).
    ///
    /// Default: each fails with its own error callback, so that the app hears of all of them.
    public var queueAfterFailure = QueueAfterFailure.failsCalls
    /// In which order setRequestor prepares, after importer and scrubber (§6.1: unconfirmed).
    ///
    /// Default: passive authentication, then Apple's silent exchange.
    public var preparations = [Preparation.passiveAuthentication, .platformSignOn]
    /// True to call setRequestor on the main thread, without which there is no hidden web view (§1, row K-120).
    ///
    /// Default: yes.
    public var callsOnMainThread = true
    /// The use of the MVPD of the last success in place of the picker (row K-92).
    ///
    /// Default: yes, as the seed says; the API reference notes that it stopped with 1.5.
    public var cachedProvider = CachedProvider.skipsPicker
    /// The effect of a second getAuthentication while a login is in progress.
    ///
    /// Default: it begins again, so that an app whose web view was lost is not stuck.
    public var secondLogin = SecondLogin.restarts
    /// The tie between a login in a web view and the fetching of its token.
    ///
    /// Default: by cookies before 3.0, by a registration code from 3.0 on (§14.1, §14.2; unconfirmed for iOS).
    public var webViewSession = WebViewSession.byDialect
    /// The wait after a poll's response (§6.3: unconfirmed).
    ///
    /// Never less than ``PollInterval/shortest``. Default: ``PollInterval/standard``.
    public var pollInterval = PollInterval.standard
    /// After how many polls to give up; nil polls until the code expires, which is the default (§6.3: unconfirmed).
    public var pollLimit: Int?
    /// The number of times that one call starts over after a pending logout (§14.4: at most 2 rounds).
    static let logoutRounds = 2
    /// The difference between the clocks of device and server above which CFG100 is reported (§5: more than 59 s).
    static let clockTolerance = Duration.seconds(59)
    /// The spelling of error codes in callbacks (§4.1: the pairing is unconfirmed).
    ///
    /// Default: by their texts.
    public var errorCodes = ErrorCodeSpelling.text
    /// The code of the callback that ends a logout (§6.6: unconfirmed).
    ///
    /// Default: that the user is not authenticated.
    public var codeAfterLogout: AccessEnablerError? = .userNotAuthenticated
    /// True to answer `METADATA_DEVICE_ID` (§4.3: off by default).
    public var revealsDeviceID = false
    /// True to send tracking data.
    ///
    /// Default: yes.
    public var sendsTracking = true
    /// True if setRequestor may show Apple's question for permission.
    ///
    /// Default: no; VSA404 says that the user has not answered it (§8).
    public var promptsAtSetRequestor = false
    /// True if setRequestor drops a token from Apple SSO once the system's account is gone (§8, table).
    ///
    /// Default: yes.
    public var revalidatesPlatformToken = true
    /// The meaning of a provider id without an expiration date.
    ///
    /// Default: signed in, as in the cookbook.
    public var nilExpirationDate = ClientOptions.MissingExpiry.neverExpires
    /// The computation of Apple's lists where the app passes no filter.
    public var supportedProviders = ClientOptions.SupportedProviders.listedInPicker
    /// The place and form in which tokens are kept.
    public var storage = StorageOptions.default

    /// The default decisions.
    public init() {}

    /// The fates of queued calls when setRequestor fails.
    public enum QueueAfterFailure: Hashable, Sendable, CaseIterable {
        /// Each fails with its own error callback.
        case failsCalls
        /// They wait for the next setRequestor.
        case keepsCalls
    }

    /// The preparations of setRequestor before it completes.
    public enum Preparation: Hashable, Sendable, CaseIterable {
        /// From another programmer's token (§7).
        case passiveAuthentication
        /// From the system's account (§8).
        case platformSignOn
    }

    /// The uses of the MVPD of the last success in place of the picker.
    public enum CachedProvider: Hashable, Sendable, CaseIterable {
        /// In all versions.
        case skipsPicker
        /// Until 1.4; from 1.5 on the picker is shown.
        case skipsPickerUntil15
    }

    /// The effects of a second getAuthentication while a login is in progress.
    public enum SecondLogin: Hashable, Sendable, CaseIterable {
        /// The first is forgotten.
        case restarts
        /// It is answered with the first.
        case joins
    }

    /// The ties between a login in a web view and the token that is fetched afterwards.
    public enum WebViewSession: Hashable, Sendable, CaseIterable {
        /// Cookies before 3.0, a code from 3.0 on.
        case byDialect
        /// Cookies, always.
        case cookies
        /// A registration code, always.
        case registrationCode
    }

    /// The spellings of error codes.
    public enum ErrorCodeSpelling: Hashable, Sendable, CaseIterable {
        /// `User Not Authenticated Error`
        case text
        /// `USER_NOT_AUTHENTICATED_ERROR`
        case constant
    }
}
