import History
import PassAPI
import Replay
import Simulation
import Testing
import VirtualTime

@Suite("A history says what a replay computes") struct HistoryAgreementTests {
    /// The kinds that the history follows and a replay does not, with the reasons.
    static let reasons: [HoldingKind: String] = [
        .assertion: "the simulated device keeps no assertion: it goes to the service at once",
        .vsaPermission: "a permission does not expire",
        .cookie: "the simulated service sets cookies of its own",
        .providerSession: "the pages of a login are the user's: a replay does not compare them",
    ]

    @Test(
        "After each exchange of a bundled capture both know the same expirations",
        arguments: ExpirationCheckpointsTests.captures
    )
    func agreement(capture: String) throws {
        let recording = try Captures.recording(capture)
        let history = History(recording)
        for exchange in recording.exchanges {
            let fork = try ForkedWorld(recording, at: .ordinal(exchange.ordinal))
            let replayed = Set(fork.told.map(Self.text)).sorted()
            // What another took the place of, a replay forgets; the history says by what.
            let state = history.asOf(.after(exchange: exchange.ordinal))
            let shown = state.expirations.filter { $0.holding.ending == nil && Self.reasons[$0.holding.kind] == nil }
            #expect(Set(shown.map(Self.text)).sorted() == replayed, "\(capture), exchange \(exchange.ordinal)")
        }
    }

    @Test(
        "What a replay takes to be valid at the end the history does, too",
        arguments: ExpirationCheckpointsTests.captures
    )
    func end(capture: String) throws {
        let recording = try Captures.recording(capture)
        let history = History(recording)
        let fork = try ForkedWorld(recording)
        // To the instant: each expiration of either, just before and at it.
        for instant in fork.told.map(\.instant) + history.expirations.map(\.instant.value) {
            for moment in [instant - .nanoseconds(1), instant] {
                let replayed = Set(fork.told.filter { $0.instant > moment }.map(Self.text)).sorted()
                let valid = history.asOf(.instant(moment)).valid(at: moment)
                    .filter { $0.expires != nil && Self.reasons[$0.kind] == nil }
                guard moment >= fork.world.now else { continue }
                #expect(Set(valid.map(Self.text)).sorted() == replayed, "\(capture) at \(moment)")
            }
        }
    }

    @Test(
        "What expires has one name in a history, in a run and where a moment is read",
        arguments: HoldingKind.allCases.filter { $0 != .vsaPermission }
    )
    func names(kind: HoldingKind) {
        #expect(HoldingKind(expiring: kind.rawValue) == kind)
        #expect(Expiration(kind, "x", at: .distantPast, source: "").name == kind.rawValue + " x")
        #expect(HoldingKind.wordsOfExpirations.contains(kind.rawValue))
    }

    @Test("A permission has no end that a moment could name; what scenarios wrote of an account before is read")
    func otherNames() {
        #expect(HoldingKind(expiring: "vsa-permission") == nil)
        #expect(HoldingKind(expiring: "platform-session") == .vsaAccount)
        #expect(HoldingKind(expiring: "authn") == nil && HoldingKind(expiring: "") == nil)
    }

    private static func text(_ expiration: RecordedExpiration) -> String { text(expiration.holding) }

    private static func text(_ holding: Holding) -> String {
        let name = holding.kind == .vsaAccount ? holding.kind.rawValue : holding.name
        return "\(name) \(holding.expires.map { "\($0.value)" } ?? "-")"
    }

    private static func text(_ expiration: Expiration) -> String { "\(expiration.name) \(expiration.instant)" }
}
