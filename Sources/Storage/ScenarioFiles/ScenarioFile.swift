public import Services
public import Simulation

/// A scenario's file: YAML as `Documentation/reference/scenarios.md` describes it.
public enum ScenarioFile {
    /// The largest file that is read, in bytes.
    static let largestFile = 1_048_576
    /// The maximum number of devices, apps, requestors, providers, subscribers or options that a mapping may name.
    public static let mostNames = FileNode.mostNames
    /// The maximum number of pieces of a file: the whole is one, an item of a list is one, a key with its value two.
    static let mostPieces = 16_000
    /// The maximum number of steps of a scenario.
    public static let mostSteps = Scenario.mostSteps

    /// Reads the scenario in `text`, which stands in the file `name`.
    ///
    /// - Throws: `ScenarioFileError` for anything that is not understood: file, line, and the nearest valid word.
    public static func parse(_ text: String, name: String) throws(ScenarioFileError) -> Scenario {
        do {
            return try checked(Scenario(reading: FileNode(yaml: text), yaml: FileNode.init(yaml:)))
        } catch {
            throw error.located(in: name)
        }
    }

    /// Reads what a file, which is called `name`, says of the simulated service: the keys below `service` in scenarios.
    ///
    /// - Throws: `ScenarioFileError` for anything that is not understood.
    public static func service(parsing text: String, name: String) throws(ScenarioFileError) -> ServiceChanges {
        do throws(Problem) {
            let hint = "write what is different about the service, beginning for example with \"requestors:\""
            return try ServiceChanges(reading: FileNode(yaml: text, beginningWith: hint))
        } catch {
            throw error.located(in: name)
        }
    }

    private static func checked(_ scenario: Scenario) throws(Problem) -> Scenario {
        do {
            try scenario.check()
            return scenario
        } catch {
            throw Problem(Place(line: max(error.line, 1), column: nil), error.problem, error.hint)
        }
    }

    /// Reads steps as `--then` takes them: `advance 31d; play KITE1`.
    ///
    /// - Throws: `ScenarioFileError` with the column in `text`.
    public static func steps(parsing text: String) throws(ScenarioFileError) -> [Scenario.LocatedStep] {
        try line(text, as: "--then") { () throws(Problem) in try StepLine.steps(in: text, yaml: FileNode.init(yaml:)) }
    }

    /// Reads steps as `control` takes them while something is served: `advance 31d; age 1h`.
    ///
    /// - Parameters:
    ///   - text: the steps.
    ///   - configuration: what the service knows, for what a step leaves out; nil where a recording answers.
    /// - Returns: the steps, at least one.
    /// - Throws: `ScenarioFileError` with the column in `text`.
    public static func servedSteps(
        parsing text: String,
        for configuration: ServiceConfiguration?
    ) throws(ScenarioFileError) -> [ServedStep] {
        try line(text, as: "steps") { () throws(Problem) in
            try ServedStep.steps(in: text, for: configuration, yaml: FileNode.init(yaml:))
        }
    }

    private static func line<Steps>(
        _ text: String,
        as name: String,
        _ read: () throws(Problem) -> Steps
    ) throws(ScenarioFileError) -> Steps {
        do throws(Problem) {
            guard text.utf8.count <= largestFile else {
                throw Problem(Place(line: 1), "the steps are longer than \(largestFile) bytes")
            }
            guard !text.hasTooManyMarks else { throw Problem(tooManyMarksAt: Place(line: 1)) }
            return try read()
        } catch {
            throw error.located(in: name)
        }
    }

    /// Writes a scenario as a file that reads back as the same value, but for the numbers of lines.
    public static func text(of scenario: Scenario) -> String { scenario.fileNode.yamlDocument }
}
