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

    @Test(
        "an event that kind and values describe completely has its own sentence",
        arguments: [
            (
                "adopted", [.code("operation", "v1.authorize"), .number("status", 200), .truth("isNeeded", true)],
                "v1.authorize 200, taken from the recording"
            ),
            (
                "adopted", [.code("operation", "v1.authorize"), .truth("isNeeded", false)],
                "v1.authorize without a response, not needed by the client"
            ),
            ("fork", [], "from here on the simulated service responds"),
            ("login", [.text("mvpd", "Lark")], "the user logs in with Lark"),
            (
                "login", [.text("mvpd", "Lark"), .truth("isOnSecondDevice", true)],
                "the user logs in with Lark on a second device"
            ),
            ("picker", [.number("providerCount", 1)], "the system shows its TV provider picker: 1 provider"),
            ("picker", [.code("choice", "none")], "the user cancels the system's picker"),
            ("picker", [.code("choice", "other")], "the user picks “Other TV Provider”"),
            (
                "picker", [.code("choice", "notOnboarded"), .text("mvpd", "Lark")],
                "the user picks Lark, which is not onboarded"
            ),
            ("picker", [.code("choice", "provider"), .text("mvpd", "Lark")], "the user picks Lark and logs in"),
            ("play", [.text("resource", "KITE1")], "KITE1 with a fresh media token"),
            ("prompt", [], "the system asks the user for permission"),
            ("webView", [.identity("url", "https://a.example/")], "the web view loads https://a.example/"),
            ("fault", [.code("fault", "none")], "everything works again"),
        ] as [(String, [EventValue], String)]
    )
    func own(kind: String, values: [EventValue], sentence: String) {
        #expect(TimelineEvent(at: Instant(secondsSince1970: 0), .replay, kind, values: values).summary == sentence)
    }
}
