import ClientStack
import Exchanges
import Foundation
import PassAPI
import Simulation
import Testing
import VirtualTime

@testable import Replay

@Suite struct DebugTests {
    @Test func dump() throws {
        guard let text = ProcessInfo.processInfo.environment["SEEDS"] else { return }
        for seed in text.split(separator: ",").compactMap({ UInt64($0) }) {
            let app = GeneratedApp(seed: seed)
            print("=== seed \(seed)")
            let truth = ClientBehavior.table.options.map { "\($0.name)=\($0.read(app.behavior))" }.filter { !$0.hasSuffix("=documented") }
            print(truth.joined(separator: " | "))
            let session = try RecordedSession(app.recording)
            let observed = ObservedBehavior(session)
            let start = app.recording.exchanges[0].startedAt
            for (index, segment) in observed.segments.enumerated() {
                print("-- segment \(index) \(segment.kind) open=\(segment.isLoginOpen) access=\(segment.access.map(\.ordinal))")
                for call in segment.calls {
                    let at = call.startedAt - start
                    print("   \(call.ordinal) +\(at) \(call.request.operation.rawValue) \(call.response?.status ?? 0) \(call.isGranted ? "" : "refused")")
                }
            }
            for exchange in app.recording.exchanges where !observed.segments.contains(where: { $0.calls.contains { $0.ordinal == exchange.ordinal } }) {
                print("   other \(exchange.ordinal) +\(exchange.startedAt - start) \(exchange.request.method) \(exchange.request.url.prefix(80)) \(exchange.response?.status ?? 0)")
            }
            let shown = try ShownBehavior(app.recording)
            for row in shown.rows {
                let option = try #require(ClientBehavior.table.option(named: row.name))
                let (read, truth) = (option.read(shown.behavior), option.read(app.behavior))
                if read != truth { print("ROW \(row.name): read \(read) or \(row.alternatives), is \(truth), by \(row.exchanges)") }
            }
            let stimuli = BehaviorStimuli(observed).stimuli
            print(stimuli.map { "\($0.occurredAt - start) \($0.action)" }.joined(separator: "; "))
            let result = try Replayer.replay(app.recording, options: ReplayOptions(client: ClientChoice(.app)))
            print("adopted \(result.adoptedCount): \(result.fates.filter { $0.fate == .adopted }.map(\.exchange))")
            for divergence in result.divergences { print("DIV \(divergence.summary.prefix(400))") }
        }
    }
}

@Suite struct TimeTests {
    @Test func time() throws {
        guard let text = ProcessInfo.processInfo.environment["TIMED"], let count = UInt64(text) else { return }
        let clock = ContinuousClock()
        var apps: [GeneratedApp] = []
        print("generate", clock.measure { apps = (0..<count).map { GeneratedApp(seed: $0) } })
        print("exchanges", apps.map(\.recording.exchanges.count).reduce(0, +))
        try print("show", clock.measure { for app in apps { _ = try ShownBehavior(app.recording) } })
        try print("session", clock.measure { for app in apps { _ = try RecordedSession(app.recording) } })
        try print("replay", clock.measure { for app in apps { _ = try Replayer.replay(app.recording, options: ReplayOptions(client: ClientChoice(.app))) } })
    }
}
