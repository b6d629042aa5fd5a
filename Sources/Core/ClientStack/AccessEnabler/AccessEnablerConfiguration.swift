/// How an app with AccessEnabler is set up.
public struct AccessEnablerConfiguration: Hashable, Sendable {
    /// The bundle id under which it is installed; its SDK version is the installed app's.
    public var bundleID: String
    /// The Programmer's requestor id.
    public var requestor: String
    /// The requestor id signed with the Programmer's key (until 3.0).
    public var signedRequestor: String?
    /// The keys for second-screen calls (2.0 until 3.0).
    public var secondScreenKeys: SecondScreenKeys?
    /// The software statement (3.0 and newer).
    public var softwareStatement: String?
    /// The device id in place of the one that would be computed: the id that a recording shows.
    ///
    /// What it was computed from is unknown. Storage takes it for the device's own.
    public var deviceID: String?
    /// The credentials that the app registered with before, where its device holds none (3.0 and newer).
    public var credentials: ClientCredentials?
    /// The access token that the app had before its launch (3.0 and newer).
    public var accessToken: CachedAccessToken?
    /// Does Apple SSO: the app has Apple's entitlement (2.0 and newer).
    public var usesPlatformSignOn: Bool
    /// The hosts handed to `setRequestor:serviceProviders:`; empty for Adobe's own.
    public var serviceProviders: [String]
    /// The scheme by which SFSafariViewController returns to the app: `adbe.` and 22 characters (§6.2).
    public var customScheme: String
    /// MVPDs that block web views and need SFSafariViewController.
    ///
    /// The server's configuration names them (§13), in a way that no source shows.
    public var browserOnlyProviders: [String]
    /// `device_info`: client information as Base64 of JSON; nil sends none.
    public var deviceInformation: String?
    /// The check of its storage that the SDK makes when it starts (3.8.3 and newer).
    public var integrityCheck: IntegrityCheck
    /// The decisions that no document makes about the SDK.
    public var options: AccessEnablerOptions
    /// What the app around it does.
    public var app: HostAppOptions

    /// A set-up of these parts.
    public init(
        bundleID: String,
        requestor: String,
        signedRequestor: String? = nil,
        secondScreenKeys: SecondScreenKeys? = nil,
        softwareStatement: String? = nil,
        usesPlatformSignOn: Bool = true,
        serviceProviders: [String] = [],
        customScheme: String = "adbe.kinescope0000000000000",
        browserOnlyProviders: [String] = [],
        deviceInformation: String? = nil,
        integrityCheck: IntegrityCheck = .none,
        options: AccessEnablerOptions = AccessEnablerOptions(),
        app: HostAppOptions = HostAppOptions()
    ) {
        self.bundleID = bundleID
        self.requestor = requestor
        self.signedRequestor = signedRequestor
        self.secondScreenKeys = secondScreenKeys
        self.softwareStatement = softwareStatement
        self.usesPlatformSignOn = usesPlatformSignOn
        self.serviceProviders = serviceProviders
        self.customScheme = customScheme
        self.browserOnlyProviders = browserOnlyProviders
        self.deviceInformation = deviceInformation
        self.integrityCheck = integrityCheck
        self.options = options
        self.app = app
    }
}
