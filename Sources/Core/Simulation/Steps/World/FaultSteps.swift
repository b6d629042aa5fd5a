public import Services
import VirtualTime

/// Something goes wrong from now on.
struct FaultStep: Step {
    static let words = [
        StepWord(
            "fault",
            "fault: offline",
            .either([
                .reference("fault"),
                .object(
                    [
                        ("kind", .reference("fault")), ("on", .reference("operations")),
                        ("times", .count(1...1_000_000)), ("after", .words(["service"])),
                    ],
                    required: ["kind"]
                ),
            ]),
            "requests fail from now on: all of them or some, always or a number of times, before the service or after it"
        )
    ]
    static let scope = StepScope.world

    var rule: FaultPlan.Rule

    init(rule: FaultPlan.Rule) { self.rule = rule }
    init(_ argument: StepArgument) throws(Problem) { rule = try FaultPlan.Rule(reading: argument.node) }
    var written: StepWriting { Self.writing(rule.fileNode) }

    func perform(in run: inout ScenarioRun, _ line: Int) {
        run.world.backend.faults.add(rule)
        run.world.note("fault", values: rule.values, rule)
    }
}

/// Everything works again.
struct ClearFaultsStep: PlainStep {
    static let words = [StepWord("clear faults", "everything works again")]
    static let scope = StepScope.world

    func perform(in run: inout ScenarioRun, _ line: Int) {
        run.world.backend.faults.clear()
        run.world.note("fault", values: [.code("fault", "none")])
    }
}

extension ScenarioStep {
    /// Something goes wrong from now on.
    public static func fault(_ rule: FaultPlan.Rule) -> ScenarioStep { ScenarioStep(FaultStep(rule: rule)) }
    /// Everything works again.
    public static var clearFaults: ScenarioStep { ScenarioStep(ClearFaultsStep()) }
}
