import Exchanges
import History
import Testing
import VirtualTime

@Suite struct HistoryTests {
    @Test("A recording without calls of Adobe Pass has no devices, no entries and no point")
    func nothing() {
        let history = History(Recording())
        #expect(history.devices.isEmpty && history.entries.isEmpty && history.point == nil)
        #expect(history.mainDevice == nil)
    }

    @Test("After a logout (204) neither AuthN nor AuthZ token holds, whatever their expirations say")
    func logoutEnds() throws {
        let history = try Captures.history("clients/kodi-espn3-logout")
        let ended = history.entries.filter { $0.ending?.value.cause == .loggedOut(by: .exchange(5)) }
        #expect(ended.map(\.kind) == [.authenticationToken, .authorizationToken])
        #expect(history.valid(at: history.point?.instant ?? .distantPast).map(\.kind) == [.registrationCode, .mediaToken])
    }

    @Test("A denial leaves the sign-on alone, and is remembered with the MVPD's words")
    func denial() throws {
        let history = try Captures.history("clients/clientless-denied")
        #expect(history.refusals.map(\.at.event) == [.exchange(3), .exchange(4)])
        #expect(history.refusals.allSatisfy { $0.isDenial && $0.message == "Not in your package" })
        #expect(history.entries.map(\.kind) == [.authenticationToken])
        #expect(history.entries.first?.ending == nil)
        #expect(history.entries.first?.isFromBefore == true)
    }
}
