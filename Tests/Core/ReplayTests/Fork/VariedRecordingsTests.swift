import Checkout
import Exchanges
import Foundation
import Replay
import Simulation
import Testing
import VirtualTime

/// The bundled captures with calls left out, doubled or refused, and pauses between them: what is replayed of these ends, and what
/// plays on after them does something.
@Suite struct VariedRecordingsTests {
    private static let paths = Checkout.files(below: "Recordings/captures", suffix: ".har")

    /// Numbers that follow from a seed.
    private struct Draw {
        var state: UInt64

        mutating func below(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
    }

    private static func varied(_ path: String, seed: UInt64) throws -> Recording {
        let archive = try Data(contentsOf: Checkout.top.appending(path: path))
        var recording = try HAR.recording(parsing: Array(archive))
        var draw = Draw(state: seed)
        for _ in 0...draw.below(3) where recording.exchanges.count > 1 {
            let place = draw.below(recording.exchanges.count)
            switch draw.below(5) {
            case 0: recording.exchanges.removeSubrange((place + 1)...)
            case 1: recording.exchanges.remove(at: place)
            case 2: recording.exchanges.insert(recording.exchanges[place], at: place)
            case 3:
                let status = [200, 400, 401, 403, 404, 410, 412, 429, 500][draw.below(9)]
                recording.exchanges[place].outcome = .response(HTTPResponse(status: status))
            default:
                let pause = Duration.seconds(Int64([1, 400, 90_000, 3_000_000][draw.below(4)]))
                for later in place..<recording.exchanges.count { recording.exchanges[later].startedAt += pause }
            }
        }
        for place in recording.exchanges.indices { recording.exchanges[place].ordinal = place + 1 }
        return recording
    }

    @Test(
        "A replay and its forks end, in time or with a circle named, and no play has nothing after it",
        arguments: paths
    )
    func ends(path: String) throws {
        for seed in 1...6 as ClosedRange<UInt64> {
            let recording = try Self.varied(path, seed: seed &* 0x9E37 &+ UInt64(path.utf8.count))
            let result: ReplayResult
            do throws(ReplayError) {
                result = try Replayer.replay(recording, options: ReplayOptions())
            } catch {
                continue
            }
            #expect(result.timeline.events.count < 100 * (recording.exchanges.count + 10), "\(path) \(seed)")
            for wait in [60, 90_000, 31 * 86_400] as [Int64] {
                let fork = try ForkedWorld(recording)
                var run = ScenarioRun(in: fork.world)
                run.resources = fork.resources
                do throws(ScenarioError) {
                    try run.run([.init(.advance(.seconds(wait))), .init(.play("KITE1"))])
                } catch {
                    Issue.record("\(path) \(seed), after \(wait) s: \(error)")
                    continue
                }
                let events = run.world.timeline.events
                let play = try #require(events.lastIndex { $0.actor == .user && $0.kind == "play" })
                let rest = events[(play + 1)...].filter { $0.kind != "assumed" }
                #expect(!rest.isEmpty, "\(path) \(seed), after \(wait) s")
                #expect(events.count < 100 * (recording.exchanges.count + 100), "\(path) \(seed), after \(wait) s")
            }
        }
    }
}
