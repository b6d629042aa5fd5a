import ClientStack
import Exchanges
import PassAPI
import Simulation
import Testing

@testable import Replay

@Suite("What a recording shows of an app's behavior") struct ObservedBehaviorTests {
    static let seeds: [UInt64] = (0..<10).map { UInt64($0) }

    @Test("dbg") func dbg() throws {
        for seed: UInt64 in [441, 447, 575, 165] {
            let app = GeneratedApp(seed: seed)
            let session = try RecordedSession(app.recording)
            print("SEED", seed)
            for option in ClientBehavior.table.options where option.read(app.behavior) != option.read(ClientBehavior()) { print("   ", option.name, option.read(app.behavior)) }
            for segment in ObservedBehavior(session).segments {
                print("  ", segment.kind, segment.calls.map { "\($0.ordinal) \($0.request.operation.rawValue) \($0.response?.status ?? 0)" })
            }
            let result = try Replayer.replay(app.recording, options: ReplayOptions(client: ClientChoice(.app)))
            print("  ", result.divergences.map(\.summary), result.fates.filter { $0.fate == .adopted }.map(\.exchange))
        }
    }

    @Test("An app with random behavior is replayed whole, and the rows that show are those it has", arguments: seeds)
    func generated(block: UInt64) throws {
        for seed in (block * 100)..<(block * 100 + 100) {
            let app = GeneratedApp(seed: seed)
            let shown = try ShownBehavior(app.recording)
            for row in shown.rows where row.name != "media-token-use" {
                let option = try #require(ClientBehavior.table.option(named: row.name))
                let (read, truth) = (option.read(shown.behavior), option.read(app.behavior))
                #expect(read == truth, "seed \(seed), \(row.name)")
            }
            let options = ReplayOptions(client: ClientChoice(.app))
            let result = try Replayer.replay(app.recording, options: options)
            #expect(result.adoptedCount == 0, "seed \(seed): \(result.divergences.map(\.summary))")
        }
    }
}
