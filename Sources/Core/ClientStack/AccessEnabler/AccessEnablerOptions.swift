/// What access-enabler.md leaves open about the SDK, each decision by name, with the default and its reason.
public struct AccessEnablerOptions: Hashable, Sendable {
    /// The fate of queued calls when setRequestor fails (§6.1: unconfirmed).
    ///
    /// Default: each fails with its own error callback, so that none is lost.
    public var queueAfterFailure = QueueAfterFailure.failsCalls
    /// Calls setRequestor on the main thread, without which there is no hidden web view (§1, row K-120).
    ///
    /// Default: yes.
    public var callsOnMainThread = true
    /// Takes the MVPD of the last success in place of the picker (row K-92).
    ///
    /// Default: yes, as the requirement states; the API reference notes that it stopped with 1.5.
    public var cachedProvider = CachedProvider.skipsPicker
    /// The pause after a poll's response (§6.3: unconfirmed).
    ///
    /// Never less than ``PollInterval/shortest``. Default: ``PollInterval/standard``.
    public var pollInterval = PollInterval.standard
    /// How often one call starts over after a pending logout (§14.4: at most 2 rounds).
    static let logoutRounds = 2
    /// How far device and server may be apart before CFG100 is told (§5: more than 59 s).
    static let clockTolerance = Duration.seconds(59)
    /// Sends tracking data (§4.4: unconfirmed whether each version does).
    ///
    /// Default: yes.
    public var sendsTracking = true
    /// The meaning of a provider id without an expiration date.
    ///
    /// Default: signed in, as in the cookbook.
    public var nilExpirationDate = ClientOptions.MissingExpiry.neverExpires
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

    /// Whether the MVPD of the last success takes the place of the picker.
    public enum CachedProvider: Hashable, Sendable, CaseIterable {
        /// In all versions.
        case skipsPicker
        /// Until 1.4; from 1.5 on the picker is shown.
        case skipsPickerUntil15
    }
}
