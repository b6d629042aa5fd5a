import Documents
import Exchanges
import PassAPI
import Services
import Testing
import VirtualTime

/// A provider's pages, as a person in a browser meets them.
@Suite struct SimulatedServiceLoginPagesTests {
    static func isSignedIn(_ desk: WireDesk) throws -> Bool {
        try desk.call(.checkAuthentication(desk.context)).status == 200
    }

    @Test("The app's navigation leads to a page that names provider and requestor and asks for name and password")
    func page() throws {
        let (page, url) = try WireDesk().openLogin()
        #expect(url.wholeMatch(of: /https:\/\/login\.example\/meadowlark\?RelayState=[0-9a-f]{32}/) != nil)
        #expect(page.heading == "Meadowlark Cable")
        #expect(page.text.contains("Sign in to watch Kite TV."))
        #expect(page.alert == nil)
        let form = try page.form()
        #expect(form.action == "https://login.example/meadowlark")
        #expect(form.hidden.map(\.0) == ["RelayState"])
        #expect(form.inputs.map { $0.attribute("name") } == ["username", "password"])
        #expect(form.inputs.map { $0.attribute("type") } == [nil, "password"])
        #expect(form.buttons.map(\.text) == ["Sign in", "Cancel"])
        // The configuration's users with their packages, and the passwords that fail.
        for text in ["wren: every resource", "finch: KITE1, HARBOR1", "wrong: ", "unreachable: ", "expired: "] {
            #expect(page.text.contains(text), "\(text)")
        }
    }

    @Test(
        "Any password signs a known user in: the browser is sent to where the app wants it, and the device is signed in"
    )
    func signIn() throws {
        let desk = WireDesk()
        let (page, _) = try desk.openLogin()
        #expect(try !Self.isSignedIn(desk))
        let end = try desk.logIn(page, as: "finch", password: "p\u{E4}ss w\u{F6}rd &=+%")
        #expect(end.status == 302)
        #expect(end.location == "https://kite.example/done")
        #expect(end.page == .loggedIn)
        #expect(try Self.isSignedIn(desk))
        let details = try desk.call(.readAuthenticationToken(desk.context))
        #expect(details.text.contains(#""mvpd":"Meadowlark","userId":"finch""#))
        // Its package: the example gives finch KITE1 alone.
        #expect(try desk.call(.authorize(desk.context, resource: "KITE1")).status == 200)
        #expect(try desk.call(.authorize(desk.context, resource: "KITE2")).status == 403)
    }

    @Test(
        "Who is not let in gets the page again with the reason and the name, and can try again",
        arguments: [("wren", "wrong"), ("nobody", "x"), ("", "x"), ("wren", ""), ("", "")]
    )
    func denied(user: String, password: String) throws {
        let desk = WireDesk()
        let (page, _) = try desk.openLogin()
        let again = try desk.logIn(page, as: user, password: password)
        #expect(again.status == 200)
        #expect(again.page == .loginDenied)
        let second = try ReadPage(again)
        #expect(second.alert?.isEmpty == false)
        #expect(second.input("username")?.attribute("value") == user)
        #expect(second.input("username")?.attribute("aria-describedby") == "problem")
        #expect(second.input("password")?.attribute("value") == nil)
        #expect(try !Self.isSignedIn(desk))
        #expect(try desk.logIn(second).status == 302)
        #expect(try Self.isSignedIn(desk))
    }

    @Test("The other passwords that fail: the provider that cannot be reached, and the login that expires")
    func failing() throws {
        let desk = WireDesk()
        let (page, url) = try desk.openLogin()
        let unreachable = try desk.logIn(page, password: "unreachable")
        #expect(unreachable.status == 503)
        #expect(unreachable.page == .providerUnreachable)
        #expect(try ReadPage(unreachable).alert == "Meadowlark Cable cannot be reached. Try again later.")
        let expired = try desk.logIn(page, password: "expired")
        #expect(expired.status == 410)
        #expect(expired.page == .loginExpired)
        #expect(desk.get(url).status == 404)
        #expect(try !Self.isSignedIn(desk))
    }

    @Test("A login waits for 30 minutes: one nanosecond before it can be completed, then it has expired")
    func expiration() throws {
        let desk = WireDesk()
        let code = try desk.code()
        desk.now += .seconds(1)
        let (page, url) = try desk.openLogin(code: code)
        let (other, _) = try desk.openSDKLogin()
        desk.now += .seconds(1_800) - .nanoseconds(1)
        #expect(desk.get(url).status == 200)
        // The code is a second older than the login.
        let late = try desk.logIn(page)
        #expect(late.status == 410)
        #expect(late.page == .loginExpired)
        #expect(try ReadPage(late).links == ["https://activate.example/activate"])
        #expect(try desk.logIn(other).page == .loggedIn)
        desk.now += .nanoseconds(1)
        #expect(desk.get(url).status == 410)
        #expect(try desk.logIn(other).status == 410)
    }

    @Test("Who cancels is sent back without a sign-in, once")
    func cancel() throws {
        let desk = WireDesk()
        let (page, _) = try desk.openLogin(end: "kite-tv://login")
        let form = try page.form()
        let fields = form.hidden + [("username", "wren"), ("password", "x"), ("cancel", "1")]
        let end = desk.post(form.action, fields)
        #expect(end.location == "kite-tv://login")
        #expect(end.page == .loginCanceled)
        #expect(try !Self.isSignedIn(desk))
        #expect(desk.post(form.action, fields).status == 404)
    }

    @Test("A login that has ended cannot be sent again, as by the button Back")
    func twice() throws {
        let desk = WireDesk()
        let (page, _) = try desk.openLogin()
        #expect(try desk.logIn(page).status == 302)
        let again = try desk.logIn(page)
        #expect(again.status == 404)
        #expect(again.page == .loginExpired)
    }

    @Test("A subscriber whom the provider has dropped is refused, and the page shows it; one taken back is let in")
    func revoked() throws {
        let desk = WireDesk()
        desk.service.apply(.revoke(user: "wren", mvpd: "Meadowlark"), at: desk.now)
        let (page, url) = try desk.openLogin()
        #expect(page.text.contains("wren: dropped by the provider"))
        #expect(try desk.logIn(page).page == .loginDenied)
        desk.service.apply(.reinstate(user: "wren", mvpd: "Meadowlark"), at: desk.now)
        #expect(try ReadPage(desk.get(url)).text.contains("wren: every resource"))
        #expect(try desk.logIn(page).page == .loggedIn)
    }

    @Test("A provider that cannot be reached has no page until it can be reached again")
    func unreachable() throws {
        let desk = WireDesk()
        let (page, url) = try desk.openLogin()
        desk.service.apply(.reachProvider(mvpd: "Meadowlark", isReachable: false), at: desk.now)
        #expect(desk.get(url).page == .providerUnreachable)
        #expect(try desk.logIn(page).page == .providerUnreachable)
        desk.service.apply(.reachProvider(mvpd: "Meadowlark", isReachable: true), at: desk.now)
        #expect(try desk.logIn(page).page == .loggedIn)
    }

    @Test("A Temp Pass and a provider that lets every user in have a button alone")
    func withoutName() throws {
        let desk = WireDesk()
        let (trial, _) = try desk.openLogin(mvpd: "TempPass")
        #expect(trial.heading == "Preview")
        let form = try trial.form()
        #expect(form.inputs.isEmpty)
        #expect(desk.post(form.action, form.hidden).location == "https://kite.example/done")
        #expect(try Self.isSignedIn(desk))
        let (page, _) = try desk.openSDKLogin()
        desk.service.apply(.degrade(.authenticatesAll, requestor: "KITETV", mvpd: "Meadowlark"), at: desk.now)
        // Whoever is let in without being known cannot be named by an assertion: the browser is sent on at once.
        let end = desk.post(try page.form().action, try page.form().hidden)
        #expect(end.location == "https://kite.example/done")
    }

    @Test("Where the app names no provider, the user chooses one of the requestor's")
    func picker() throws {
        let desk = WireDesk()
        desk.service.apply(.enableIntegration(requestor: "KITETV", mvpd: "Northwind", isEnabled: false), at: desk.now)
        let (picker, url) = try desk.openSDKLogin(mvpd: nil)
        #expect(url == "https://login.example/picker")
        let choice = try picker.form()
        #expect(choice.buttons.map(\.text) == ["Meadowlark Cable", "Juniper Fiber", "Preview", "Cancel"])
        #expect(choice.buttons.map { $0.attribute("value") } == ["Meadowlark", "Juniper", "TempPass", "1"])
        for unknown in ["Northwind", "Nobody"] {
            #expect(desk.post(choice.action, choice.hidden + [("mvpd", unknown)]).status == 400)
        }
        #expect(desk.post(choice.action, choice.hidden).page == .providerPicker)
        let page = try ReadPage(desk.post(choice.action, choice.hidden + [("mvpd", "Juniper")]))
        #expect(page.heading == "Juniper Fiber")
        // The choice can be taken back.
        #expect(
            try ReadPage(desk.post(choice.action, choice.hidden + [("mvpd", "Meadowlark")])).heading
                == "Meadowlark Cable"
        )
        let onward = try ReadPage(desk.logIn(page)).form()
        #expect(desk.post(onward.action, onward.hidden).status == 302)
        let session = try SimulatedServiceWireSessionsTests.session(desk)
        #expect(session.text.contains("&lt;simpleTokenMsoID&gt;Juniper&lt;"))
        let other = try desk.openSDKLogin(mvpd: nil).page.form()
        let canceled = desk.post(other.action, other.hidden + [("cancel", "1")])
        #expect(canceled.page == .loginCanceled)
        #expect(canceled.location == "https://kite.example/done")
    }

    @Test("The SAML response that travels is the provider's, for the request that Adobe made, and counts once")
    func assertion() throws {
        let desk = WireDesk()
        let url = try desk.address(.sdkAuthenticate(requestor: "KITETV", mvpd: "Meadowlark", redirectURL: "kite://end"))
        let first = try ReadPage(desk.get(url)).form()
        let request = try XMLDocument(
            parsing: Base64.decode(try #require(first.hidden.first { $0.0 == "SAMLRequest" }).1)
        )
        #expect(request.root.name.local == "AuthnRequest")
        #expect(request.root.attribute("IsPassive") == "false")
        let onward = try ReadPage(desk.logIn(ReadPage(desk.post(first.action, first.hidden))))
        #expect(onward.heading == "You are signed in")
        let form = try onward.form()
        #expect(form.action == "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer")
        #expect(form.buttons.map(\.text) == ["Continue to Kite TV"])
        let response = try XMLDocument(
            parsing: Base64.decode(try #require(form.hidden.first { $0.0 == "SAMLResponse" }).1)
        )
        #expect(response.root.attribute("InResponseTo") == request.root.attribute("ID"))
        #expect(response.root.attribute("Destination") == form.action)
        let end = desk.post(form.action, form.hidden)
        #expect(end.request?.operation == .assertionConsumer)
        #expect(end.location == "kite://end")
        #expect(desk.post(form.action, form.hidden).status == 400)
    }

    @Test("A SAML response that was changed on its way is refused with a page")
    func changed() throws {
        let desk = WireDesk()
        var form = try ReadPage(desk.logIn(desk.openSDKLogin().page)).form()
        let text = String(decoding: try Base64.decode(form.hidden[0].1), as: UTF8.self).replacing(
            ">wren<",
            with: ">finch<"
        )
        form.hidden[0].1 = Base64.encode(text.utf8)
        let refused = desk.post(form.action, form.hidden)
        #expect(refused.status == 400)
        #expect(try ReadPage(refused).alert == "Adobe Pass refused it: the MVPD did not sign it.")
        #expect(try SimulatedServiceWireSessionsTests.session(desk).status == 401)
    }

    @Test("With a registration code the device is signed in at once, and the response that follows changes nothing")
    func code() throws {
        let desk = WireDesk()
        let code = try desk.code()
        let form = try ReadPage(desk.logIn(desk.openSDKLogin(code: code).page)).form()
        #expect(try Self.isSignedIn(desk))
        let before = try desk.call(.readAuthenticationToken(desk.context)).text
        #expect(try desk.call(.authorize(desk.context, resource: "KITE1")).status == 200)
        desk.now += .seconds(2)
        #expect(desk.post(form.action, form.hidden).status == 302)
        #expect(try desk.call(.readAuthenticationToken(desk.context)).text == before)
        #expect(try desk.call(.readAuthorizationToken(desk.context, resource: "KITE1")).status == 200)
    }

    @Test("A user name or password of 4 KiB is read, and a longer one is not")
    func long() throws {
        let desk = WireDesk()
        let (page, _) = try desk.openLogin()
        let longest = String(repeating: "x", count: 4_096)
        #expect(try desk.logIn(page, as: longest, password: longest).page == .loginDenied)
        #expect(try desk.logIn(page, as: longest + "x").status == 400)
        #expect(try desk.logIn(page, password: longest + "x").status == 400)
        #expect(try desk.logIn(page, password: longest).page == .loggedIn)
    }
}
