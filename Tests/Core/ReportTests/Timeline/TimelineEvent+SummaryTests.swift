import Testing
import VirtualTime

@testable import Report
@testable import Simulation

@Suite("The sentences of a timeline")
struct TimelineEventSummaryTests {
    @Test("whatever happens in a made-up scenario has a sentence, and what it carries is of a kind that has one")
    func complete() throws {
        var kinds: Set<String> = []
        for seed in 0..<40 as Range<UInt64> {
            let scenario = ScenarioGenerator.scenario(seed: seed)
            guard case .setup(let setup) = scenario.start else { continue }
            var run = ScenarioRun(in: try World(setup))
            for step in scenario.steps { try run.perform(step) }
            for event in run.world.timeline.events {
                kinds.insert(event.kind)
                #expect(event.content == nil || event.content?.value is any Summarized, "\(event)")
                let facts = event.values.map(\.description).joined(separator: " ")
                #expect(facts.isEmpty || event.summary != facts, "\(event)")
            }
        }
        #expect(kinds.isSuperset(of: ["S2", "present", "play", "fault", "control", "advance", "login"]))
    }
}
