import Exchanges
import PassAPI
import Services
import Testing
import VirtualTime

/// Cookies on the wire, from access-enabler.md §14.1: a session between login and `session`.
@Suite struct SimulatedServiceWireSessionsTests {
    static let config = "https://sp.auth.adobe.com/adobe-services/config/KITETV"

    static func session(_ desk: WireDesk) throws -> WireResponse {
        try desk.call(.session(SDKContext(requestor: "KITETV", deviceID: "box")))
    }

    @Test("The first response sets JSESSIONID, and a client that brings it gets no other")
    func first() throws {
        let desk = WireDesk()
        let first = desk.get(Self.config)
        let cookie = try #require(first.header("Set-Cookie"))
        #expect(cookie.wholeMatch(of: /JSESSIONID=[0-9A-F]{32}; Path=\/; Secure; HttpOnly; SameSite=None/) != nil)
        #expect(desk.get(Self.config).header("Set-Cookie") == nil)
        desk.cookies = [:]
        let second = try #require(desk.get(Self.config).header("Set-Cookie"))
        #expect(second != cookie)
    }

    @Test("Over plain HTTP the cookie is not marked as secure, since a client would drop it")
    func plain() {
        let desk = WireDesk()
        let http = desk.get("http://sp.auth.adobe.com/adobe-services/config/KITETV").header("Set-Cookie")
        #expect(http?.hasSuffix("; Path=/; HttpOnly") == true)
    }

    @Test("Calls that no session matters to set no cookie")
    func restWithout() throws {
        let desk = try WireDesk().register()
        _ = try desk.code()
        #expect(desk.log.allSatisfy { $0.response.header("Set-Cookie") == nil })
    }

    @Test(
        "An id that the service did not give out counts as none",
        arguments: [
            "", "x", "00000001", String(repeating: "0", count: 32), "00000001" + String(repeating: "F", count: 24),
            "FFFFFFFF" + String(repeating: "0", count: 24), "+0000001" + String(repeating: "0", count: 24),
        ]
    )
    func forged(id: String) {
        let desk = WireDesk()
        desk.get(Self.config)
        desk.cookies = ["sp.auth.adobe.com": "JSESSIONID=" + id]
        #expect(desk.get(Self.config).header("Set-Cookie") != nil)
    }

    @Test("The id is found among other cookies, quoted or not")
    func among() throws {
        let desk = WireDesk()
        desk.get(Self.config)
        let own = try #require(desk.cookies["sp.auth.adobe.com"])
        let id = own.dropFirst("JSESSIONID=".count)
        for text in ["client_type=iOS; \(own)", "JSESSIONID=old; \(own)", "\(own);passgw=1", "JSESSIONID=\"\(id)\""] {
            desk.cookies = ["sp.auth.adobe.com": text]
            #expect(desk.get(Self.config).header("Set-Cookie") == nil, "\(text)")
        }
    }

    @Test("A login without a code is kept for the browser that made it, and no other")
    func login() throws {
        let desk = WireDesk()
        #expect(try Self.session(desk).status == 401)
        let onward = try ReadPage(desk.logIn(desk.openSDKLogin().page)).form()
        #expect(try Self.session(desk).status == 401, "the response has yet to travel")
        #expect(desk.post(onward.action, onward.hidden).location == "https://kite.example/done")
        #expect(try Self.session(desk).status == 200)
        let own = desk.cookies
        desk.cookies = [:]
        #expect(try Self.session(desk).status == 401)
        desk.cookies = own
        #expect(try Self.session(desk).status == 200)
    }

    @Test("A browser that keeps Adobe's cookies from the provider's form is signed in all the same")
    func crossSite() throws {
        let desk = WireDesk()
        let onward = try ReadPage(desk.logIn(desk.openSDKLogin().page)).form()
        let own = desk.cookies
        desk.cookies = [:]
        let end = desk.post(onward.action, onward.hidden)
        #expect(end.status == 302)
        #expect(end.header("Set-Cookie") == nil)
        desk.cookies = own
        #expect(try Self.session(desk).status == 200)
    }

    @Test("After a restart at another time the ids of before are nobody's")
    func restart() {
        let desk = WireDesk()
        desk.get(Self.config)
        let old = desk.cookies
        desk.service = SimulatedService(.example, seed: 1)
        desk.now += .seconds(1)
        desk.cookies = [:]
        desk.get(Self.config)
        #expect(desk.cookies != old)
        desk.cookies = old
        #expect(desk.get(Self.config).header("Set-Cookie") != nil)
    }
}
