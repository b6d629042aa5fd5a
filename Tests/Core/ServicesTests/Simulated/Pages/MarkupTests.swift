import Documents
import Exchanges
import PassAPI
import Testing
import VirtualTime

@testable import Services

/// Nothing that a request, an app or a configuration holds becomes markup, a header field or a script.
@Suite struct MarkupTests {
    @Test("What is interpolated is escaped, in text and attribute; markup is not escaped twice")
    func escaping() {
        let text = "<a href='x'>&\"\u{0}\u{85}\r\u{1F4FA}"
        let inner: Markup = "<b>\(text)</b>"
        #expect(inner.text == "<b>&lt;a href=&#39;x&#39;&gt;&amp;&quot;\u{FFFD}\u{FFFD}&#13;\u{1F4FA}</b>")
        let outer: Markup = "<p>\(inner)</p>"
        #expect(outer.text == "<p>" + inner.text + "</p>")
    }

    static let attacks = [
        "\"><script>alert(1)</script>", "'><img src=x onerror=alert(1)>", "</title><script>1</script>", "--><script>",
        "\" autofocus onfocus=\"alert(1)", "&lt;script&gt;", "</style><b>", "]]><b>", "\u{0}<b>", "javascript:alert(1)",
        "x\r\nSet-Cookie: a=b\r\n\r\n<script>", "{{7*7}}", "%3Cscript%3E", "\u{202E}<b>\u{2028}",
    ]

    @Test(
        "A RelayState, path, provider, user name or code with markup in it is shown as it is, or not at all",
        arguments: attacks
    )
    func requests(attack: String) throws {
        let desk = WireDesk()
        let encoded = PercentEncoding.component(attack)
        let addresses = [
            "https://login.example/meadowlark?RelayState=\(encoded)", "https://login.example/\(encoded)?RelayState=x",
            "https://activate.example/activate?code=\(encoded)", "https://activate.example/done?code=\(encoded)",
            "https://activate.example/\(encoded)", "https://login.example/\(attack)",
            "https://activate.example/activate?code=\(attack)",
            "https://api.auth.adobe.com/\(encoded)", "https://sp.auth.adobe.com/\(attack)",
        ]
        // Every page is read by a reader that knows the elements and attributes that the service's own pages have.
        for address in addresses { Self.check(desk.get(address)) }
        let (page, _) = try desk.openLogin()
        let denied = try desk.logIn(page, as: attack, password: attack)
        Self.check(denied)
        let shown = try #require(ReadPage(denied).input("username")?.attribute("value"))
        #expect(shown == attack.replacing("\u{0}", with: "\u{FFFD}"))
        let (picker, _) = try desk.openSDKLogin(mvpd: nil)
        Self.check(desk.post(try picker.form().action, try picker.form().hidden + [("mvpd", attack)]))
        Self.check(desk.post("https://activate.example/activate", [("code", attack)]))
        for name in ["reg_code", "requestor_id", "mso_id", "domain_name", "redirect_url"] {
            var navigation = Desk(registers: false).navigation(try desk.code())
            navigation[name] = attack
            Self.check(desk.get(try desk.address(navigation)))
        }
    }

    static func check(_ response: WireResponse) {
        #expect(throws: Never.self) {
            if response.response.body != nil, response.status != 204 { _ = try ReadPage(response) }
        }
        for header in response.response.headers {
            #expect(header.value.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "\(header)")
        }
    }

    @Test("Names of a configuration with markup in them are shown as they are", arguments: attacks)
    func configuration(attack: String) throws {
        var configuration = ServiceConfiguration.example
        configuration.requestors[0].name = attack
        configuration.requestors[0].integrations.append(.init(mvpd: attack))
        configuration.providers.append(
            .init(
                listing: MVPD(id: attack, displayName: attack),
                subscribers: [.init(user: attack, resources: [attack])]
            )
        )
        let desk = WireDesk(configuration)
        let (page, _) = try desk.openLogin(mvpd: attack)
        #expect(page.heading.hasSuffix(attack.suffix(2)))
        #expect(try desk.logIn(page, as: attack).status == 302)
        let (saml, _) = try desk.openSDKLogin(mvpd: attack)
        let onward = try desk.logIn(saml, as: attack)
        Self.check(onward)
        let (picker, _) = try desk.openSDKLogin(mvpd: nil)
        let choice = try picker.form()
        let choosing = desk.post(choice.action, choice.hidden + [("mvpd", attack)])
        // A NUL is in no page, so a provider that has one in its id is not found again.
        if attack.hasPrefix("\u{0}") {
            #expect(try desk.logIn(ReadPage(choosing), as: attack).status == 400)
        } else {
            #expect(try desk.logIn(ReadPage(choosing), as: attack).status == 200)
        }
        for entry in desk.log where entry.response.header("Content-Type")?.hasPrefix("text/html") == true {
            Self.check(entry.response)
        }
    }

    @Test(
        "An app's address that a browser must not open begins no login and ends no logout",
        arguments: ["javascript:alert(1)", "data:text/html,<script>1</script>", "//kite.example", "/x", "x"]
    )
    func targets(text: String) throws {
        let desk = WireDesk()
        let navigations: [PassRequest] = [
            .initiateAuthentication(
                requestor: "KITETV",
                mvpd: "Meadowlark",
                code: try desk.code(),
                domainName: "kite.example",
                redirectURL: text
            ), .sdkAuthenticate(requestor: "KITETV", mvpd: "Meadowlark", redirectURL: text),
            .sdkAuthenticate(requestor: "KITETV", mvpd: "Meadowlark", redirectURL: text, isPassive: true),
            .sdkLogout(SDKContext(requestor: "KITETV"), redirectURL: text),
        ]
        for navigation in navigations {
            let response = desk.get(try desk.address(navigation))
            #expect(response.status == 400)
            #expect(response.location == nil)
            #expect(
                try ReadPage(response).alert
                    == "Adobe Pass refused it: redirect_url is not an address that a browser may open."
            )
        }
    }

    @Test("An app's address cannot add header fields or sources to the policy")
    func injection() throws {
        let desk = WireDesk()
        let (page, _) = try desk.openLogin(end: "kite://x\r\nSet-Cookie: a=b; script-src *")
        let end = try desk.logIn(page)
        #expect(end.location == "kite://x%0D%0ASet-Cookie:%20a=b;%20script-src%20*")
        #expect(end.header("Set-Cookie") == nil)
    }

    @Test(
        "Nothing runs in a page and nothing is loaded; its form may lead to the service and to where the app wants the browser"
    )
    func policy() throws {
        let desk = WireDesk()
        _ = try desk.openLogin(end: "kite-tv://login")
        let headers = desk.log[desk.log.count - 1].response
        #expect(
            headers.header("Content-Security-Policy")
                == "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self' https: kite-tv:"
        )
        #expect(headers.header("Cache-Control") == "no-store")
        #expect(headers.header("X-Content-Type-Options") == "nosniff")
        #expect(headers.header("Content-Type") == "text/html;charset=UTF-8")
        _ = try desk.openLogin(end: "http://localhost:3000/cb")
        let local = desk.log[desk.log.count - 1].response.header("Content-Security-Policy")
        #expect(local?.hasSuffix("form-action 'self' https: http:") == true)
    }
}
