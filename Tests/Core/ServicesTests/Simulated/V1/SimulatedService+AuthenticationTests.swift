import PassAPI
import Services
import Testing
import VirtualTime

/// The sign-ons, from rest-api-v1.md §7.3 to §7.5 and §7.12.
@Suite struct SimulatedServiceAuthenticationTests {
    static let month = Duration.seconds(30 * 86_400)

    @Test("K-11, K-12: checkauthn is 403 before a login, 200 after it, and 403 at the end of the token")
    func check() {
        let desk = Desk()
        let request = PassRequest.checkAuthentication(desk.context)
        let before = desk.answer(request)
        #expect(before.status == 403)
        #expect(desk.body(before, request) == #"{"status":403,"message":"Authentication token expired"}"#)
        desk.signOn()
        #expect(desk.answer(request) == PassResponse(status: 200, .empty))
        desk.now += Self.month - .nanoseconds(1)
        desk.register()
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 200)
        desk.now += .nanoseconds(1)
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 403)
    }

    @Test("checkauthn without a requestor is about the device")
    func noRequestor() {
        let desk = Desk()
        var request = PassRequest.checkAuthentication(desk.context)
        request["requestor"] = nil
        #expect(desk.answer(request).status == 403)
        desk.signOn()
        #expect(desk.answer(request).status == 200)
        request["deviceId"] = "another box"
        #expect(desk.answer(request).status == 403)
        request["deviceId"] = nil
        #expect(desk.answer(request).status == 400)
    }

    @Test("K-66, K-69: The poll finds 404 until somebody logged in with the code, then the token's metadata")
    func poll() throws {
        let desk = Desk()
        let request = PassRequest.readAuthenticationToken(desk.context)
        let before = desk.answer(request)
        #expect(before.status == 404)
        #expect(desk.body(before, request) == #"{"status":404,"message":"Not Found"}"#)
        desk.signOn()
        let answer = desk.answer(request)
        #expect(answer.status == 200)
        let json = #"{"requestor":"KITETV","mvpd":"Meadowlark","userId":"wren","expires":"1769817600000"}"#
        #expect(desk.body(answer, request) == json)
        let xml = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <authentication><expires>1769817600000</expires><userId>wren</userId><mvpd>Meadowlark</mvpd>\
            <requestor>KITETV</requestor></authentication>
            """
        #expect(desk.body(answer, request, .xml) == xml)
    }

    @Test("At its end the token is gone, not unknown")
    func expired() {
        let desk = Desk()
        desk.signOn()
        desk.now += Self.month
        desk.register()
        #expect(desk.answer(.readAuthenticationToken(desk.context)).status == 410)
        #expect(desk.answer(.userMetadata(desk.context)).status == 412)
        desk.device = "another box"
        #expect(desk.answer(.readAuthenticationToken(desk.context)).status == 404)
        #expect(desk.answer(.userMetadata(desk.context)).status == 412)
    }

    @Test("A sign-on counts for its own requestor, and for others only where the quirk shares it")
    func sharing() throws {
        func harbor(_ desk: Desk, _ appID: String? = nil) -> Int {
            desk.requestor = "HARBORTV"
            var request = PassRequest.readAuthenticationToken(desk.context)
            request["appId"] = appID
            return desk.answer(request).status
        }
        let own = Desk()
        own.signOn()
        #expect(harbor(own) == 404)

        #expect(harbor(own, "app-1") == 404)
    }

    @Test("The second screen learns whether the login worked, by the code")
    func byCode() throws {
        let desk = Desk()
        let code = desk.code()?.code ?? ""
        func status(_ code: String, _ requestor: String = "KITETV") -> Int {
            desk.answer(.checkAuthenticationByCode(requestor: requestor, code: code, accessToken: desk.token)).status
        }
        #expect(status(code) == 403)
        let request = PassRequest.checkAuthenticationByCode(requestor: "KITETV", code: code, accessToken: desk.token)
        #expect(desk.body(desk.answer(request), request) == #"{"status":403,"message":"Forbidden"}"#)
        desk.logIn(code)
        #expect(status(code) == 200)
        #expect(status("NOTACODE") == 403)
        #expect(status(code, "HARBORTV") == 403)
    }

    @Test("The undocumented sibling reads the token by code, once somebody has logged in")
    func readByCode() throws {
        let desk = Desk()
        let code = desk.code()?.code ?? ""
        let request = PassRequest(
            .readAuthenticationByCode,
            [
                .init("requestor", "KITETV"), .init("code", code),
                .init("Authorization", "Bearer " + (desk.token ?? "")),
            ]
        )
        #expect(desk.answer(request).status == 404)
        desk.logIn(code)
        guard case .authentication(let details) = desk.answer(request).content else {
            return #expect(Bool(false))
        }
        #expect(details.mvpd == "Meadowlark")
        #expect(details.userID == "wren")
    }

    @Test("A sign-on at an integration that was switched off counts as over")
    func switchedOff() {
        let desk = Desk()
        desk.signOn()
        desk.service.apply(
            .enableIntegration(requestor: "KITETV", mvpd: "Meadowlark", isEnabled: false),
            at: desk.now
        )
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 403)
        #expect(desk.answer(.readAuthenticationToken(desk.context)).status == 410)
    }

    @Test("The server judges by its own clock")
    func skew() {
        let desk = Desk()
        desk.signOn()
        desk.service.apply(.skewClock(Self.month), at: desk.now)
        desk.register()
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 403)
        desk.service.apply(.skewClock(.zero - .seconds(60)), at: desk.now)
        desk.register()
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 200)
    }

    @Test("Lifetimes: the integration says, else the requestor, else the global figure")
    func lifetimes() throws {
        let desk = Desk()
        func lifetime() throws -> Duration {
            desk.signOn()
            let answer = desk.answer(.readAuthenticationToken(desk.context))
            guard case .authentication(let details) = answer.content, let expires = details.expires else {
                return .zero
            }
            return expires - desk.now
        }
        func set(_ seconds: Int, _ requestor: String?, _ mvpd: String?) {
            var lifetimes = Lifetimes()
            lifetimes.authentication = .seconds(seconds)
            desk.service.apply(.changeLifetimes(lifetimes, requestor: requestor, mvpd: mvpd), at: desk.now)
        }
        #expect(try lifetime() == Self.month)
        set(3_000, nil, nil)
        #expect(try lifetime() == .seconds(3_000))
        set(2_000, "KITETV", nil)
        #expect(try lifetime() == .seconds(2_000))
        set(1_000, "KITETV", "Meadowlark")
        #expect(try lifetime() == .seconds(1_000))
        set(500, nil, "Meadowlark")
        #expect(try lifetime() == .seconds(500))
    }
}
