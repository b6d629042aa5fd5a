import PassAPI
import Services
import Testing
import VirtualTime

@Suite struct TwinStateLinesTests {
    @Test("State lines say who is signed on and what is authorized, without tokens or secrets")
    func lines() throws {
        let desk = Desk()
        desk.signOn()
        _ = desk.answer(.authorize(desk.context, resource: "KITE1"))
        let lines = desk.twin.stateLines(at: desk.now)
        #expect(lines.allSatisfy { $0.subject.hasPrefix("twin") || $0.subject.hasPrefix("mvpd") })
        let authn = try #require(lines.first { $0.name == "authn KITETV Meadowlark kite-box-0001" })
        #expect(authn.value == "user wren until 2026-01-31T00:00:00Z")
        let authz = try #require(lines.first { $0.name == "authz KITETV KITE1 kite-box-0001" })
        #expect(authz.value == "Meadowlark wren until 2026-01-02T00:00:00Z")
        #expect(lines.first { $0.name == "clock" }?.value == "2026-01-01T00:00:00Z")
        #expect(!lines.contains { $0.value.contains("signatureInfo") || $0.value.contains(desk.token ?? "?") })
        desk.now += .seconds(86_400)
        let later = desk.twin.stateLines(at: desk.now)
        #expect(later.contains { $0.name.hasPrefix("authz ") && $0.value.contains("expired 2026-01-02") })
    }

    @Test("After a logout nothing of the sign-on is left")
    func logout() {
        let desk = Desk()
        desk.signOn()
        _ = desk.answer(.authorize(desk.context, resource: "KITE1"))
        _ = desk.answer(.logout(desk.context))
        let names = desk.twin.stateLines(at: desk.now).map(\.name)
        #expect(!names.contains { $0.hasPrefix("authn ") || $0.hasPrefix("authz ") })
    }
}
