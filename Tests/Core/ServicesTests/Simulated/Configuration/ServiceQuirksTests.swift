import PassAPI
import Services
import Testing
import VirtualTime

/// The choices that no source makes and a scenario may: each changes the response it is about, and is as it is by
/// default.
@Suite struct ServiceQuirksTests {
    private func readRecord(_ desk: Desk) -> Int {
        desk.answer(.readRegistrationRecord(requestor: "KITETV", code: "NOTACODE", accessToken: desk.token)).status
    }

    @Test("The status for a code that nobody knows")
    func unknownCode() {
        #expect(readRecord(Desk()) == 404)
        #expect(readRecord(Desk.with { $0.quirks.unknownCodeStatus = 410 }) == 410)
    }

    @Test("What checkauthn says where nobody has signed in, and not where a sign-on has run out")
    func notAuthenticated() throws {
        let desk = Desk.with { $0.quirks.notAuthenticatedMessage = "nobody is signed in" }
        #expect(desk.answer(.checkAuthentication(desk.context)).error?.message == "nobody is signed in")
        desk.signOn()
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 200)
        desk.now += .seconds(400 * 86_400)
        desk.register()
        #expect(desk.answer(.checkAuthentication(desk.context)).error?.message == "Authentication token expired")
        #expect(Desk().answer(.checkAuthentication(Desk().context)).error?.message == "Authentication token expired")
    }

    @Test("The statuses of session and sessionDevice before a login, and of the poll for one with a code")
    func withoutLogin() throws {
        let desk = Desk.with { configuration in
            configuration.quirks.sessionWithoutLoginStatus = 403
            configuration.quirks.waitingCodeStatus = 202
        }
        let native = SimulatedServiceSDKSessionTests.native
        let code = try #require(desk.code()).code
        #expect(desk.answer(.sessionDevice(native)).status == 403)
        #expect(desk.answer(.session(native)).status == 403)
        #expect(desk.answer(.session(native, code: code)).status == 403, "no poll")
        #expect(desk.answer(.sessionDevice(native, code: code)).status == 202)
        #expect(desk.answer(.sessionDevice(native, code: "NOTACODE")).status == 403)
    }

    @Test("How long a browser may take over the login page, to the nanosecond", arguments: [0, 1])
    func loginLifetime(late: Int64) {
        let desk = Desk.with { configuration in
            configuration.quirks.loginLifetime = .seconds(60)
            configuration.quirks.samlChecks.request = false
        }
        let redirect = "adobepass://ios.app"
        let navigation = PassRequest.sdkAuthenticate(requestor: "KITETV", mvpd: "Meadowlark", redirectURL: redirect)
        guard case .page(let page) = desk.answer(navigation).content else { return #expect(Bool(false)) }
        desk.now += .seconds(60) - .nanoseconds(1 - late)
        var request = PassRequest(.assertionConsumer)
        request["SAMLResponse"] = SimulatedServicePlatformSignOnTests.samlResponse(desk)
        request["RelayState"] = String(page.split(separator: #"name="RelayState" value=""#)[1].prefix { $0 != "\"" })
        #expect(desk.answer(request).status == (late == 0 ? 302 : 400))
    }

    @Test("What answers an AuthZ token that has run out")
    func expiredAuthorization() throws {
        let (desk, token) = SimulatedServiceSDKTokensTests.signedIn {
            $0.quirks.expiredAuthorization = .pendingLogout(reason: "1")
        }
        let text = try #require(SimulatedServiceSDKAuthorizationTests.authorizationToken(desk, token))
        func media() -> PassResponse {
            desk.answer(
                .deviceShortAuthorize(SimulatedServiceSDKSessionTests.native, authorizationToken: text, sessionGUID: "")
            )
        }
        #expect(media().isSuccess)
        desk.now += .seconds(86_400)
        #expect(media().content == .pendingLogout(reason: "1"))
    }
}
