/// What is up to the simulation where no document says how the world goes.
public struct WorldOptions: Hashable, Sendable {
    /// How long a person takes to pick a provider or to answer a prompt.
    var reactionTime = Duration.seconds(3)
    /// How long a person takes to log in at an MVPD's page.
    public var loginTime = Duration.seconds(20)
    /// Whether an app in the background hears nothing until it comes to the foreground again, as iOS suspends apps.
    var suspendsInBackground = true

    /// The defaults.
    public init() {}
}
