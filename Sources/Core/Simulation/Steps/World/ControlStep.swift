public import Services
import VirtualTime

/// The service or a provider is changed.
struct ControlStep: Step {
    static let words = ServiceControlWord.all.map(\.word)
    static let scope = StepScope.world

    var control: ServiceControl

    init(control: ServiceControl) { self.control = control }

    init(_ argument: StepArgument) throws(Problem) {
        guard let row = ServiceControlWord.all.first(where: { $0.word.text == argument.word }) else {
            throw .unknown("step", argument.word, at: argument.node.place, known: Self.words.map(\.text))
        }
        control = try row.read(argument)
    }

    var written: StepWriting {
        for row in ServiceControlWord.all {
            if let argument = row.write(control) {
                return StepWriting(row.word.text, argument.isNothing ? nil : argument)
            }
        }
        // Each control has a word: `ServiceControlWordTests` does not compile without a row for a new one.
        return StepWriting("")
    }

    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        guard case .simulated = run.world.backend.service else {
            throw ScenarioError(line: line, "responses come from a recording: there is no service to control")
        }
        try run.checkKnown(control, line)
        run.world.backend.apply(control)
    }
}

extension ScenarioStep {
    /// The service or a provider is changed.
    public static func control(_ control: ServiceControl) -> ScenarioStep {
        ScenarioStep(ControlStep(control: control))
    }
}
