/// The behavior of the app around AccessEnabler where its programmer has a choice.
public struct HostAppOptions: Hashable, Sendable {
    /// The method that a tap on a program calls.
    ///
    /// Default: getAuthorization, which leads to a login by itself; Adobe advises checkAuthorization.
    public var play = PlayCall.getAuthorization
    /// The method that asks which resources may be watched.
    public var preauthorization = PreauthorizationCall.checkPreauthorizedResources
    /// True if the app waits for setRequestorComplete before its next call, false if it leaves it to the queue (row
    /// K-87).
    ///
    /// Default: the queue.
    public var waitsForCompletion = false
    /// True if the app calls checkAuthentication when it is launched.
    ///
    /// Default: yes.
    public var checksAtLaunch = true
    /// The condition on which the app calls setRequestor again in the foreground (§2: 3.x; an older page says once).
    ///
    /// Default: from 3.0 on.
    public var foreground = Foreground.setsRequestorSince3
    /// True if the app sets `handleSVC` and shows SFSafariViewController itself (3.2 and newer).
    ///
    /// Default: yes.
    public var handlesViewController = true
    /// Options handed to `setOptions:` besides, in order: `applicationProfile`, `visitorID`.
    public var sdkOptions: [SDKOption] = []

    /// The defaults.
    public init() {}

    /// The methods that a tap on a program can call.
    public enum PlayCall: Hashable, Sendable, CaseIterable {
        /// Begins a login if need be.
        case getAuthorization
        /// Never begins a login.
        case checkAuthorization
    }

    /// The methods that can ask which resources may be watched.
    public enum PreauthorizationCall: Hashable, Sendable, CaseIterable {
        /// 1.3 and newer.
        case checkPreauthorizedResources
        /// 3.6.0 and newer.
        case preauthorize
    }

    /// The reactions of the app when it comes to the foreground.
    public enum Foreground: Hashable, Sendable, CaseIterable {
        /// Calls setRequestor again if its SDK is 3.0 or newer.
        case setsRequestorSince3
        /// Always calls it again.
        case setsRequestor
        /// Nothing.
        case nothing
    }

    /// A named option.
    public struct SDKOption: Hashable, Sendable {
        /// Its key.
        public var name: String
        /// Its value.
        public var value: String

        /// An option of this key and value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}
