public import Simulation

/// The client that a recording is replayed with.
public struct ClientChoice: Hashable, Sendable {
    /// The origins that the client can have.
    public enum Origin: Hashable, Sendable {
        /// The documents' client where the app behaves like it, else a client that does what the recording shows.
        case automatic
        /// The documents' client: the cookbook's, AccessEnabler, or the browser's.
        case documents
        /// A client that does what the recording shows.
        case app
    }

    /// The origin of the client.
    public var origin: Origin
    /// Rows of the behavior that are to be otherwise than the recording shows, by name.
    public var settings: [OptionSetting] = []
    /// The behavior that another recording of the same app shows; it outweighs this one's.
    public var other: ShownBehavior?

    /// A client of this origin.
    public init(_ origin: Origin = .automatic, settings: [OptionSetting] = [], other: ShownBehavior? = nil) {
        self.origin = origin
        self.settings = settings
        self.other = other
    }

    /// True if a client of its own was asked for.
    var asksForBehavior: Bool { origin == .app || !settings.isEmpty || other != nil }
}
