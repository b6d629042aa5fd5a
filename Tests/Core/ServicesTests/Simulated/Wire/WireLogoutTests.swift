import Exchanges
import PassAPI
import Services
import Testing
import VirtualTime

/// Logout as a browser's navigation, from access-enabler.md §6.6 and rest-api-v1.md §7.13.
@Suite struct WireLogoutTests {
    /// A browser in which a user is signed in with the SDK.
    private func signedIn() throws -> WireDesk {
        let desk = WireDesk()
        let onward = try ReadPage(desk.logIn(desk.openSDKLogin().page)).form()
        desk.post(onward.action, onward.hidden)
        #expect(try SimulatedServiceWireSessionsTests.session(desk).status == 200)
        return desk
    }

    /// Passive login succeeds as long as the provider has a session in the browser: then `session` has a token again.
    private func isKnownToProvider(_ desk: WireDesk) throws -> Bool {
        let passive = PassRequest.sdkAuthenticate(
            requestor: "HARBORTV",
            mvpd: "Meadowlark",
            redirectURL: "https://harbor.example/",
            isPassive: true
        )
        #expect(desk.get(try desk.address(passive)).location == "https://harbor.example/")
        return try desk.call(.session(SDKContext(requestor: "HARBORTV", deviceID: "box"))).status == 200
    }

    @Test("A navigation ends at the address that it names, and the provider's session with it")
    func redirect() throws {
        let desk = try signedIn()
        let address = try desk.address(
            .sdkLogout(SDKContext(requestor: "KITETV"), mvpd: "Meadowlark", redirectURL: "https://kite.example/bye")
        )
        let end = desk.get(address)
        #expect(end.status == 302)
        #expect(end.location == "https://kite.example/bye")
        #expect(end.request?.operation == .sdkLogout)
        #expect(desk.service.serves("https://kite.example/bye"))
        #expect(try SimulatedServiceWireSessionsTests.session(desk).status == 401)
        #expect(try !isKnownToProvider(desk))
    }

    @Test("Without an address it ends at a page")
    func page() throws {
        let desk = try signedIn()
        let end = desk.get(try desk.address(.sdkLogout(SDKContext(requestor: "KITETV"))))
        #expect(end.status == 200)
        #expect(try ReadPage(end).heading == "You are signed out")
        #expect(try SimulatedServiceWireSessionsTests.session(desk).status == 401)
    }

    @Test("A program's call ends Adobe's session alone")
    func program() throws {
        let desk = try signedIn()
        #expect(try isKnownToProvider(desk))
        let end = try desk.call(.sdkLogout(SDKContext(requestor: "KITETV")))
        #expect(end.status == 200)
        #expect(end.response.body == nil)
        #expect(try SimulatedServiceWireSessionsTests.session(desk).status == 401)
        #expect(try isKnownToProvider(desk))
    }

    @Test("REST's logout in a web view, which has no token, has no page: 204, or the address that it names")
    func rest() throws {
        let desk = WireDesk()
        try desk.logIn(desk.openLogin().page)
        var logout = PassRequest.logout(desk.context)
        logout["Authorization"] = nil
        #expect(desk.send("GET", try desk.address(logout), []).status == 401, "a program needs an access token")
        #expect(try desk.call(.checkAuthentication(desk.context)).status == 200)
        #expect(desk.get(try desk.address(logout)).status == 204)
        #expect(try desk.call(.checkAuthentication(desk.context)).status == 403)
        logout["redirect_url"] = "kite://bye"
        #expect(desk.get(try desk.address(logout)).location == "kite://bye")
        logout["redirect_url"] = "javascript:bye"
        #expect(desk.get(try desk.address(logout)).status == 400)
        logout["redirect_url"] = nil
        let stale = WireDesk.browser + [HeaderField("Authorization", "Bearer nobody's")]
        #expect(desk.send("GET", try desk.address(logout), stale).status == 401)
    }
}
