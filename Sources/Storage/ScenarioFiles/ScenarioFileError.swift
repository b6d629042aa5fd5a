import Documents
import Simulation

/// Something in a scenario's file that is not understood.
public struct ScenarioFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's name, or `--then`.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The column, from 1, where it is known.
    public var column: Int?
    /// The description of the problem.
    public var problem: String
    /// The nearest valid word, or what to write instead.
    public var hint: String?

    /// An error of these parts.
    public init(file: String, line: Int, column: Int? = nil, problem: String, hint: String?) {
        self.file = file
        self.line = line
        self.column = column
        self.problem = problem
        self.hint = hint
    }

    /// The error on one line: `kite.yaml:7:5: unknown step "playy"; did you mean "play"?`.
    public var description: String {
        "\(file):\(line):" + (column.map { "\($0):" } ?? "") + " " + ErrorText.text(problem, fix: hint)
    }
}

extension Problem {
    /// The problem as whoever wrote the file is told it.
    func located(in file: String) -> ScenarioFileError {
        ScenarioFileError(
            file: file,
            line: place.line,
            column: place.column,
            problem: text.inOneLine,
            hint: hint?.inOneLine
        )
    }
}
