/// Scenarios to write into files: a TV with one app, and what a test does with it.
enum ScenarioText {
    /// A scenario with these steps, each a line of YAML without its dash; the first stands in line 10.
    static func scenario(_ steps: String..., title: String = "An example") -> String {
        scenario(steps, title: title)
    }

    /// A scenario with these steps.
    static func scenario(_ steps: [String], title: String = "An example") -> String {
        """
        title: \(title)
        requirements: [K-1, K-2]
        start: 2026-11-20T08:00:00Z
        devices:
          tv:
            system: tvOS 15.1
            apps:
              com.kite.tv: { team: KITE, requestor: KITETV }
        steps:

        """ + steps.map { "  - \($0)\n" }.joined()
    }

    /// One that holds.
    static let good = scenario("launch", "expect: step S1")
    /// One whose expectation in line 11 is not met.
    static let failing = scenario("launch", "expect: playing KITE1", title: "A failing one")
    /// One that is not understood.
    static let bad = scenario("launch", "playy: KITE1")

    /// A scenario that goes on from a recording.
    static func fork(_ recording: String, at point: String = "end", _ steps: String...) -> String {
        "title: A fork\nfrom: \(recording)\nfork-at: \(point)\nsteps:\n" + steps.map { "  - \($0)\n" }.joined()
    }
}
