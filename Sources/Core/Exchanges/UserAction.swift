public import VirtualTime

/// An event that reached the app from outside: a user's tap, a launch.
public struct UserAction: Hashable, Sendable {
    /// Its place among the user actions of a recording, from 1.
    public var ordinal: Int
    /// The instant at which it happened.
    public var occurredAt: Instant
    public var action: Action

    /// The actions of a user or the outside world.
    public enum Action: Hashable, Sendable {
        /// The app is started and signs on.
        case launch
        /// The user picks an MVPD in the app's own picker, by Adobe's id.
        case selectProvider(String)
        /// The user closes the login web view (iOS, iPadOS).
        case closeWebView
        /// The user says that they have logged in elsewhere: on a second screen, or in a browser.
        case confirmLogin
        /// The user gives up signing on.
        case cancel
        /// The user wants to watch a resource.
        case play(resource: String)
        /// The app asks which of these resources the user may watch.
        case preauthorize(resources: [String])
        /// The app reads the user's metadata.
        case readUserMetadata
        /// The user logs out.
        case logOut
        /// The app comes to the foreground again.
        case foreground
        /// The app goes to the background.
        case background
    }

    /// A user action with these parts.
    public init(ordinal: Int, occurredAt: Instant, action: Action) {
        self.ordinal = ordinal
        self.occurredAt = occurredAt
        self.action = action
    }
}
