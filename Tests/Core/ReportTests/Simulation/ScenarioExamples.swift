import Exchanges
import Report
import VirtualTime

@testable import Simulation

/// Results of scenarios that nobody ran.
enum ScenarioExamples {
    static let start = Instant(secondsSince1970: 1_800_000_000)

    static var timeline: Timeline {
        var timeline = Timeline()
        timeline.append(TimelineEvent(at: start, .user, "launch", UserAction.Action.launch))
        let values: [EventValue] = [.text("resource", "KITE1"), .number("exchange", 300)]
        timeline.append(TimelineEvent(at: start + .seconds(3), .client, "play", values: values))
        return timeline
    }

    static func failure(line: Int = 9, found: String = "not playing") -> ExpectationFailure {
        ExpectationFailure(
            line: line,
            instant: start + .seconds(3),
            expectation: .playing("KITE1"),
            finding: .names([found])
        )
    }

    static func run(_ failures: [ExpectationFailure] = []) -> ScenarioResult.Run {
        ScenarioResult.Run(
            failures: failures,
            timeline: timeline,
            span: start...start + .seconds(86_403),
            digest: timeline.digest
        )
    }

    static let good = ScenarioResult(
        file: "a/good.yaml",
        title: "A good one",
        requirements: ["K-1"],
        outcome: .ran(run())
    )
    static let failed = ScenarioResult(
        file: "a/failed.yaml",
        title: "A <failed> one & more",
        outcome: .ran(run([failure(), failure(line: 12, found: "\u{1B}[2J \"quoted\" ]]> \u{FFFF}")]))
    )
    static let refused = ScenarioResult(
        file: "refused.yaml",
        title: "refused.yaml",
        outcome: .refused("refused.yaml:3: unknown step \"playy\". Did you mean \"play\"?", nil)
    )
    static let stopped = ScenarioResult(
        file: "stopped.yaml",
        title: "Stopped",
        outcome: .refused("stopped.yaml:4: tv is asleep; wake it first", run([failure()]))
    )
}
