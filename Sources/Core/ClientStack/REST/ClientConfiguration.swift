public import SubscriberAccount

/// The identity of a client and its decisions where the cookbook leaves it open.
public struct ClientConfiguration: Hashable, Sendable {
    /// The requestor: the Programmer's id.
    public var requestor: String
    /// The platform that the app runs on.
    public var platform: ClientPlatform
    /// The system's version.
    public var osVersion: PlatformVersion
    /// The device's id as the service knows it.
    public var deviceID: String
    /// The value of `X-Device-Info`; nil sends no such header.
    public var deviceInfo: String?
    /// The signed statement that registration hands in; nil if the app has none and must live on ``credentials``.
    public var softwareStatement: String?
    /// The custom scheme's URL that registration may name.
    public var registrationRedirectURI: String?
    /// Credentials of an earlier registration.
    public var credentials: ClientCredentials?
    /// An access token that is still on the device.
    public var accessToken: CachedAccessToken?
    /// The value of `Authorization` where it carries no access token: the signed header that registration replaced.
    ///
    /// It goes along as it is, with every call, as long as there is no access token (rest-api-v1.md §3.5).
    public var signedAuthorization: String?
    /// True if the app was running and signed in before the first input: a recording that begins in the middle.
    public var isSignedIn: Bool
    /// `domain_name` of the login page: one of the requestor's registered domains.
    public var domainName: String
    /// The URL to which the login page sends the browser when it is done.
    public var redirectURL: String
    /// The decisions that no document makes.
    public var options: ClientOptions

    /// A configuration with these parts.
    public init(
        requestor: String,
        platform: ClientPlatform,
        osVersion: PlatformVersion = PlatformVersion(15),
        deviceID: String,
        deviceInfo: String? = nil,
        softwareStatement: String? = nil,
        registrationRedirectURI: String? = nil,
        credentials: ClientCredentials? = nil,
        accessToken: CachedAccessToken? = nil,
        isSignedIn: Bool = false,
        domainName: String = "",
        redirectURL: String = "",
        options: ClientOptions = ClientOptions()
    ) {
        self.requestor = requestor
        self.platform = platform
        self.osVersion = osVersion
        self.deviceID = deviceID
        self.deviceInfo = deviceInfo
        self.softwareStatement = softwareStatement
        self.registrationRedirectURI = registrationRedirectURI
        self.credentials = credentials
        self.accessToken = accessToken
        self.isSignedIn = isSignedIn
        self.domainName = domainName
        self.redirectURL = redirectURL
        self.options = options
    }
}

extension ClientConfiguration {
    /// Checks whether the system has this part of the framework.
    func has(_ feature: AccountFeature) -> Bool { feature.isAvailable(on: platform.accountPlatform, osVersion) }
}
