/// Something in a scenario that cannot be, whatever happens in a run.
public struct ScenarioProblem: Error, Hashable, Sendable {
    /// The line of the step in the scenario's file, from 1; 0 if it was made up, or if it is no step.
    public var line: Int
    public var problem: String
    /// The suggestion of what to do instead.
    public var hint: String?

    /// A problem of these parts.
    public init(line: Int, problem: String, hint: String? = nil) {
        self.line = line
        self.problem = problem
        self.hint = hint
    }
}
