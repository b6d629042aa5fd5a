import Testing

@testable import PassAPI

struct AccessEnablerRequestTests {
    /// Everything a context can hold; no dialect sends all of it.
    private static let context = SDKContext(
        requestor: "KITETV",
        signedRequestor: "c2lnbmVk",
        deviceID: "00ff",
        deviceInformation: "e30=",
        networkType: "WIFI",
        accessToken: "t0",
        headers: [PassRequest.Parameter("AP_21", "d1"), PassRequest.Parameter("pass_sfp", "p1")]
    )
    private static let token = "<signatureInfo>QQ==<signatureInfo><simpleAuthenticationToken/>"

    static let requests: [PassRequest] = [
        .individualizeDevice(fingerprint: "abcd"),
        .sdkConfiguration(context),
        .sdkAuthenticate(
            requestor: "KITETV",
            mvpd: "Meadowlark",
            redirectURL: "adobepass://ios.app",
            clientType: "iOS",
            clientVersion: "3.7.0",
            code: "K7TQ2MX",
            genericData: "{}",
            isPassive: true
        ),
        .session(context, code: "K7TQ2MX"),
        .sessionDevice(context, code: "K7TQ2MX"),
        .sdkPreauthorize(context, authenticationToken: token, resources: ["KITE1", "KITE2"]),
        .sdkAuthorize(context, resource: "KITE1", mvpd: "Meadowlark", authenticationToken: token, genericData: "{}"),
        .authorizeDevice(context, resource: "KITE1", mvpd: "Meadowlark", authenticationToken: token),
        .shortAuthorize(context, authorizationToken: token, mvpd: "Meadowlark", sessionGUID: "g"),
        .deviceShortAuthorize(context, authorizationToken: token, mvpd: "Meadowlark", sessionGUID: "g"),
        .sdkLogout(context, mvpd: "Meadowlark", nameID: "n", sessionIndex: "s", redirectURL: "adobepass://ios.app"),
        .sdkUserMetadata(context, mvpd: "Meadowlark", authenticationToken: token),
    ]

    @Test("A call of the SDKs is put together in the specification's order", arguments: requests)
    func order(request: PassRequest) {
        #expect(request == request.inSpecificationOrder)
    }

    @Test("A call of the SDKs survives the wire", arguments: requests)
    func wire(request: PassRequest) throws {
        let built = try request.httpRequest()
        #expect(PassRequest(recognizing: built) == request)
    }

    @Test("A native 1.9 client sends a login without what other dialects need")
    func nativeLogin() throws {
        let request = PassRequest.sdkAuthenticate(
            requestor: "KITETV",
            mvpd: "Meadowlark",
            redirectURL: "http://adobepass.ios.app/",
            clientType: "iOS",
            clientVersion: "1.9.4"
        )
        #expect(
            request.parameters.map(\.name) == [
                "noflash", "mso_id", "requestor_id", "no_iframe", "domain_name", "client_type", "client_version",
                "redirect_url",
            ]
        )
        #expect(request["domain_name"] == "adobe.com")
    }

    @Test("A browser's login allows frames, and a signed context has no access token")
    func dialects() {
        let login = PassRequest.sdkAuthenticate(
            requestor: "KITETV",
            mvpd: "Meadowlark",
            domainName: "kite.example",
            avoidsFrames: false,
            redirectURL: "http://kite.example/"
        )
        #expect(login["no_iframe"] == "false")
        let signed = SDKContext(requestor: "KITETV", signedRequestor: "c2lnbmVk", deviceID: "00ff")
        #expect(
            PassRequest.sessionDevice(signed).parameters.map(\.name)
                == ["requestor_id", "signed_requestor_id", "device_id"]
        )
    }
}
