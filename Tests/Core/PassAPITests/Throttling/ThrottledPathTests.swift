import Testing

@testable import PassAPI

struct ThrottledPathTests {
    @Test(
        "Listed paths are throttled, in every variant",
        arguments: [
            "/o/client/register", "/o/client/token", "/o/client/validate", "/api/v1/tokens/authn",
            "/api/v1/tokens/authn.json", "/api/v1/config/KITETV", "/api/v1/checkauthn", "/api/v1/checkauthn/K7TQ2MX",
            "/api/v1/KITETV/profile-requests/Meadowlark", "/api/v1/authenticate/freepreview",
            "/adobe-services/config/KITETV", "/adobe-services/1.0/config/KITETV", "/reggie/v1/KITETV/regcode",
            "/reggie/v1/KITETV/regcode/K7TQ2MX", "/api/v2/KITETV/configuration",
        ]
    )
    func throttled(path: String) {
        #expect(ThrottledPath.covers(path))
    }

    @Test(
        "Others are not",
        arguments: [
            "/api/v1/authenticate", "/api/v1/config", "/adobe-services/session", "/adobe-services/config", "/",
            "", "/reggie/v1/regcode", "/o/client",
        ]
    )
    func free(path: String) {
        #expect(!ThrottledPath.covers(path))
    }

    @Test("Of the operations, the device's calls are throttled; the browser's start and the SDKs' own are not")
    func operations() {
        let free = Operation.allCases.filter { !$0.specification.isThrottled }
        #expect(
            free == [
                .initiateAuthentication, .resetTempPass, .individualizeDevice, .sdkAuthenticate, .assertionConsumer,
                .session, .sessionDevice, .sdkPreauthorize, .sdkAuthorize, .authorizeDevice, .shortAuthorize,
                .deviceShortAuthorize, .sdkLogout, .sdkUserMetadata, .sdkGetMetadata, .sdkOAuth2, .sign,
            ]
        )
    }
}
