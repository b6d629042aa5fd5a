import ClientStack
import Exchanges
import PassAPI
import Replay
import Services
import Simulation
import Testing
import VirtualTime

@Suite("A recording forks, and the twin goes on") struct ForkedWorldTests {
    /// The recording's world after an exchange, and the run that goes on from there.
    static func run(
        _ capture: String,
        at point: ForkPoint,
        authentication: Duration? = nil
    ) throws -> ScenarioRun {
        var changes = SetupChanges()
        changes.service.lifetimes.authentication = authentication
        let fork = try ForkedWorld(Captures.recording(capture), at: point, changes: changes)
        var run = ScenarioRun(in: fork.world)
        run.resources = fork.resources
        return run
    }

    /// The operations that were requested after the fork, by name.
    static func requests(of run: ScenarioRun) -> [String] {
        let events = run.world.timeline.events
        let fork = events.lastIndex { $0.kind == "fork" } ?? 0
        return events[fork...].filter { $0.actor == .client && Operation(rawValue: $0.kind) != nil }.map(\.kind)
    }

    @Test("apple-sso-flow.md §8: Apple session × Adobe token, all four cells")
    func lifetimes() throws {
        for (authentication, days) in [
            (Duration.seconds(60 * 86_400), 1), (.seconds(60 * 86_400), 31), (.seconds(86_400), 2),
            (.seconds(86_400), 31),
        ] {
            var run = try Self.run("apple-sso-tvos", at: .ordinal(12), authentication: authentication)
            try run.run([
                .init(.advance(.seconds(Int64(days) * 86_400))), .init(.launch), .init(.play("KITE1")),
            ])
            for e in run.world.timeline.events.suffix(60) { print(e.instant, e.actor, e.kind, e.summary.prefix(120)) }
            print(days, Self.requests(of: run))
        }
    }
}
