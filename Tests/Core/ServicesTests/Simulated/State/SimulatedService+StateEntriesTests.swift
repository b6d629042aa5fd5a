import PassAPI
import Services
import Testing
import VirtualTime

@Suite struct SimulatedServiceStateEntriesTests {
    @Test("State says who is signed in and what is authorized, without tokens or secrets")
    func entries() throws {
        let desk = Desk()
        desk.signOn()
        _ = desk.answer(.authorize(desk.context, resource: "KITE1"))
        let entries = desk.service.stateEntries(at: desk.now)
        func facts(_ kind: String) -> [String] {
            entries.filter { $0.kind == .token && $0["kind"] == .code(kind) }.flatMap { $0.facts.map(\.description) }
        }
        #expect(
            facts("authn") == [
                "source=service", "kind=authn", "api=rest", "requestor=KITETV", "deviceID=kite-box-0001",
                "mvpd=Meadowlark", "user=wren", "expiresAt=2026-01-31T00:00:00Z", "isExpired=false",
            ]
        )
        #expect(
            facts("authz") == [
                "source=service", "kind=authz", "api=rest", "requestor=KITETV", "deviceID=kite-box-0001",
                "resource=KITE1", "mvpd=Meadowlark", "user=wren", "expiresAt=2026-01-02T00:00:00Z", "isExpired=false",
            ]
        )
        let clock = EventValue.instant("time", Instant(secondsSince1970: 1_767_225_600))
        #expect(entries.first == StateEntry(.service, .clock, [clock]))
        let texts = entries.flatMap(\.facts).map(\.description)
        #expect(!texts.contains { $0.contains("signatureInfo") || $0.contains(desk.token ?? "?") })
        desk.now += .seconds(86_400)
        let later = desk.service.stateEntries(at: desk.now).filter { $0["kind"] == .code("authz") }
        #expect(later.map { $0["isExpired"] } == [.truth(true)])
    }

    @Test("After a logout nothing of the sign-on is left")
    func logout() {
        let desk = Desk()
        desk.signOn()
        _ = desk.answer(.authorize(desk.context, resource: "KITE1"))
        _ = desk.answer(.logout(desk.context))
        let kinds = desk.service.stateEntries(at: desk.now).compactMap { $0["kind"] }
        #expect(!kinds.contains(.code("authn")) && !kinds.contains(.code("authz")))
    }
}
