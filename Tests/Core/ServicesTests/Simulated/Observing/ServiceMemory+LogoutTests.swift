import Documents
import PassAPI
import Services
import Testing
import Tokens
import VirtualTime

/// The sign-ons that a recorded logout ends, and the form in which a recorded media token may come back.
@Suite struct ServiceMemoryLogoutTests {
    private static let caller = ClientConnection(address: "192.0.2.7", cookies: "app")
    private static let places = ["KITETV", "HARBORTV"].flatMap { requestor in ["d1", "d2"].map { (requestor, $0) } }

    private static func context(_ requestor: String, _ device: String) -> DeviceContext {
        DeviceContext(requestor: requestor, deviceID: device, accessToken: "access-\(device)")
    }

    private static func configuration(_ requestor: String) -> PassResponse.Content {
        .configuration(
            Configuration(requestor: requestor, mvpds: [MVPD(id: "Meadowlark", displayName: "Meadowlark Cable")])
        )
    }

    // MARK: REST API V1

    /// Two requestors on two devices are signed in, and then comes `last`.
    private static func service(endingWith last: PassRequest) -> SimulatedService {
        var calls = ["KITETV", "HARBORTV"].enumerated().map { index, requestor in
            ObservedServiceTests.call(
                index + 1,
                .configuration(context(requestor, "d1")),
                200,
                configuration(requestor)
            )
        }
        for (requestor, device) in places {
            let details = AuthenticationDetails(
                requestor: requestor,
                mvpd: "Meadowlark",
                expires: ObservedServiceTests.start + .seconds(86_400)
            )
            calls.append(
                ObservedServiceTests.call(
                    calls.count + 1,
                    .readAuthenticationToken(context(requestor, device)),
                    200,
                    .authentication(details)
                )
            )
        }
        calls.append(ObservedServiceTests.call(calls.count + 1, last, 204, .empty))
        return ObservedServiceTests.observed(calls).service
    }

    private static func signedIn(_ service: SimulatedService) -> [String] {
        let now = ObservedServiceTests.start + .seconds(60)
        var service = service
        return places.filter { requestor, device in
            let isSignedIn = service.isSignedIn(requestor, on: device, at: now)
            let answer = service.answer(.checkAuthentication(context(requestor, device)), from: caller, at: now)
            #expect((answer.status == 200) == isSignedIn)
            return isSignedIn
        }.map { "\($0.0) \($0.1)" }
    }

    @Test(
        "A recorded logout ends the sign-on of its requestor on its device; without a requestor, of all on the device"
    )
    func logout() {
        var request = PassRequest.logout(Self.context("KITETV", "d1"))
        #expect(Self.signedIn(Self.service(endingWith: request)) == ["KITETV d2", "HARBORTV d1", "HARBORTV d2"])
        request["requestor"] = nil
        #expect(Self.signedIn(Self.service(endingWith: request)) == ["KITETV d2", "HARBORTV d2"])
        request["deviceId"] = nil
        // Its access token says whose it is.
        #expect(Self.signedIn(Self.service(endingWith: request)) == ["KITETV d2", "HARBORTV d2"])
        request["Authorization"] = nil
        #expect(Self.signedIn(Self.service(endingWith: request)).count == 4)
    }

    @Test("K-138: a recorded logout of the SDK ends the sign-ons of all requestors on its device")
    func logoutOfSDK() {
        let page = PassRequest.sdkLogout(SDKContext(requestor: "KITETV", deviceID: "d1"))
        #expect(Self.signedIn(Self.service(endingWith: page)) == ["KITETV d2", "HARBORTV d2"])
    }

    // MARK: AccessEnabler

    @Test(
        "K-138: after a recorded logout of the SDK the device's AuthN tokens are unknown, every requestor's; others' are not"
    )
    func tokens() throws {
        // Another service has made them, so that only what was recorded is known.
        let issuer = Desk(seed: 9)
        var calls = ["KITETV", "HARBORTV"].enumerated().map { index, requestor in
            ObservedServiceTests.call(
                index + 1,
                .sdkConfiguration(SDKContext(requestor: requestor)),
                200,
                Self.configuration(requestor)
            )
        }
        var texts: [String] = []
        for (requestor, device) in Self.places {
            SimulatedServiceSDKSessionTests.logIn(issuer, requestor)
            let context = SDKContext(requestor: requestor, deviceID: device)
            let text = try #require(SimulatedServiceSDKSessionTests.token(issuer, context))
            texts.append(text)
            let content = PassResponse.Content.tokens(authentication: text, authorization: nil, userMetadata: nil)
            calls.append(ObservedServiceTests.call(calls.count + 1, .sessionDevice(context), 200, content))
        }
        func taken(_ calls: [RecordedCall]) -> [String] {
            var service = ObservedServiceTests.observed(calls).service
            let now = ObservedServiceTests.start + .seconds(60)
            return zip(Self.places, texts).filter { place, text in
                let context = SDKContext(requestor: place.0, deviceID: place.1)
                let request = PassRequest.sdkUserMetadata(context, mvpd: "Meadowlark", authenticationToken: text)
                return service.answer(request, from: Self.caller, at: now).isSuccess
            }.map { "\($0.0.0) \($0.0.1)" }
        }
        #expect(taken(calls).count == 4)
        let page = PassRequest.sdkLogout(SDKContext(requestor: "KITETV", deviceID: "d1"))
        let logout = ObservedServiceTests.call(calls.count + 1, page, 200, .empty)
        #expect(taken(calls + [logout]) == ["KITETV d2", "HARBORTV d2"])
    }

    // MARK: Media tokens

    @Test("A recorded media token of the REST API is known in each form in which it comes back")
    func mediaToken() throws {
        let issuer = Desk(seed: 9)
        issuer.signOn()
        _ = issuer.answer(.authorize(issuer.context, resource: "KITE1"))
        let request = PassRequest.mediaToken(issuer.context, resource: "KITE1")
        let answer = issuer.answer(request)
        guard case .mediaToken(let details) = answer.content else { return #expect(Bool(false)) }
        let context = Self.context("KITETV", issuer.device)
        let calls = [
            ObservedServiceTests.call(1, .configuration(context), 200, Self.configuration("KITETV")),
            ObservedServiceTests.call(2, .mediaToken(context, resource: "KITE1"), 200, answer.content),
        ]
        var service = ObservedServiceTests.observed(calls).service
        let base64 = details.serializedToken
        let text = String(decoding: try Base64.decode(base64), as: UTF8.self)
        #expect(base64.contains("+"))
        func sign(_ token: String, _ resource: String = "KITE1") -> PassResponse {
            let parameters: [PassRequest.Parameter] = [
                .init("url", "http://live.kite.example/a"), .init("mediaToken", token), .init("resource", resource),
            ]
            return service.answer(
                PassRequest(.sign, parameters),
                from: Self.caller,
                at: ObservedServiceTests.start + .seconds(10)
            )
        }
        for form in [base64, text, base64.replacing("+", with: " ")] {
            #expect(sign(form).status == 200)
            #expect(sign(form, "KITE2").error?.message == "INVALID_RESOURCE_ID")
        }
        // Another token of the same service was not recorded, and its signature is not the simulated service's.
        guard case .mediaToken(let other) = issuer.answer(request).content else { return #expect(Bool(false)) }
        #expect(sign(other.serializedToken).error?.message == "INVALID_SIGNATURE")
    }
}
