import PassAPI
import Services
import Testing
import VirtualTime

@Suite struct SimulatedServiceExpirationsTests {
    static func expirations(_ desk: Desk) -> [String] {
        desk.service.expirations(at: desk.now).map { "\($0.name) +\(($0.instant - desk.now).components.seconds)" }
    }

    @Test("Everything that runs out is listed once, by when it does")
    func list() {
        let desk = Desk()
        let code = desk.code()?.code ?? ""
        desk.logIn(code)
        _ = desk.answer(.authorize(desk.context, resource: "KITE1"))
        _ = desk.answer(.mediaToken(desk.context, resource: "KITE1"))
        // The AuthN token of the same login is the same expiration.
        _ = desk.answer(.sessionDevice(SDKContext(requestor: "KITETV", deviceID: "box"), code: code))
        let own = Self.expirations(desk).filter { !$0.hasPrefix("saml") && !$0.hasPrefix("platform") }
        #expect(
            own == [
                "media-token KITE1 +300", "registration-code \(code) +1800", "access-token +21600",
                "authz-token KITE1 +86400", "authn-token KITETV +2592000",
            ]
        )
    }

    @Test("What has run out is no longer listed, from the very instant on")
    func past() {
        let desk = Desk()
        _ = desk.code()
        desk.now += .seconds(1_800) - .nanoseconds(1)
        #expect(Self.expirations(desk).contains { $0.hasPrefix("registration-code") })
        desk.now += .nanoseconds(1)
        #expect(!Self.expirations(desk).contains { $0.hasPrefix("registration-code") })
    }

    @Test("Deadlines are in true time, wherever the server's clock stands")
    func skew() throws {
        let desk = Desk()
        desk.signOn()
        let right = desk.now + .seconds(30 * 86_400)
        func authentication() -> Instant? {
            desk.service.expirations(at: desk.now).first { $0.kind == .authenticationToken }?.instant
        }
        #expect(authentication() == right)
        desk.service.apply(.skewClock(.seconds(60)), at: desk.now)
        #expect(authentication() == right - .seconds(60))
        desk.now = right - .seconds(60) - .nanoseconds(1)
        desk.register()
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 200)
        desk.now += .nanoseconds(1)
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 403)
    }
}
