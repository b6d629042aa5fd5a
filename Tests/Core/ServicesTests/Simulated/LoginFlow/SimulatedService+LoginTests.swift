import PassAPI
import Services
import Testing
import VirtualTime

/// Login in a browser, from rest-api-v1.md §7.2 and access-enabler.md §7 and §14.
@Suite struct SimulatedServiceLoginTests {
    @Test("A login with a code ends at the address that the navigation names")
    func login() {
        let desk = Desk()
        #expect(desk.signOn() == .ended(url: "https://kite.example/done"))
    }

    @Test("The navigation is sent on to the MVPD with 302")
    func redirect() {
        let desk = Desk()
        let answer = desk.answer(desk.navigation(desk.code()?.code ?? ""))
        #expect(answer.status == 302)
        guard case .redirect(let address) = answer.content else { return #expect(Bool(false)) }
        #expect(address.hasPrefix("https://"))
        #expect(answer.redirectError == nil)
    }

    @Test("Whoever has the wrong password, or is no customer, is denied, and nothing is made")
    func denied() {
        let desk = Desk()
        let code = desk.code()?.code ?? ""
        let wrong = LoginAttempt.wrongPassword(mvpd: "Meadowlark", user: "wren")
        guard
            case .denied(let text) = desk.service.logIn(
                desk.navigation(code),
                as: wrong,
                from: desk.caller,
                at: desk.now
            )
        else { return #expect(Bool(false)) }
        #expect(!text.isEmpty)
        guard case .denied = desk.logIn(code, user: "nobody") else { return #expect(Bool(false)) }
        let elsewhere = LoginAttempt.signsIn(mvpd: "Juniper", user: "wren")
        let other = desk.service.logIn(desk.navigation(code), as: elsewhere, from: desk.caller, at: desk.now)
        guard case .denied = other else { return #expect(Bool(false)) }
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 403)
    }

    @Test(
        "A navigation without one of its parameters, or with a wrong one, is refused with 400",
        arguments: ["reg_code", "requestor_id", "mso_id", "domain_name", "redirect_url"]
    )
    func refused(name: String) {
        let desk = Desk()
        let navigation = desk.navigation(desk.code()?.code ?? "")
        for value in [nil, "", "wrong"] where !(name == "redirect_url" && value == "wrong") {
            var changed = navigation
            changed[name] = value
            #expect(desk.answer(changed).status == 400)
            let result = desk.service.logIn(
                changed,
                as: .signsIn(mvpd: "Meadowlark", user: "wren"),
                from: desk.caller,
                at: desk.now
            )
            guard case .refused(let response) = result else { return #expect(Bool(false)) }
            #expect(response.status == 400)
        }
    }

    @Test("A refused domain is named, with those that are registered")
    func refusedDomain() {
        let desk = Desk()
        var navigation = desk.navigation(desk.code()?.code ?? "")
        navigation["domain_name"] = "harbor.example"
        let details = desk.answer(navigation).error?.details
        #expect(
            details
                == "the domain harbor.example is not registered for KITETV; registered: kite.example, adobe.com"
        )
    }

    @Test("A code of another requestor, or one that has run out, starts no login")
    func foreignCode() {
        let desk = Desk()
        let code = desk.code()?.code ?? ""
        desk.requestor = "HARBORTV"
        var navigation = desk.navigation(code)
        navigation["domain_name"] = "harbor.example"
        #expect(desk.answer(navigation).status == 400)
        desk.requestor = "KITETV"
        desk.now += .seconds(1_800) - .nanoseconds(1)
        #expect(desk.answer(desk.navigation(code)).status == 302)
        desk.now += .nanoseconds(1)
        #expect(desk.answer(desk.navigation(code)).status == 400)
        guard case .refused = desk.logIn(code) else { return #expect(Bool(false)) }
    }

    @Test("A login without a code is kept under the browser's cookies, unless a code is demanded")
    func cookies() {
        let desk = Desk()
        let navigation = PassRequest.sdkAuthenticate(
            requestor: "KITETV",
            mvpd: "Meadowlark",
            redirectURL: "adobepass://ios.app"
        )
        let wren = LoginAttempt.signsIn(mvpd: "Meadowlark", user: "wren")
        #expect(
            desk.service.logIn(navigation, as: wren, from: desk.caller, at: desk.now)
                == .ended(url: "adobepass://ios.app")
        )
        let demanding = Desk.with { $0.quirks.sdkLoginNeedsCode = true }
        #expect(demanding.answer(navigation).status == 451)
    }

    @Test("The SDK's login page is a form with SAMLRequest and RelayState")
    func page() {
        let desk = Desk()
        let answer = desk.answer(
            .sdkAuthenticate(requestor: "KITETV", mvpd: "Meadowlark", redirectURL: "adobepass://ios.app")
        )
        guard case .page(let page) = answer.content else { return #expect(Bool(false)) }
        #expect(page.contains("SAMLRequest"))
        #expect(page.contains("RelayState"))
    }

    static func passive(_ requestor: String, _ mvpd: String = "Meadowlark") -> PassRequest {
        .sdkAuthenticate(requestor: requestor, mvpd: mvpd, redirectURL: "adobepass://ios.app", isPassive: true)
    }

    @Test("K-119: passive authentication answers from the MVPD's session in the browser, as long as that lives")
    func passiveLogin() {
        let desk = Desk()
        let session = PassRequest.sessionDevice(SDKContext(requestor: "HARBORTV", deviceID: "box"))
        let ended = PassResponse(status: 302, .redirect("adobepass://ios.app"))
        // Nobody has logged in: the flow ends without a token.
        #expect(desk.answer(Self.passive("HARBORTV")) == ended)
        #expect(desk.answer(session).status == 401)
        let navigation = PassRequest.sdkAuthenticate(
            requestor: "KITETV",
            mvpd: "Meadowlark",
            redirectURL: "adobepass://ios.app"
        )
        let wren = LoginAttempt.signsIn(mvpd: "Meadowlark", user: "wren")
        _ = desk.service.logIn(navigation, as: wren, from: desk.caller, at: desk.now)
        #expect(desk.answer(Self.passive("HARBORTV")) == ended)
        #expect(desk.answer(session).status == 200)
        // Another browser knows nothing of it.
        desk.caller.cookies = "another browser"
        #expect(desk.answer(Self.passive("HARBORTV")) == ended)
        #expect(desk.answer(session).status == 401)
    }

    @Test("K-119: another programmer's AuthN token does as well as a session in the browser, as long as it lives")
    func passiveLoginByToken() throws {
        let desk = Desk()
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
        let kite = desk.answer(.sessionDevice(SDKContext(requestor: "KITETV", deviceID: "box")))
        guard case .tokens(let token?, _, _) = kite.content else { return #expect(Bool(false), "\(kite)") }
        let session = PassRequest.sessionDevice(SDKContext(requestor: "HARBORTV", deviceID: "box"))
        func passive(_ mvpd: String, _ token: String) -> PassRequest {
            .sdkAuthenticate(
                requestor: "HARBORTV",
                mvpd: mvpd,
                redirectURL: "adobepass://ios.app",
                isPassive: true,
                authenticationToken: token
            )
        }
        desk.caller.cookies = "another app"
        _ = desk.answer(passive("Meadowlark", "no token of ours"))
        #expect(desk.answer(session).status == 401)
        _ = desk.answer(passive("Northwind", token))
        #expect(desk.answer(session).status == 401)
        _ = desk.answer(passive("Meadowlark", token))
        #expect(desk.answer(session).status == 200)
        desk.caller.cookies = "a third app"
        desk.now += .seconds(31 * 86_400)
        _ = desk.answer(passive("Meadowlark", token))
        #expect(desk.answer(session).status == 401)
    }

    @Test(
        "K-119: no passive authentication by a dropped subscriber's token, until that MVPD takes its subscriber back",
        arguments: ["Meadowlark", "Juniper"]
    )
    func passiveLoginOfDropped(mvpd: String) {
        let desk = Desk()
        let page = PassRequest.sdkAuthenticate(requestor: "KITETV", mvpd: mvpd, redirectURL: "adobepass://ios.app")
        _ = desk.service.logIn(page, as: .signsIn(mvpd: mvpd, user: "wren"), from: desk.caller, at: desk.now)
        let kite = desk.answer(.sessionDevice(SDKContext(requestor: "KITETV", deviceID: "box")))
        guard case .tokens(let token?, _, _) = kite.content else { return #expect(Bool(false), "\(kite)") }
        /// Checks whether HARBORTV is signed in by the token, in a browser that the MVPD has not seen.
        func isSignedIn(in browser: String) -> Bool {
            desk.caller.cookies = browser
            _ = desk.answer(
                .sdkAuthenticate(
                    requestor: "HARBORTV",
                    mvpd: mvpd,
                    redirectURL: "adobepass://ios.app",
                    isPassive: true,
                    authenticationToken: token
                )
            )
            let session = desk.answer(.sessionDevice(SDKContext(requestor: "HARBORTV", deviceID: "box")))
            #expect([200, 401].contains(session.status))
            return session.status == 200
        }
        desk.service.apply(.revoke(user: "finch", mvpd: mvpd), at: desk.now)
        desk.service.apply(.revoke(user: "wren", mvpd: "Northwind"), at: desk.now)
        #expect(isSignedIn(in: "second app"), "others are dropped")
        desk.service.apply(.revoke(user: "wren", mvpd: mvpd), at: desk.now)
        #expect(!isSignedIn(in: "third app"))
        desk.service.apply(.reinstate(user: "wren", mvpd: mvpd), at: desk.now)
        #expect(isSignedIn(in: "fourth app"))
    }

    @Test("K-119: no passive authentication where it is switched off, or where the MVPD's session has ended")
    func noPassiveLogin() {
        let navigation = PassRequest.sdkAuthenticate(
            requestor: "KITETV",
            mvpd: "Meadowlark",
            redirectURL: "adobepass://ios.app"
        )
        let wren = LoginAttempt.signsIn(mvpd: "Meadowlark", user: "wren")
        let session = PassRequest.sessionDevice(SDKContext(requestor: "HARBORTV", deviceID: "box"))
        let off = Desk.with { $0.requestors[1].integrations[0].isPassiveAuthenticationEnabled = false }
        _ = off.service.logIn(navigation, as: wren, from: off.caller, at: off.now)
        _ = off.answer(Self.passive("HARBORTV"))
        #expect(off.answer(session).status == 401)
        let late = Desk.with { $0.lifetimes.platformSession = .seconds(60) }
        _ = late.service.logIn(navigation, as: wren, from: late.caller, at: late.now)
        late.now += .seconds(60)
        _ = late.answer(Self.passive("HARBORTV"))
        #expect(late.answer(session).status == 401)
    }
}
