import Exchanges
import Testing
import Tokens

@testable import PassAPI

struct RequestBuildingTests {
    @Test("Building a request and recognizing it gives it back", arguments: Operation.allCases)
    func identity(operation: PassAPI.Operation) throws {
        let full = operation.fullRequest
        let built = try full.httpRequest()
        #expect(PassRequest(recognizing: built) == full)
    }

    @Test("So it does with unknown parameters, in staging, and below the versioned base", arguments: Operation.allCases)
    func identityElsewhere(operation: PassAPI.Operation) throws {
        var environment = ServiceEnvironment.staging
        environment.sdkBase = "//adobe-services/1.0"
        var full = operation.fullRequest
        full["x-extra"] = "1 2"
        let built = try full.httpRequest(to: environment)
        #expect(PassRequest(recognizing: built) == full)
    }

    @Test(
        "Whichever way the format is selected, it is read back",
        arguments: Operation.allCases,
        ResponseFormat.allCases
    )
    func selectors(operation: PassAPI.Operation, format: ResponseFormat) throws {
        let full = operation.fullRequest
        for selector in [FormatSelector.accept(format), .parameter(format), .suffix(format)] {
            let built = try full.httpRequest(selecting: selector)
            let recognized = try #require(PassRequest(recognizing: built))
            #expect(recognized.requestedFormat == format)
            #expect(recognized.differences(from: full).isEmpty)
            #expect(recognized.matchKey == full.matchKey)
        }
    }

    @Test("K-11: the check goes to checkauthn with requestor and device")
    func checkAuthentication() throws {
        let device = DeviceContext(
            requestor: "KITETV",
            deviceID: "kite+box/1=",
            deviceInformation: "e30=",
            accessToken: "t0"
        )
        let built = try PassRequest.checkAuthentication(device).httpRequest(selecting: .accept(.json))
        #expect(built.method == "GET")
        #expect(
            built.url
                == "https://api.auth.adobe.com/api/v1/checkauthn?requestor=KITETV&deviceId=kite%2Bbox%2F1%3D"
        )
        #expect(built.headers[first: "authorization"] == "Bearer t0")
        #expect(built.headers[first: "x-device-info"] == "e30=")
        #expect(built.headers[first: "accept"] == "application/json")
        #expect(built.body == nil)
    }

    @Test("K-28, K-47: configuration and profile request have their ids in the path")
    func paths() throws {
        let device = DeviceContext(requestor: "KITE TV", deviceID: "d")
        let configuration = try PassRequest.configuration(device, deviceType: "tvOS").httpRequest()
        #expect(configuration.url == "https://api.auth.adobe.com/api/v1/config/KITE%20TV?deviceType=tvOS")
        let profile = try PassRequest.profileRequest(device, mvpd: "Meadow/lark", deviceType: "iOS").httpRequest()
        #expect(
            profile.url
                == "https://api.auth.adobe.com/api/v1/KITE%20TV/profile-requests/Meadow%2Flark?deviceType=iOS"
        )
    }

    @Test(
        "K-61, K-63: the SAML response is percent-encoded once, as the pipeline has it",
        arguments: ["<s>ÿ??>></s>", " \r\n<r>x  y</r>\r\n ", "<a b=\"1\"\nc=\"2\"/>", "<v>1 \n 2</v>"]
    )
    func samlResponse(text: String) throws {
        let device = DeviceContext(requestor: "KITETV", deviceID: "d")
        let asked = PassRequest.exchangeToken(
            device,
            mvpd: "Meadowlark",
            deviceType: "tvOS",
            samlResponse: SAMLNormalization.base64(text)
        )
        let built = try asked.httpRequest()
        let body = String(decoding: try #require(built.body), as: UTF8.self)
        #expect(
            body
                == "requestor=KITETV&deviceId=d&mvpd=Meadowlark&deviceType=tvOS&SAMLResponse="
                + SAMLNormalization.parameterValue(text)
        )
        #expect(PassRequest(recognizing: built)?["SAMLResponse"] == SAMLNormalization.base64(text))
    }

    @Test("K-61: a value that was encoded twice is seen as such")
    func doublyEncoded() throws {
        let call = request(
            "POST",
            "https://api.auth.adobe.com/api/v1/tokens/authn",
            body: "SAMLResponse=PHI%252BeA%253D%253D"
        )
        #expect(PassRequest(recognizing: call)?["SAMLResponse"] == "PHI%2BeA%3D%3D")
    }

    private static let authentication = PassRequest.initiateAuthentication(
        requestor: "KITETV",
        mvpd: "Meadowlark",
        code: "K7TQ2MX",
        domainName: "kite.example",
        redirectURL: "https://kite.example/done"
    )

    @Test("In authenticate the code comes first and the redirect last, unknown parameters before it")
    func authenticate() throws {
        var asked = Self.authentication
        asked["extra"] = "1"
        #expect(
            try asked.httpRequest().url
                == "https://api.auth.adobe.com/api/v1/authenticate?reg_code=K7TQ2MX&requestor_id=KITETV"
                + "&mso_id=Meadowlark&domain_name=kite.example&noflash=true&no_iframe=true&extra=1"
                + "&redirect_url=https%3A%2F%2Fkite.example%2Fdone"
        )
    }

    @Test("The redirect stands last however the format is asked for", arguments: ResponseFormat.allCases)
    func redirectLast(format: ResponseFormat) throws {
        var asked = Self.authentication
        let last = "&redirect_url=https%3A%2F%2Fkite.example%2Fdone"
        for selector in [FormatSelector.unspecified, .accept(format), .parameter(format), .suffix(format)] {
            #expect(try asked.httpRequest(selecting: selector).url.hasSuffix(last), "\(selector)")
        }
        let selected = try asked.httpRequest(selecting: .parameter(format)).url
        #expect(selected.hasSuffix("&no_iframe=true&format=\(format.rawValue)" + last))
        asked["format"] = format.rawValue
        #expect(try asked.httpRequest().url.hasSuffix("&format=\(format.rawValue)" + last))
    }

    @Test("A session is asked for by a POST that says GET")
    func methodOverride() throws {
        let built = try PassRequest(.session, [.init("requestor_id", "KITETV"), .init("reg_code", "K7TQ2MX")])
            .httpRequest()
        #expect(built.method == "POST")
        #expect(built.url == "https://sp.auth.adobe.com/adobe-services/session")
        #expect(built.body == Array("_method=GET&requestor_id=KITETV&reg_code=K7TQ2MX".utf8))
    }

    @Test("K-77, K-80: logout is a DELETE sent straight to Adobe")
    func logout() throws {
        let built = try PassRequest.logout(DeviceContext(requestor: "KITETV", deviceID: "d")).httpRequest()
        #expect(built.method == "DELETE")
        #expect(built.url == "https://api.auth.adobe.com/api/v1/logout?requestor=KITETV&deviceId=d")
    }

    @Test("A path without its value is an error that names it")
    func missing() {
        #expect(throws: PassRequestError.missingPathParameter(.configuration, names: ["requestor"])) {
            try PassRequest(.configuration).httpRequest()
        }
        #expect(throws: PassRequestError.missingPathParameter(.profileRequest, names: ["requestor", "mvpd"])) {
            try PassRequest(.profileRequest, [.init("requestor", "KITETV"), .init("mvpd", "")]).httpRequest()
        }
        #expect(
            PassRequestError.missingPathParameter(.configuration, names: ["requestor"]).description
                == "v1.config has no path without requestor: give it a value"
        )
    }

    @Test("A registration code without a requestor goes to the path without one")
    func withoutRequestor() throws {
        let built = try PassRequest(.createRegistrationCode, [.init("deviceId", "d")]).httpRequest()
        #expect(built.url == "https://api.auth.adobe.com/reggie/v1/regcode")
        #expect(PassRequest(recognizing: built)?.operation == .createRegistrationCode)
    }
}
