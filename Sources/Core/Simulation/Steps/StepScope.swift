/// The scopes that a step can have.
public enum StepScope: String, Hashable, Sendable {
    /// An app that runs.
    case runningApp
    /// An app that is installed; whoever signs in opens it.
    case installedApp
    /// A device as a whole.
    case device
    /// The world outside: time, network, services.
    case world
}
