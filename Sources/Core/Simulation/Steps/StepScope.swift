/// What a step is about.
public enum StepScope: String, Hashable, Sendable {
    /// What happens in an app that runs.
    case runningApp
    /// An app that is installed; whoever signs in opens it.
    case installedApp
    /// A device as a whole.
    case device
    /// The world outside: time, network, services.
    case world
}
