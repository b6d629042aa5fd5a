import FuzzReadings
import ScenarioFiles
import Simulation
import Testing

@testable import ShellFuzzing

/// Scenarios are held against what their page says.
@Suite struct ScenarioReadingsTests {
    @Test("Every whole minute of 18 hours is a time zone, and lifetimes are those of their names")
    func agrees() throws {
        for minutes in stride(from: 0, through: 1_080, by: 1) {
            try ScenarioReadings.timeZone(minutes, isWest: minutes.isMultiple(of: 2))
        }
        for draw in 0..<20 as Range<UInt64> { try ScenarioReadings.agree(draw &* 0x9E37_79B9_7F4A_7C15) }
        #expect(throws: PropertyFailure.self) { try ScenarioReadings.timeZone(1_081, isWest: false) }
    }

    @Test("What happens in an app that was never launched since it was installed is seen")
    func launched() throws {
        let start = """
            title: t
            start: 2026-11-20T08:00:00Z
            devices:
              phone:
                system: iOS 17.2
                apps:
                  com.kite.tv: { team: KITE, requestor: KITETV }
            steps:
              - launch
              - delete app
              - install app: { id: com.kite.tv, team: KITE, requestor: KITETV }
              - launch
              - play: KITE1
            """
        var scenario = try ScenarioFile.parse(start, name: "t.yaml")
        try ScenarioReadings.launched(scenario)
        scenario.steps.remove(at: 3)
        #expect(throws: PropertyFailure.self) { try ScenarioReadings.launched(scenario) }
        scenario.steps.remove(at: 0)
        #expect(throws: PropertyFailure.self) { try ScenarioReadings.launched(scenario) }
    }
}
