import Exchanges
import PassAPI
import Testing
import Tokens
import VirtualTime

/// A recording of a browser client, put together call by call.
struct StagedBrowser {
    static let start = StagedSession.start
    static let logout = PassResponse(status: 200, .pendingLogout(reason: "34764"))
    static let media = PassResponse(
        status: 200,
        .shortMediaToken(
            MediaToken.text(
                sessionGUID: "G-1",
                requestorID: "KITETV",
                resourceID: "KITE1",
                ttl: .seconds(300),
                issueTime: TokenDate(start),
                mvpdID: "Meadowlark",
                signing: { _ in [1, 2, 3] }
            )
        )
    )

    var recording = Recording()
    private var seconds = 0.0
    private var device: String?
    private var isSignedIn = false
    private var registrations = 0

    /// Lets time pass.
    mutating func wait(_ duration: Double) { seconds += duration }

    mutating func call(_ request: PassRequest, _ response: PassResponse) throws {
        var staged = StagedSession()
        staged.recording = recording
        try staged.call(seconds, request, response)
        recording.exchanges = staged.recording.exchanges
        seconds += 0.1
    }

    private var context: SDKContext {
        let known = [("AP_21", device), ("AP_19", isSignedIn ? "N-1" : nil), ("AP_23", isSignedIn ? "S-1" : nil)]
        return SDKContext(
            requestor: "KITETV",
            accessToken: device.map { _ in "token-1" },
            headers: known.compactMap { name, value in value.map { PassRequest.Parameter(name, $0) } }
        )
    }

    static let authentication = AuthenticationToken.text(
        guid: "G-1",
        sessionIndex: "S-1",
        requestorID: "KITETV",
        domainName: "adobe.com",
        expires: TokenDate(start + .seconds(86_400)),
        msoID: "Meadowlark",
        fingerprint: "device-1",
        nameID: "N-1",
        signing: { _ in [1, 2, 3] }
    )
    static let authorization = AuthorizationToken.text(
        requestorID: "KITETV",
        resourceID: "KITE1",
        expires: TokenDate(start + .seconds(3_600)),
        msoID: "Meadowlark",
        fingerprint: "device-1",
        signing: { _ in [1, 2, 3] }
    )

    /// From the device id to the registration code.
    mutating func register() throws {
        registrations += 1
        device = "device-1"
        try call(
            .individualizeDevice(fingerprint: "f\(registrations)"),
            PassResponse(status: 201, .individualizedDevice(deviceID: "device-1"))
        )
        let client = ClientRegistration(clientID: "client", clientSecret: "secret")
        try call(.register(softwareStatement: "statement"), PassResponse(status: 201, .clientRegistration(client)))
        try call(
            .accessToken(clientID: "client", clientSecret: "secret"),
            PassResponse(status: 201, .accessToken(AccessToken(token: "token-1", expiresIn: 86_400)))
        )
        let context = DeviceContext(requestor: "KITETV", deviceID: "device-1", accessToken: "token-1")
        try call(.createRegistrationCode(context), StagedSession.code)
        try call(
            .sdkAuthenticate(
                requestor: "KITETV",
                mvpd: "Meadowlark",
                avoidsFrames: false,
                redirectURL: "https://kite.example/",
                code: "K7TQ2MX"
            ),
            PassResponse(status: 200, .page("<html></html>"))
        )
    }

    mutating func session(_ response: PassResponse? = nil) throws {
        let token = PassResponse.Content.tokens(
            authentication: Self.authentication,
            authorization: nil,
            userMetadata: nil
        )
        try call(.session(context, code: "K7TQ2MX"), response ?? PassResponse(status: 200, token))
    }

    mutating func authorize(_ response: PassResponse? = nil) throws {
        let token = PassResponse.Content.tokens(
            authentication: nil,
            authorization: Self.authorization,
            userMetadata: nil
        )
        try call(
            .sdkAuthorize(
                context,
                resource: "KITE1",
                mvpd: "Meadowlark",
                authenticationToken: Self.authentication
            ),
            response ?? PassResponse(status: 200, token)
        )
    }

    mutating func shortAuthorize(_ response: PassResponse = media) throws {
        isSignedIn = true
        try call(
            .shortAuthorize(context, authorizationToken: Self.authorization, sessionGUID: "G-1"),
            response
        )
    }

    /// The client begins another playback: its headers are made anew.
    mutating func beginAgain() {
        device = nil
        isSignedIn = false
    }
}
