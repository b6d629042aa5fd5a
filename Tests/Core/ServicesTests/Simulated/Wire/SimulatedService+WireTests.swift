import Documents
import Exchanges
import PassAPI
import Services
import Testing
import VirtualTime

/// What the service on the wire is there for, and what it does with requests that no client should send.
@Suite struct SimulatedServiceWireTests {
    @Test("Its hosts are Adobe's of both environments, the providers' and the one where a code is typed")
    func hosts() {
        let desk = WireDesk()
        #expect(
            desk.service.hosts == [
                "api.auth.adobe.com", "sp.auth.adobe.com", "mgmt.auth.adobe.com", "api.auth-staging.adobe.com",
                "sp.auth-staging.adobe.com", "mgmt-prequal.auth.adobe.com", "login.example", "activate.example",
            ]
        )
        for host in desk.service.hosts + ["entitlement.auth.adobe.com"] {
            #expect(desk.service.serves("https://\(host)/x"))
            #expect(desk.service.serves("https://\(host.uppercased()):8443/x"))
        }
        for url in ["", "/x", "https://adobe.com/", "https://login.example.org/", "https://kite.example/done"] {
            #expect(!desk.service.serves(url))
        }
    }

    @Test("The same seed and the same requests give the same bytes; another seed gives others")
    func determinism() throws {
        func run(_ seed: UInt64) throws -> [WireResponse] {
            let desk = WireDesk(seed: seed)
            try desk.logIn(desk.openLogin().page)
            let onward = try ReadPage(desk.logIn(desk.openSDKLogin().page)).form()
            desk.post(onward.action, onward.hidden)
            desk.post("https://activate.example/activate", [("code", try desk.code())])
            _ = try SimulatedServiceWireSessionsTests.session(desk)
            desk.get("https://login.example/none")
            return desk.log.map(\.response)
        }
        let first = try run(1)
        #expect(try first == run(1))
        #expect(try first != run(2))
    }

    @Test("Staging is the same service: its SAML response goes back to the host that opened the login")
    func staging() throws {
        let desk = WireDesk()
        var url = try desk.address(.sdkAuthenticate(requestor: "KITETV", mvpd: "Meadowlark", redirectURL: "kite://end"))
        url = url.replacing("sp.auth.adobe.com", with: "sp.auth-staging.adobe.com")
        let form = try ReadPage(desk.get(url)).form()
        let onward = try ReadPage(desk.logIn(ReadPage(desk.post(form.action, form.hidden)))).form()
        #expect(onward.action == "https://sp.auth-staging.adobe.com/sp/saml/SAMLAssertionConsumer")
        #expect(desk.post(onward.action, onward.hidden).location == "kite://end")
    }

    // MARK: Addresses that a client can follow

    @Test("A client that uses plain HTTP or a port is led on in the same way")
    func schemeAndPort() throws {
        let desk = WireDesk()
        let code = try desk.code()
        let url = try desk.address(Desk(registers: false).navigation(code))
        let plain = desk.get(url.replacing("https://api.auth.adobe.com/", with: "http://api.auth.adobe.com:8080/"))
        #expect(plain.location?.hasPrefix("http://login.example:8080/meadowlark?") == true)
        let odd = desk.get(url.replacing("https://api.auth.adobe.com/", with: "https://api.auth.adobe.com:80x\"/"))
        #expect(odd.location?.hasPrefix("https://login.example/meadowlark?") == true)
    }

    // MARK: Where a login has ended

    @Test("The address where a login ended has a page of its own, and no other address of that host")
    func landing() throws {
        let desk = WireDesk()
        try desk.logIn(desk.openLogin(end: "https://kite.example/done?a=1#top").page)
        let page = desk.get("https://kite.example/done?a=1")
        #expect(page.status == 200)
        #expect(page.page == .landing)
        #expect(try ReadPage(page).heading == "Back at the app")
        #expect(!desk.service.serves("https://kite.example/done"))
        // Every request comes as one through TLS, also where the app named an address without.
        try desk.logIn(desk.openLogin(end: "http://kite.example:80/plain").page)
        #expect(desk.get("https://kite.example/plain").page == .landing)
        #expect(desk.get("https://kite.example/done").status == 404)
    }

    @Test(
        "It is found in the form in which a browser requests it",
        arguments: [
            ("https://kite.example", "https://kite.example/"),
            ("HTTPS://Kite.Example:443?a=1", "https://kite.example/?a=1"),
            ("http://kite.example:80/a", "http://kite.example/a"),
            ("https://u@kite.example:8443/a", "https://kite.example:8443/a"),
        ]
    )
    func landingForms(end: String, requested: String) throws {
        let desk = WireDesk()
        try desk.logIn(desk.openLogin(end: end).page)
        #expect(desk.get(requested).page == .landing)
    }

    @Test("The last 64 of these addresses are remembered")
    func landings() throws {
        let desk = WireDesk()
        for number in 0..<65 {
            desk.get(
                "https://sp.auth.adobe.com/adobe-services/logout?redirect_url=https%3A%2F%2Fkite.example%2F\(number)"
            )
        }
        #expect(!desk.service.serves("https://kite.example/0"))
        #expect(desk.service.serves("https://kite.example/1"))
        #expect(desk.service.serves("https://kite.example/64"))
    }

    // MARK: What there is not

    @Test("An address without anything has a page that shows what there is; a program gets an error of Adobe's form")
    func notFound() throws {
        let desk = WireDesk()
        for url in [
            "https://api.auth.adobe.com/", "https://api.auth.adobe.com/api/v1/nothing", "https://login.example/",
            "https://login.example/a/b", "https://activate.example/x", "https://kite.example/",
        ] {
            let response = desk.get(url)
            #expect(response.status == 404)
            #expect(response.page == .notFound)
            let page = try ReadPage(response)
            #expect(page.text.contains("sp.auth.adobe.com"))
            #expect(page.links == ["https://activate.example/activate"])
        }
        let program = desk.send(
            "GET",
            "https://api.auth.adobe.com/api/v2/KITETV/receipts",
            [HeaderField("Accept", "*/*")]
        )
        #expect(program.status == 404)
        #expect(
            program.text
                == #"{"status":404,"message":"There is no such page","details":"The service does not have GET /api/v2/KITETV/receipts on api.auth.adobe.com."}"#
        )
        let xml = desk.send("GET", "https://api.auth.adobe.com/x", [HeaderField("Accept", "application/xml")])
        #expect(xml.header("Content-Type") == "application/xml;charset=UTF-8")
        #expect(try XMLDocument(parsing: xml.response.body ?? []).root.name.local == "error")
    }

    @Test("Another method than an address has is refused with those that it has")
    func methods() {
        let desk = WireDesk()
        let wrong = desk.send("DELETE", "https://api.auth.adobe.com/o/client/register")
        #expect(wrong.status == 405)
        #expect(wrong.header("Allow") == "POST")
        #expect(desk.send("HEAD", "https://api.auth.adobe.com/api/v1/config/KITETV").header("Allow") == "GET")
        let options = desk.send("OPTIONS", "https://api.auth.adobe.com/api/v1/logout")
        #expect(options.status == 204)
        #expect(options.header("Allow") == "GET, DELETE, OPTIONS")
        #expect(options.response.body == nil)
        #expect(desk.send("OPTIONS", "https://api.auth.adobe.com/none").status == 404)
        #expect(desk.send("PUT", "https://activate.example/").header("Allow") == "GET, HEAD, POST")
        #expect(desk.send("OPTIONS", "https://activate.example/").status == 204)
        let head = desk.send("HEAD", "https://activate.example/")
        #expect(head.status == 200)
        #expect(head.response.body == nil)
    }

    // MARK: What cannot be read

    @Test(
        "A request without a host or a method gets 400",
        arguments: [
            ("GET", ""), ("GET", "/api/v1/config/KITETV"), ("GET", "https://"), ("GET", "https:///x"),
            ("", "https://login.example/"), ("G T", "https://login.example/"),
        ]
    )
    func withoutHost(method: String, url: String) throws {
        let response = WireDesk().send(method, url)
        #expect(response.status == 400)
        #expect(response.page == .badRequest)
        _ = try ReadPage(response)
    }

    @Test("A URL of 64 KiB and a body of 1 MiB are read, and no more")
    func limits() {
        let desk = WireDesk()
        let start = "https://login.example/"
        let url = start + String(repeating: "a", count: 65_536 - start.utf8.count)
        #expect(desk.get(url).status == 404)
        #expect(desk.get(url + "a").status == 414)
        let body = String(repeating: "a", count: 1_048_576)
        #expect(desk.send("POST", start + "x", body: body, type: "text/plain").status == 400)
        #expect(desk.send("POST", start + "x", body: body + "a", type: "text/plain").status == 413)
        #expect(desk.send("POST", "https://sp.auth.adobe.com/adobe-services/session", body: body + "a").status == 413)
    }

    @Test(
        "A form that is not one gets 400",
        arguments: [
            ("multipart/form-data; boundary=x", "--x\r\n\r\n--x--"), ("application/json", #"{"RelayState":"x"}"#),
            ("application/x-www-form-urlencoded", String(repeating: "a=b&", count: 33)),
            ("application/x-www-form-urlencoded", String(repeating: "n", count: 4_097) + "=x"),
        ]
    )
    func forms(type: String, body: String) {
        for url in ["https://login.example/meadowlark", "https://activate.example/activate"] {
            #expect(WireDesk().send("POST", url, body: body, type: type).status == 400)
        }
    }

    @Test("Bytes that are not text, and percent signs that stand for nothing, never end anything")
    func noise() throws {
        var generator = SeededGenerator(seed: 28)
        let desk = WireDesk()
        let (page, _) = try desk.openLogin()
        let relayState = try page.form().hidden[0].1
        let urls = [
            "https://login.example/meadowlark", "https://login.example/picker", "https://activate.example/activate",
            "https://activate.example/done", "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer",
            "https://sp.auth.adobe.com/adobe-services/session", "https://api.auth.adobe.com/o/client/token",
            "https://api.auth.adobe.com/api/v1/authenticate", "https://api.auth.adobe.com/reggie/v1/KITETV/regcode",
        ]
        let chunks = [
            "%", "%zz", "%0", "%00", "%C3", "%0D%0A", "&", "=", ";", "+", "\u{301}", "<", "\"",
            "RelayState=\(relayState)", "code", "username=", "password=", "mvpd=", "{", "[", "SAMLResponse=",
        ]
        for _ in 0..<600 {
            let text = (0..<generator.below(12)).map { _ in chunks[generator.below(chunks.count)] }.joined()
            var bytes = Array(text.utf8)
            if generator.below(3) == 0 { bytes += (0..<40).map { _ in UInt8(truncatingIfNeeded: generator.next()) } }
            let url = urls[generator.below(urls.count)] + (generator.below(2) == 0 ? "" : "?" + text)
            let type = ["application/x-www-form-urlencoded", "application/json", "", "x"][generator.below(4)]
            let request = HTTPRequest(
                method: ["GET", "POST"][generator.below(2)],
                url: url,
                headers: WireDesk.browser + [HeaderField("Content-Type", type), HeaderField("Cookie", text)],
                body: bytes
            )
            let response = desk.send(request)
            #expect((200..<500).contains(response.status), "\(request)")
            for header in response.response.headers {
                #expect(header.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "\(header)")
            }
            if response.header("Content-Type") == "text/html;charset=UTF-8" { _ = try ReadPage(response) }
        }
    }
}
