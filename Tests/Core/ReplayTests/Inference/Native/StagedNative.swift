import Exchanges
import PassAPI
import Testing
import Tokens
import VirtualTime

/// A recording of an app with AccessEnabler, put together call by call (access-enabler.md §14.1, §14.2).
struct StagedNative {
    static let start = StagedSession.start
    static let agent = "AdobePassNativeClient/1.9.4 (iPhone; U; CPU iPhone OS 9.2.1 like Mac OS X; en-us)"

    let isRegistered: Bool
    var recording = Recording()
    private var seconds = 0.0

    init(isRegistered: Bool) { self.isRegistered = isRegistered }

    static let authentication = AuthenticationToken.text(
        guid: "G-1",
        sessionIndex: "S-1",
        requestorID: "KITETV",
        domainName: "adobe.com",
        expires: TokenDate(start + .seconds(86_400)),
        msoID: "Meadowlark",
        fingerprint: "print-1",
        nameID: "N-1",
        signing: { _ in [1, 2, 3] }
    )

    static func authorization(_ resource: String) -> String {
        AuthorizationToken.text(
            requestorID: "KITETV",
            resourceID: resource,
            expires: TokenDate(start + .seconds(3_600)),
            msoID: "Meadowlark",
            fingerprint: "print-1",
            signing: { _ in [1, 2, 3] }
        )
    }

    var context: SDKContext {
        if isRegistered {
            return SDKContext(
                requestor: "KITETV",
                deviceID: "id-1",
                deviceInformation: "eyJvc05hbWUiOiJ0dk9TIiwib3NWZXJzaW9uIjoiMTUuMiJ9",
                networkType: "WIFI",
                accessToken: "token-1"
            )
        }
        return SDKContext(
            requestor: "KITETV",
            signedRequestor: "signed-1",
            deviceID: "id-1",
            headers: [PassRequest.Parameter("User-Agent", Self.agent)]
        )
    }

    /// Lets time pass.
    mutating func wait(_ duration: Double) { seconds += duration }

    mutating func call(_ request: PassRequest, _ response: PassResponse) throws {
        var staged = StagedSession()
        staged.recording = recording
        try staged.call(seconds, request, response)
        recording.exchanges = staged.recording.exchanges
        seconds += 0.1
    }

    static func tokens(authentication: String? = nil, authorization: String? = nil) -> PassResponse {
        PassResponse(
            status: 200,
            .tokens(authentication: authentication, authorization: authorization, userMetadata: nil)
        )
    }

    mutating func launch() throws {
        if isRegistered {
            let client = ClientRegistration(clientID: "client", clientSecret: "secret")
            try call(
                .register(softwareStatement: "statement", deviceInformation: context.deviceInformation),
                PassResponse(status: 201, .clientRegistration(client))
            )
            try call(
                .accessToken(clientID: "client", clientSecret: "secret", deviceInformation: context.deviceInformation),
                PassResponse(status: 201, .accessToken(AccessToken(token: "token-1", expiresIn: 86_400)))
            )
        }
        try call(.sdkConfiguration(context), StagedSession.providers)
        wait(1)
    }

    /// 1.9.4: the login page, the MVPD's answer, the AuthN token.
    mutating func logInOnPage() throws {
        try call(
            .sdkAuthenticate(
                requestor: "KITETV",
                mvpd: "Meadowlark",
                redirectURL: "http://adobepass.ios.app/",
                clientType: "iOS",
                clientVersion: "1.9.4"
            ),
            PassResponse(status: 200, .page("<html></html>"))
        )
        wait(10)
        try call(.sessionDevice(context), Self.tokens(authentication: Self.authentication))
        wait(1)
    }

    /// 3.x on tvOS: a code, polls, the AuthN token.
    mutating func logInByCode() throws {
        let device = DeviceContext(
            requestor: "KITETV",
            deviceID: "id-1",
            deviceInformation: context.deviceInformation,
            accessToken: "token-1"
        )
        try call(.createRegistrationCode(device, mvpd: "Meadowlark"), StagedSession.code)
        let notYet = PassResponse(status: 401, .error(PassError(status: 401, message: "Unauthorized")))
        for _ in 0..<3 {
            try call(.sessionDevice(context, code: "K7TQ2MX"), notYet)
            wait(5)
        }
        try call(.sessionDevice(context, code: "K7TQ2MX"), Self.tokens(authentication: Self.authentication))
        wait(1)
    }

    mutating func preauthorize() throws {
        var bare = context
        (bare.deviceID, bare.signedRequestor) = (nil, nil)
        try call(
            .sdkPreauthorize(bare, authenticationToken: Self.authentication, resources: ["KITE1", "KITE2"]),
            PassResponse(
                status: 200,
                .preauthorization([
                    PreauthorizedResource(id: "KITE1", isAuthorized: true),
                    PreauthorizedResource(id: "KITE2", isAuthorized: false),
                ])
            )
        )
        wait(1)
    }

    mutating func authorize(_ resource: String = "KITE1", _ response: PassResponse? = nil) throws {
        try call(
            .authorizeDevice(
                context,
                resource: resource,
                mvpd: "Meadowlark",
                authenticationToken: Self.authentication
            ),
            response ?? Self.tokens(authorization: Self.authorization(resource))
        )
    }

    mutating func media(_ resource: String = "KITE1", guid: String = "G-1") throws {
        let token = MediaToken.text(
            sessionGUID: guid,
            requestorID: "KITETV",
            resourceID: resource,
            ttl: .seconds(300),
            issueTime: TokenDate(Self.start + .seconds(Int64(seconds))),
            mvpdID: "Meadowlark",
            signing: { _ in [1, 2, 3] }
        )
        try call(
            .deviceShortAuthorize(
                context,
                authorizationToken: Self.authorization(resource),
                mvpd: "Meadowlark",
                sessionGUID: guid
            ),
            PassResponse(status: 200, .shortMediaToken(token))
        )
        wait(30)
    }

    mutating func logOut() throws {
        try call(
            .sdkLogout(context, mvpd: "Meadowlark", nameID: "N-1", sessionIndex: "S-1"),
            PassResponse(status: 200, .page("<html></html>"))
        )
    }

    /// §14.1, whole: a second play from the kept AuthZ token, a refusal, a logout.
    static func signed() throws -> Recording {
        var staged = StagedNative(isRegistered: false)
        try staged.launch()
        try staged.logInOnPage()
        try staged.preauthorize()
        try staged.authorize()
        try staged.media()
        try staged.media(guid: "another-guid")
        try staged.authorize("KITE2", PassResponse(status: 200, .notAuthorized(details: "Not in your package")))
        staged.wait(5)
        try staged.logOut()
        return staged.recording
    }

    /// §14.2, whole, on tvOS.
    static func registered() throws -> Recording {
        var staged = StagedNative(isRegistered: true)
        try staged.launch()
        try staged.logInByCode()
        try staged.authorize()
        try staged.media()
        try staged.media()
        return staged.recording
    }
}
