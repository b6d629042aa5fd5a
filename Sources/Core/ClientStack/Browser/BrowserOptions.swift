/// What no document says about a client of the browser dialect, each decision by name, with the default and its reason.
///
/// The defaults are what yt-dlp does (access-enabler.md §14.3, §14.4).
public struct BrowserOptions: Hashable, Sendable {
    /// The place where tokens are kept.
    ///
    /// Default: a file, which the next run of the program finds.
    public var cache = Cache.file
    /// Sends the device id and the access token of a login with later playbacks of the same run.
    ///
    /// Default: no. yt-dlp makes the headers for each playback, and only a registration fills those two in.
    public var keepsHeaders = false
    /// The way to log out.
    ///
    /// Default: the tokens are forgotten, since yt-dlp has no logout but emptying its cache.
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
