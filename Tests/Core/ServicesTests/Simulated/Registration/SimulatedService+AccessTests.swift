import Crypto
import Documents
import PassAPI
import Services
import Testing
import VirtualTime

/// The calls that are let in, from rest-api-v1.md §3.3 and §3.5.
@Suite struct SimulatedServiceAccessTests {
    @Test("A protected call without an access token, or with one nobody made, is answered with 401 access_denied")
    func noToken() {
        let desk = Desk()
        for token in [nil, "", "made up"] {
            desk.token = token
            let answer = desk.answer(.checkAuthentication(desk.context))
            #expect(answer.status == 401)
            #expect(answer.error?.code == "access_denied")
        }
    }

    @Test("An access token is good one nanosecond before its end, and no longer at it")
    func expiry() {
        let desk = Desk()
        desk.now += .seconds(21_600) - .nanoseconds(1)
        #expect(desk.answer(.configuration(desk.context)).status == 200)
        desk.now += .nanoseconds(1)
        #expect(desk.answer(.configuration(desk.context)).status == 401)
    }

    @Test("The token may come as a parameter, and its scheme in any case")
    func forms() {
        let desk = Desk()
        var request = PassRequest.configuration(desk.context)
        request["Authorization"] = desk.token
        #expect(desk.answer(request).status == 200)
        request["Authorization"] = desk.token.map { "bearer " + $0 }
        #expect(desk.answer(request).status == 200)
    }

    @Test("Where the applications were forgotten, calls get 403 invalid_client and a new registration helps")
    func forgotten() {
        let desk = Desk()
        desk.service.apply(.forgetApplications, at: desk.now)
        let answer = desk.answer(.configuration(desk.context))
        #expect(answer.status == 403)
        #expect(answer.error?.code == "invalid_client")
        desk.register()
        #expect(desk.answer(.configuration(desk.context)).status == 200)
    }

    @Test("The browser that starts a login carries no token")
    func authenticate() throws {
        let desk = Desk()
        let code = try #require(desk.code()).code
        #expect(desk.answer(desk.navigation(code)).status == 302)
        desk.service = Desk.with { $0.quirks.openOperations = [] }.service
        #expect(desk.answer(desk.navigation(code)).status == 401)
    }

    @Test("The SDKs' calls need no token, but a wrong one is refused")
    func sdk() {
        let desk = Desk()
        let request = PassRequest.sdkConfiguration(SDKContext(requestor: "KITETV"))
        #expect(desk.answer(request).status == 200)
        #expect(desk.answer(.sdkConfiguration(SDKContext(requestor: "KITETV", accessToken: "wrong"))).status == 401)
        #expect(desk.answer(.sdkConfiguration(SDKContext(requestor: "KITETV", accessToken: desk.token))).status == 200)
    }

    @Test("The signed header is checked over the text as sent and nothing else, where it is accepted at all")
    func signedHeader() {
        let text = "POST requestor_id=KITETV, nonce=1, signature_method=HMAC-SHA1, request_time=1767225600000, "
        let signed = text + "request_uri=/regcode"
        let code = HMAC<Insecure.SHA1>.authenticationCode(
            for: Array(signed.utf8),
            using: SymmetricKey(data: Array("secret".utf8))
        )
        let header = signed + ", public_key=key, signature=" + Base64.encode(Array(code))
        var request = PassRequest.configuration(DeviceContext(requestor: "KITETV", deviceID: "box"))
        request["Authorization"] = header

        var desk = Desk()
        #expect(desk.answer(request).status == 401)
        desk = Desk.with { configuration in
            configuration.quirks.acceptsSignedAuthorization = true
            configuration.requestors[0].signingKeys = .init(publicKey: "key", secret: "secret")
        }
        #expect(desk.answer(request).status == 200)
        request["Authorization"] = header.split(separator: "/regcode").joined(separator: "/other")
        #expect(desk.answer(request).status == 401)
        desk = Desk.with { $0.quirks.acceptsSignedAuthorization = true }
        #expect(desk.answer(request).status == 200, "without keys nothing can be checked")
    }

    @Test("Until 2025-01-20 calls came without access tokens, and since then with them")
    func duty() {
        let request = PassRequest.configuration(DeviceContext(requestor: "KITETV", deviceID: "box"))
        let end = Instant(secondsSince1970: 1_737_331_200)
        func status(_ now: Instant) -> Int {
            let desk = Desk()
            desk.now = now
            return desk.answer(request).status
        }
        #expect(status(end - .nanoseconds(1)) == 200)
        #expect(status(end) == 401)
        var signed = request
        signed["Authorization"] =
            "GET requestor_id=KITETV, nonce=1, signature_method=HMAC-SHA1, request_time=1, request_uri=/config, "
            + "public_key=key, signature=c2ln"
        let desk = Desk()
        desk.now = end - .nanoseconds(1)
        #expect(desk.answer(signed).status == 200)
        desk.now = end
        #expect(desk.answer(signed).status == 401)
    }
}
