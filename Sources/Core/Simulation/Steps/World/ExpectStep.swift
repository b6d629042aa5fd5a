import VirtualTime

/// What has happened is compared with what should have.
package struct ExpectStep: Step {
    package static let words = [
        StepWord(
            "expect",
            "expect: { playing: KITE1 }",
            .reference("expectations"),
            "what has happened since the expectation before is compared with what should have"
        )
    ]
    package static let scope = StepScope.world

    /// What is expected.
    package var expectations: [Expectation]

    init(expectations: [Expectation]) { self.expectations = expectations }

    package init(_ argument: StepArgument) throws(Problem) {
        expectations = try ExpectationWord.expectations(argument.node, argument.yaml)
    }

    package var written: StepWriting { Self.writing(expectations.fileNode) }

    package func perform(in run: inout ScenarioRun, _ line: Int) {
        for expectation in expectations { run.check(expectation, line) }
        run.seen = []
        run.eventsSeen = run.world.timeline.events.count
    }
}

extension ScenarioStep {
    /// What has happened is compared with what should have.
    public static func expect(_ expectations: [Expectation]) -> ScenarioStep {
        ScenarioStep(ExpectStep(expectations: expectations))
    }
}
