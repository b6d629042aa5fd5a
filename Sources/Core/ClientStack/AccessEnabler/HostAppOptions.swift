/// What the app around AccessEnabler does where its programmer has a choice.
public struct HostAppOptions: Hashable, Sendable {
    /// The method that a tap on a program calls.
    ///
    /// Default: getAuthorization, which leads to a login by itself; Adobe advises checkAuthorization.
    public var play = PlayCall.getAuthorization
    /// The method that requests which resources may be watched.
    public var preauthorization = PreauthorizationCall.checkPreauthorizedResources
    /// Waits for setRequestorComplete before the next call, rather than leaving it to the queue (row K-87).
    ///
    /// Default: the queue.
    public var waitsForCompletion = false
    /// Calls checkAuthentication at launch.
    ///
    /// Default: yes.
    public var checksAtLaunch = true
    /// Calls setRequestor again in the foreground (§2: 3.x; an older page states once).
    ///
    /// Default: from 3.0 on.
    public var foreground = Foreground.setsRequestorSince3
    /// Sets `handleSVC` and shows SFSafariViewController itself (3.2 and newer).
    ///
    /// Default: yes.
    public var handlesViewController = true
    /// The defaults.
    public init() {}

    /// Which method a tap on a programme calls.
    public enum PlayCall: Hashable, Sendable, CaseIterable {
        /// Begins a login if need be.
        case getAuthorization
        /// Never begins a login.
        case checkAuthorization
    }

    /// Which method asks what may be watched.
    public enum PreauthorizationCall: Hashable, Sendable, CaseIterable {
        /// 1.3 and newer.
        case checkPreauthorizedResources
        /// 3.6.0 and newer.
        case preauthorize
    }

    /// What the app does when it comes to the foreground.
    public enum Foreground: Hashable, Sendable, CaseIterable {
        /// Calls setRequestor again if its SDK is 3.0 or newer.
        case setsRequestorSince3
        /// Always calls it again.
        case setsRequestor
        case nothing
    }
}
