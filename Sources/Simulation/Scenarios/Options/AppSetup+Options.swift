extension AppSetup {
    /// The kinds of apps, each with decisions of its own.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// REST API V1 after the cookbook.
        case rest
        /// AccessEnabler.
        case sdk
        /// The browser dialect.
        case browser
    }

    /// What kind of app it is.
    public var kind: Kind { isBrowser ? .browser : sdkVersion == nil ? .rest : .sdk }
}
