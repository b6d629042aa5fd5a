import PassAPI
import Services
import Testing
import VirtualTime

/// The values that are moved with an expiration, and those that keep their own.
@Suite struct SimulatedServiceMovingTests {
    /// Two requestors are signed in at one instant, and each may watch two resources from then on.
    private static func desk() -> Desk {
        let desk = Desk()
        for requestor in ["KITETV", "HARBORTV"] {
            desk.requestor = requestor
            _ = SimulatedServiceNeighboursTests.logIn(desk, user: "wren")
            for resource in ["KITE1", "KITE2"] { _ = desk.answer(.authorize(desk.context, resource: resource)) }
        }
        return desk
    }

    private static func answers(_ desk: Desk) -> [Int] {
        ["KITETV", "HARBORTV"].flatMap { requestor in
            desk.requestor = requestor
            return [desk.answer(.checkAuthentication(desk.context)).status]
                + ["KITE1", "KITE2"].map { resource in
                    desk.answer(.readAuthorizationToken(desk.context, resource: resource)).status
                }
        }
    }

    /// Moves an expiration to a minute from now, and goes there; answers whether there was one.
    private static func ends(_ kind: HoldingKind, _ subject: String, after life: Duration, in desk: Desk) -> Bool {
        let expiration = Expiration(kind, subject, at: desk.now + life, source: "service")
        let isMoved = desk.service.move(expiration, to: desk.now + .seconds(60), at: desk.now)
        desk.now += .seconds(60)
        return isMoved
    }

    @Test("A sign-on that is made to end earlier is its own requestor's, and authorizations keep their ends")
    func authentication() {
        let desk = Self.desk()
        #expect(Self.ends(.authenticationToken, "KITETV", after: .seconds(30 * 86_400), in: desk))
        #expect(Self.answers(desk) == [403, 412, 412, 200, 200, 200])
    }

    @Test("An authorization that is made to end earlier is that of its own resource")
    func authorization() {
        let desk = Self.desk()
        #expect(Self.ends(.authorizationToken, "KITE1", after: .seconds(86_400), in: desk))
        #expect(Self.answers(desk) == [200, 410, 200, 200, 410, 200])
    }

    @Test("What nobody keeps cannot be moved: of another subject, at another instant, of a kind that is signed")
    func nothing() {
        let desk = Self.desk()
        let later = desk.now + .seconds(60)
        for expiration in [
            Expiration(.authenticationToken, "NOBODY", at: desk.now + .seconds(30 * 86_400), source: "service"),
            Expiration(.authenticationToken, "KITETV", at: desk.now + .seconds(30 * 86_400 + 1), source: "service"),
            Expiration(.authorizationToken, "KITE3", at: desk.now + .seconds(86_400), source: "service"),
            Expiration(.mediaToken, "KITE1", at: desk.now + .seconds(300), source: "service"),
        ] {
            let isMoved = desk.service.move(expiration, to: later, at: desk.now)
            #expect(!isMoved)
        }
        #expect(Self.answers(desk) == [200, 200, 200, 200, 200, 200])
    }
}
