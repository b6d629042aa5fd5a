import PassAPI
import Services
import Testing
import VirtualTime

/// What no source states, and the simulated service decides.
@Suite struct ServiceQuirksTests {
    @Test("checkauthn before any sign-in has the words of an expired token, and another code where errors are enhanced")
    func notAuthenticated() throws {
        let desk = Desk()
        desk.service.apply(.enhanceErrors(isOn: true), at: desk.now)
        let before = try #require(desk.answer(.checkAuthentication(desk.context)).error)
        #expect(before.message == "Authentication token expired" && before.code == "authentication_session_missing")
        desk.signOn()
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 200)
        desk.now += .seconds(400 * 86_400)
        desk.register()
        let after = try #require(desk.answer(.checkAuthentication(desk.context)).error)
        #expect(after.message == "Authentication token expired" && after.code == "authentication_session_expired")
    }

    @Test("An AuthZ token that has run out is not authorized; its AuthN token is asked for a new one")
    func expiredAuthorization() throws {
        let (desk, token) = SimulatedServiceSDKTokensTests.signedIn { _ in }
        let text = try #require(SimulatedServiceSDKAuthorizationTests.authorizationToken(desk, token))
        func media() -> PassResponse {
            desk.answer(
                .deviceShortAuthorize(SimulatedServiceSDKSessionTests.native, authorizationToken: text, sessionGUID: "")
            )
        }
        #expect(media().isSuccess)
        desk.now += .seconds(86_400)
        #expect(media().content == .notAuthorized(details: nil))
    }
}
