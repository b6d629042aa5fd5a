public import Tokens

/// The decisions about a client of the browser dialect that no document makes, each by name, with the default and its
/// reason.
///
/// The defaults are what yt-dlp does (access-enabler.md §14.3, §14.4).
public struct BrowserOptions: Hashable, Sendable {
    /// The validity of a cached token at the very second of its expiry.
    ///
    /// Default: no, `expiry <= now` is expired. Adobe's browser library says yes (tokens.md §7).
    public var expiry = ExpiryBoundary.exclusive
    /// The place in which tokens are kept.
    ///
    /// Default: in a file, which the next run of the program finds.
    public var cache = Cache.file
    /// The number of times that sign-in is begun for one playback before a client that is signed out each time gives
    /// up; at least 1.
    ///
    /// Default: 2.
    public var rounds = 2
    /// True to send the device id and the access token of a login with later playbacks of the same run.
    ///
    /// Default: no. yt-dlp makes new headers for each playback, and only registering fills those two in.
    public var keepsHeaders = false
    /// The way to log out.
    ///
    /// Default: the tokens are forgotten, for yt-dlp knows no logout but emptying its cache.
    public var logout = Logout.forgetsTokens

    /// The default decisions.
    public init() {}

    /// The places in which tokens can be kept.
    public enum Cache: Hashable, Sendable {
        /// In a private file of the app.
        case file
        /// In memory: a new start has none.
        case memory
    }

    /// The ways to log out.
    public enum Logout: Hashable, Sendable {
        /// The tokens are forgotten; the service is not told.
        case forgetsTokens
        /// The service's logout page is opened as well.
        case opensPage
    }
}
