public import Tokens

/// What no document says about a client of the browser dialect, each decision by name, with the default and its reason.
///
/// The defaults are what yt-dlp does (access-enabler.md §14.3, §14.4).
public struct BrowserOptions: Hashable, Sendable {
    /// Whether a cached token is good at the very second of its expiry.
    ///
    /// Default: no, `expiry <= now` is expired. Adobe's browser library says yes (tokens.md §7).
    public var expiry = ExpiryBoundary.exclusive
    /// Where tokens are kept.
    ///
    /// Default: in a file, which the next run of the program finds.
    public var cache = Cache.file
    /// How often sign-on is begun for one playback before a client that is signed out each time gives up; at least 1.
    ///
    /// Default: 2.
    public var rounds = 2
    /// Whether the device id and the access token of a login go along with later playbacks of the same run.
    ///
    /// Default: no. yt-dlp makes the headers anew for each playback, and only registering fills those two in.
    public var keepsHeaders = false
    /// How to log out.
    ///
    /// Default: the tokens are forgotten, for yt-dlp knows no logout but emptying its cache.
    public var logout = Logout.forgetsTokens

    /// The default decisions.
    public init() {}

    /// Where tokens are kept.
    public enum Cache: Hashable, Sendable {
        /// In a private file of the app.
        case file
        /// In memory: a new start has none.
        case memory
    }

    /// How to log out.
    public enum Logout: Hashable, Sendable {
        /// The tokens are forgotten; the service is not told.
        case forgetsTokens
        /// The service's logout page is opened as well.
        case opensPage
    }
}
