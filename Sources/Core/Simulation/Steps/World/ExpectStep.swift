import VirtualTime

/// The comparison of what has happened with what should have.
struct ExpectStep: Step {
    static let words = [
        StepWord(
            "expect",
            "expect: { playing: KITE1 }",
            .reference("expectations"),
            "what has happened since the expectation before is compared with what should have"
        )
    ]
    static let scope = StepScope.world

    var expectations: [Expectation]

    init(expectations: [Expectation]) { self.expectations = expectations }

    init(_ argument: StepArgument) throws(Problem) {
        expectations = try ExpectationWord.expectations(argument.node, argument.yaml)
    }

    var written: StepWriting { Self.writing(expectations.fileNode) }

    func perform(in run: inout ScenarioRun, _ line: Int) {
        for expectation in expectations { run.check(expectation, line) }
        run.seen = []
        run.eventsSeen = run.world.timeline.events.count
    }
}

extension ScenarioStep {
    /// Compares what has happened with what should have.
    public static func expect(_ expectations: [Expectation]) -> ScenarioStep {
        ScenarioStep(ExpectStep(expectations: expectations))
    }
}
