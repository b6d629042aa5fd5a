import PassAPI
import Services
import Testing
import VirtualTime

/// The session, token or page that a call of the SDKs' dialects is about, native (`sessionDevice`) and in browsers
/// (`session`).
///
/// Source: access-enabler.md §6.6, §7, §10, §14.
@Suite struct SimulatedServiceSDKNeighboursTests {
    private static func logIn(_ desk: Desk, _ requestor: String, _ cookies: String, mvpd: String = "Meadowlark") {
        let page = PassRequest.sdkAuthenticate(requestor: requestor, mvpd: mvpd, redirectURL: "adobepass://ios.app")
        let caller = ClientConnection(address: "192.0.2.7", cookies: cookies)
        _ = desk.service.logIn(page, as: .signsIn(mvpd: mvpd, user: "wren"), from: caller, at: desk.now)
    }

    /// Returns the logins that are still waiting: requestor and cookies.
    private static func waiting(_ desk: Desk, isBrowser: Bool) -> [String] {
        var waiting: [String] = []
        for cookies in ["app", "other app"] {
            for requestor in ["KITETV", "HARBORTV"] {
                desk.caller.cookies = cookies
                let context = SDKContext(requestor: requestor, deviceID: isBrowser ? nil : "box of \(cookies)")
                let request = isBrowser ? PassRequest.session(context) : .sessionDevice(context)
                if desk.answer(request).status == 200 { waiting.append("\(requestor) \(cookies)") }
            }
        }
        return waiting
    }

    @Test(
        "K-106, K-138: a logout ends what waits for all requestors in its own cookies, and nothing in another app's",
        arguments: [true, false],
        [true, false]
    )
    func cookies(isBrowser: Bool, isWebView: Bool) {
        let desk = Desk()
        for cookies in ["app", "other app"] {
            for requestor in ["KITETV", "HARBORTV"] { Self.logIn(desk, requestor, cookies) }
        }
        #expect(Self.waiting(desk, isBrowser: isBrowser).count == 4)
        desk.caller.cookies = "app"
        let page = PassRequest.sdkLogout(SDKContext(requestor: "KITETV"), mvpd: "Meadowlark")
        if isWebView {
            _ = desk.service.logOut(page, from: desk.caller, at: desk.now)
        } else {
            _ = desk.answer(page)
        }
        #expect(Self.waiting(desk, isBrowser: isBrowser) == ["KITETV other app", "HARBORTV other app"])
    }

    @Test("K-138: a logout ends the platform sign-ons of all requestors on its device, and none on another")
    func platform() {
        let desk = Desk()
        let places = [("KITETV", "d1"), ("HARBORTV", "d1"), ("KITETV", "d2"), ("HARBORTV", "d2")]
        for (requestor, device) in places {
            (desk.requestor, desk.device) = (requestor, device)
            #expect(
                SimulatedServicePlatformSignOnTests.exchange(
                    desk,
                    SimulatedServicePlatformSignOnTests.samlResponse(desk)
                ).status == 204
            )
        }
        func fetched() -> [Int] {
            places.map { desk.answer(.sessionDevice(SDKContext(requestor: $0.0, deviceID: $0.1))).status }
        }
        #expect(fetched() == [200, 200, 200, 200])
        _ = desk.answer(.sdkLogout(SDKContext(requestor: "KITETV", deviceID: "d1"), mvpd: "Meadowlark"))
        #expect(fetched() == [401, 401, 200, 200])
    }

    @Test("A platform sign-on is for its requestor and device: nobody else gets its token")
    func exchange() {
        let desk = Desk()
        desk.device = "d1"
        #expect(
            SimulatedServicePlatformSignOnTests.exchange(desk, SimulatedServicePlatformSignOnTests.samlResponse(desk))
                .status == 204
        )
        func status(_ requestor: String, _ device: String) -> Int {
            desk.answer(.sessionDevice(SDKContext(requestor: requestor, deviceID: device))).status
        }
        #expect([status("KITETV", "d1"), status("HARBORTV", "d1"), status("KITETV", "d2")] == [200, 401, 401])
        func rest(_ requestor: String, _ device: String) -> Int {
            (desk.requestor, desk.device) = (requestor, device)
            return desk.answer(.checkAuthentication(desk.context)).status
        }
        #expect([rest("KITETV", "d1"), rest("HARBORTV", "d1"), rest("KITETV", "d2")] == [200, 403, 403])
    }

    /// Whom an MVPD still knows in which browser: passive authentication tells.
    private static func known(_ desk: Desk) -> [String] {
        var known: [String] = []
        for cookies in ["app", "other app"] {
            for mvpd in ["Meadowlark", "Northwind"] {
                // A copy: to look must not log in.
                var service = desk.service
                let caller = ClientConnection(address: "192.0.2.7", cookies: cookies)
                let page = PassRequest.sdkAuthenticate(
                    requestor: "HARBORTV",
                    mvpd: mvpd,
                    redirectURL: "adobepass://ios.app",
                    isPassive: true
                )
                _ = service.answer(page, from: caller, at: desk.now)
                let session = PassRequest.sessionDevice(SDKContext(requestor: "HARBORTV", deviceID: "box"))
                if service.answer(session, from: caller, at: desk.now).status == 200 {
                    known.append("\(mvpd) \(cookies)")
                }
            }
        }
        return known
    }

    @Test(
        "K-82, K-106, K-119: a web view's logout ends the named MVPD's session in its browser, without a name every one's",
        arguments: [
            (
                .sdkLogout(SDKContext(requestor: "KITETV"), mvpd: "Meadowlark"),
                ["Northwind app", "Meadowlark other app", "Northwind other app"]
            ),
            (.sdkLogout(SDKContext(requestor: "KITETV")), ["Meadowlark other app", "Northwind other app"]),
            // REST's logout names none.
            (nil, ["Meadowlark other app", "Northwind other app"]),
        ] as [(PassRequest?, [String])]
    )
    func providerSessions(page: PassRequest?, left: [String]) {
        let desk = Desk()
        let page = page ?? .logout(desk.context)
        for cookies in ["app", "other app"] {
            for mvpd in ["Meadowlark", "Northwind"] { Self.logIn(desk, "KITETV", cookies, mvpd: mvpd) }
        }
        #expect(Self.known(desk).count == 4)
        let caller = ClientConnection(address: "192.0.2.7", cookies: "app")
        guard case .ended = desk.service.logOut(page, from: caller, at: desk.now) else {
            return #expect(Bool(false), "it is a logout")
        }
        #expect(Self.known(desk) == left)
    }

    @Test("A dropped subscriber's sessions in browsers end at its own MVPD; others' and other MVPDs' go on")
    func revoked() {
        let desk = Desk()
        for mvpd in ["Meadowlark", "Northwind"] { Self.logIn(desk, "KITETV", "app", mvpd: mvpd) }
        let page = PassRequest.sdkAuthenticate(
            requestor: "KITETV",
            mvpd: "Meadowlark",
            redirectURL: "adobepass://ios.app"
        )
        let other = ClientConnection(address: "192.0.2.7", cookies: "other app")
        _ = desk.service.logIn(page, as: .signsIn(mvpd: "Meadowlark", user: "finch"), from: other, at: desk.now)
        #expect(Self.known(desk) == ["Meadowlark app", "Northwind app", "Meadowlark other app"])
        desk.service.apply(.revoke(user: "wren", mvpd: "Meadowlark"), at: desk.now)
        #expect(Self.known(desk) == ["Northwind app", "Meadowlark other app"])
    }

    // MARK: Tokens that come back

    /// A part of a token's key, in which the call that brings it differs.
    enum Part: CaseIterable, Sendable { case none, requestor, mvpd, device }

    /// Makes the context in which each dialect identifies itself: native clients in the form, browsers in a header.
    private static func context(_ requestor: String, _ device: String, isBrowser: Bool) -> SDKContext {
        isBrowser
            ? SDKContext(requestor: requestor, headers: [.init("AP_21", device)])
            : SDKContext(requestor: requestor, deviceID: device)
    }

    /// A desk with the AuthN and the AuthZ token of KITETV on `d1` from Juniper, whose tokens are good per requestor.
    private static func signedIn(isBrowser: Bool) throws -> (desk: Desk, authentication: String, authorization: String)
    {
        let desk = Desk()
        logIn(desk, "KITETV", "app", mvpd: "Juniper")
        let context = context("KITETV", "d1", isBrowser: isBrowser)
        let session = desk.answer(isBrowser ? .session(context) : .sessionDevice(context))
        guard case .tokens(let authentication?, _, _) = session.content else { throw NoToken() }
        let request =
            isBrowser
            ? PassRequest.sdkAuthorize(
                context,
                resource: "KITE1",
                mvpd: "Juniper",
                authenticationToken: authentication
            )
            : .authorizeDevice(context, resource: "KITE1", mvpd: "Juniper", authenticationToken: authentication)
        guard case .tokens(_, let authorization?, _) = desk.answer(request).content else { throw NoToken() }
        return (desk, authentication, authorization)
    }

    struct NoToken: Error {}

    private static func expect(_ answer: PassResponse, _ part: Part) {
        switch part {
        case .none: #expect(answer.isSuccess && answer.content != .pendingLogout(reason: "34764"), "\(answer)")
        case .device: #expect(answer == PassResponse(status: 200, .pendingLogout(reason: "34764")))
        case .requestor, .mvpd: #expect(answer.status == 400, "\(part): \(answer)")
        }
    }

    @Test(
        "K-122, K-130, K-154, K-158: tokens are taken from their own requestor, MVPD and device, in both dialects",
        arguments: Part.allCases,
        [true, false]
    )
    func presented(part: Part, isBrowser: Bool) throws {
        let (desk, authentication, authorization) = try Self.signedIn(isBrowser: isBrowser)
        let requestor = part == .requestor ? "HARBORTV" : "KITETV"
        let mvpd = part == .mvpd ? "Meadowlark" : "Juniper"
        let context = Self.context(requestor, part == .device ? "d2" : "d1", isBrowser: isBrowser)
        let authorize =
            isBrowser
            ? PassRequest.sdkAuthorize(context, resource: "KITE2", mvpd: mvpd, authenticationToken: authentication)
            : .authorizeDevice(context, resource: "KITE2", mvpd: mvpd, authenticationToken: authentication)
        Self.expect(desk.answer(authorize), part)
        let media =
            isBrowser
            ? PassRequest.shortAuthorize(context, authorizationToken: authorization, mvpd: mvpd, sessionGUID: "")
            : .deviceShortAuthorize(context, authorizationToken: authorization, mvpd: mvpd, sessionGUID: "")
        Self.expect(desk.answer(media), part)
        let metadata = PassRequest.sdkUserMetadata(context, mvpd: mvpd, authenticationToken: authentication)
        Self.expect(desk.answer(metadata), part)
        // This call names no MVPD.
        guard part != .mvpd else { return }
        let list = PassRequest.sdkPreauthorize(context, authenticationToken: authentication, resources: ["KITE1"])
        Self.expect(desk.answer(list), part)
    }

    @Test(
        "A demanded logout meets its own device's call in either dialect, and no other device's",
        arguments: [true, false]
    )
    func demanded(isBrowser: Bool) throws {
        let (desk, authentication, _) = try Self.signedIn(isBrowser: isBrowser)
        desk.service.apply(.demandLogout(deviceID: "d2", reason: "1"), at: desk.now)
        func metadata(_ device: String) -> PassResponse {
            let context = Self.context("KITETV", device, isBrowser: isBrowser)
            return desk.answer(.sdkUserMetadata(context, mvpd: "Juniper", authenticationToken: authentication))
        }
        #expect(metadata("d1").isSuccess && metadata("d1").content != .pendingLogout(reason: "1"))
        #expect(metadata("d2").content == .pendingLogout(reason: "1"))
    }
}
