/// How an app with AccessEnabler is set up.
public struct AccessEnablerConfiguration: Hashable, Sendable {
    /// The bundle id under which it is installed; its SDK version is the installed app's.
    public var bundleID: String
    /// The Programmer's requestor id.
    public var requestor: String
    /// The software statement (3.0 and newer).
    public var softwareStatement: String?
    /// Whether the SDK does Apple SSO: the app has Apple's entitlement (2.0 and newer).
    public var usesPlatformSignOn: Bool

    /// A set-up of these parts.
    public init(
        bundleID: String,
        requestor: String,
        softwareStatement: String? = nil,
        usesPlatformSignOn: Bool = true
    ) {
        self.bundleID = bundleID
        self.requestor = requestor
        self.softwareStatement = softwareStatement
        self.usesPlatformSignOn = usesPlatformSignOn
    }
}
