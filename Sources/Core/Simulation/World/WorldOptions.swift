/// The options of the simulation where no document states how the world behaves.
public struct WorldOptions: Hashable, Sendable {
    /// The time that a simulated user takes to pick a provider or to answer a prompt.
    var reactionTime = Duration.seconds(3)
    /// The time that a simulated user takes to log in at an MVPD's page.
    public var loginTime = Duration.seconds(20)
    /// True if an app in the background hears nothing until it comes to the foreground again, as iOS suspends apps.
    var suspendsInBackground = true

    /// The defaults.
    public init() {}
}
