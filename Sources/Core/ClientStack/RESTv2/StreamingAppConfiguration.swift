public import PassAPI

/// The identity of an app that speaks REST API V2, what it kept from before, and its decisions.
public struct StreamingAppConfiguration: Hashable, Sendable {
    /// What it is to the service and to its platform; the requestor is the service provider.
    public var client: ClientConfiguration
    /// The provider that the user chose in an earlier run (rest-api-v2.md §8).
    public var rememberedMVPD: String?
    /// True if that is a Temp Pass: nobody logs in with it.
    public var remembersTempPass = false
    /// True if it had a profile of that provider before the first input.
    public var hasProfile = false
    /// The code of a session that is open before the first input: the app asks for its profile.
    public var openCode: String?
    /// True if the recording begins behind what a start asks: the app goes straight to its session.
    public var beginsAmidSignIn = false
    /// What the platform had said before the first input.
    public var partnerStatus: PartnerFrameworkStatus?
    /// What names the user beyond the app.
    public var sharedSignIn = SharedSignIn()
    /// The address that a logout leads back to.
    public var logoutRedirectURL: String
    /// The decisions that no document makes.
    public var options = StreamingAppOptions()

    /// A configuration with these parts.
    public init(client: ClientConfiguration, logoutRedirectURL: String? = nil) {
        self.client = client
        self.logoutRedirectURL = logoutRedirectURL ?? client.redirectURL
    }

    /// The parts that its calls have in common.
    var device: DeviceContext {
        DeviceContext(requestor: client.requestor, deviceID: client.deviceID, deviceInformation: client.deviceInfo)
    }

    /// True if another device logs in with the code.
    var usesSecondScreen: Bool {
        switch options.userAgent {
        case .ofPlatform: client.platform.usesSecondScreen
        case .own: false
        case .secondScreen: true
        }
    }

    /// What a session is begun with.
    func login(with mvpd: String) -> PassRequest.LoginParameters {
        PassRequest.LoginParameters(mvpd: mvpd, domainName: client.domainName, redirectURL: client.redirectURL)
    }
}
