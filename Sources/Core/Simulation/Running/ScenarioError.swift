import Documents

/// The reason that a step of a scenario cannot happen: the scenario's mistake, not the simulated system's.
public struct ScenarioError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line of the step in the scenario's file, from 1; 0 if it was made up.
    public var line: Int
    public var problem: String
    /// The text to write instead; nil if there is nothing to suggest.
    public var hint: String?
    /// The expectation that is not met, where that is the problem: its words are made elsewhere.
    public var failure: ExpectationFailure?

    /// An error of these parts.
    public init(line: Int, _ problem: String, hint: String? = nil) {
        self.line = line
        self.problem = problem
        self.hint = hint
    }

    /// The error that what was expected of what is served is not so.
    init(_ failure: ExpectationFailure) {
        self.init(line: failure.line, "expectation not met")
        self.failure = failure
    }

    /// For a person: `line 7: there is no app com.kite.tw; did you mean com.kite.tv?`.
    public var description: String {
        (line > 0 ? "line \(line): " : "") + ErrorText.text(problem, fix: hint)
    }
}
