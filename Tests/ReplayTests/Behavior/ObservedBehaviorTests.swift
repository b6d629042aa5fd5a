import ClientStack
import Exchanges
import PassAPI
import Simulation
import Testing

@testable import Replay

@Suite("What a recording shows of an app's behavior") struct ObservedBehaviorTests {
    static let seeds: [UInt64] = (0..<10).map { UInt64($0) }

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
