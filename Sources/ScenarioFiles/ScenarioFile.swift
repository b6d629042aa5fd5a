public import Simulation

/// A scenario's file: YAML as `Documentation/scenarios.md` describes it.
public enum ScenarioFile {
    /// Reads the scenario in `text`, which stands in the file `name`.
    ///
    /// - Throws: `ScenarioFileError` for anything that is not understood: file, line, and the nearest valid word.
    public static func parse(_ text: String, name: String) throws(ScenarioFileError) -> Scenario {
        throw ScenarioFileError(file: name, line: 1, problem: "nothing is understood yet", hint: nil)
    }

    /// Reads steps as `--then` takes them: `advance 31d; play KITE1`.
    public static func steps(parsing text: String) throws(ScenarioFileError) -> [Scenario.LocatedStep] { [] }

    /// Writes a scenario as a file that reads back as the same value.
    public static func text(of scenario: Scenario) -> String { "" }
}

/// Something in a scenario's file that is not understood.
public struct ScenarioFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's name, or `--then`.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// What is wrong.
    public var problem: String
    /// The nearest valid word, or what to write instead.
    public var hint: String?

    /// An error of these parts.
    public init(file: String, line: Int, problem: String, hint: String?) {
        self.file = file
        self.line = line
        self.problem = problem
        self.hint = hint
    }

    /// `kite.yaml:7: unknown step "playy"; did you mean "play"?`
    public var description: String { "\(file):\(line): \(problem)" + (hint.map { "; \($0)" } ?? "") }
}
