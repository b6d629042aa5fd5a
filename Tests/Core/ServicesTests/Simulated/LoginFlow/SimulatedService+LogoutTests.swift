import PassAPI
import Services
import Testing
import VirtualTime

/// Logout, from rest-api-v1.md §7.13 and access-enabler.md §6.6.
@Suite struct SimulatedServiceLogoutTests {
    @Test("K-80: a logout is 204 and clears sign-on and authorizations of the requestor on the device")
    func logout() {
        let desk = Desk()
        desk.signOn()
        _ = desk.answer(.authorize(desk.context, resource: "KITE1"))
        #expect(desk.answer(.logout(desk.context)) == PassResponse(status: 204, .empty))
        #expect(desk.answer(.readAuthenticationToken(desk.context)).status == 404)
        desk.signOn()
        #expect(desk.answer(.readAuthorizationToken(desk.context, resource: "KITE1")).status == 404)
        #expect(desk.answer(.logout(desk.context)).status == 204)
        #expect(desk.answer(.logout(desk.context)).status == 204, "nobody is signed in: nothing to do")
    }

    @Test("Without a requestor every requestor of the device is logged out; other devices are not")
    func everywhere() {
        let desk = Desk()
        desk.signOn()
        desk.device = "another box"
        desk.signOn()
        desk.device = "kite-box-0001"
        var request = PassRequest.logout(desk.context)
        request["requestor"] = nil
        #expect(desk.answer(request).status == 204)
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 403)
        desk.device = "another box"
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 200)
        request["deviceId"] = nil
        #expect(desk.answer(request).status == 400)
    }

    static func logIn(_ desk: Desk) {
        let navigation = PassRequest.sdkAuthenticate(
            requestor: "KITETV",
            mvpd: "Meadowlark",
            redirectURL: "adobepass://ios.app"
        )
        _ = desk.service.logIn(
            navigation,
            as: .signsIn(mvpd: "Meadowlark", user: "wren"),
            from: desk.caller,
            at: desk.now
        )
    }

    @Test("K-82: a logout in a web view ends the MVPD's session too, a direct call does not")
    func webView() {
        let passive = PassRequest.sdkAuthenticate(
            requestor: "HARBORTV",
            mvpd: "Meadowlark",
            redirectURL: "adobepass://ios.app",
            isPassive: true
        )
        let session = PassRequest.sessionDevice(SDKContext(requestor: "HARBORTV", deviceID: "box"))
        let page = PassRequest.sdkLogout(
            SDKContext(requestor: "KITETV"),
            mvpd: "Meadowlark",
            redirectURL: "adobepass://ios.app"
        )
        let direct = Desk()
        Self.logIn(direct)
        #expect(direct.answer(page) == PassResponse(status: 302, .redirect("adobepass://ios.app")))
        _ = direct.answer(passive)
        #expect(direct.answer(session).status == 200)

        let web = Desk()
        Self.logIn(web)
        #expect(web.service.logOut(page, from: web.caller, at: web.now) == .ended(url: "adobepass://ios.app"))
        _ = web.answer(passive)
        #expect(web.answer(session).status == 401)

        let deaf = Desk.with { $0.quirks.webLogoutReachesProvider = false }
        Self.logIn(deaf)
        _ = deaf.service.logOut(page, from: deaf.caller, at: deaf.now)
        _ = deaf.answer(passive)
        #expect(deaf.answer(session).status == 200)
    }

    @Test("After a logout the cookies stand for nobody")
    func cookies() {
        let desk = Desk()
        Self.logIn(desk)
        #expect(desk.answer(.sdkLogout(SDKContext(requestor: "KITETV"))).status == 200)
        #expect(desk.answer(.sessionDevice(SDKContext(requestor: "KITETV", deviceID: "box"))).status == 401)
    }

    @Test("A web view can log out by REST too; nothing else is a logout")
    func navigations() {
        let desk = Desk()
        desk.signOn()
        let result = desk.service.logOut(.logout(desk.context), from: desk.caller, at: desk.now)
        #expect(result == .ended(url: "about:blank"))
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 403)
        guard
            case .refused(let response) = desk.service.logOut(
                .checkAuthentication(desk.context),
                from: desk.caller,
                at: desk.now
            )
        else { return #expect(Bool(false)) }
        #expect(response.status == 400)
    }
}
