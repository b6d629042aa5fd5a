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
        do throws(Problem) {
            guard text.utf8.count <= largestFile else {
                throw Problem(Place(line: 1), "the steps are longer than \(largestFile) bytes")
            }
            guard !text.hasTooManyMarks else { throw Problem(tooManyMarksAt: Place(line: 1)) }
            return try StepLine.steps(in: text, yaml: FileNode.init(yaml:))
        } catch {
            throw error.located(in: "--then")
        }
    }

    /// Writes a scenario as a file that reads back as the same value, but for the numbers of lines.
    public static func text(of scenario: Scenario) -> String { scenario.fileNode.yamlDocument }
}
