public import PassAPI
public import Services
public import VirtualTime

/// What changes at which instant.
public struct SweepTable: Hashable, Sendable {
    /// A row for each expiration, by instant.
    public var rows: [Row] = []
    /// A row for each order in which two expirations that fall within a minute can come.
    public var orders: [Order] = []

    /// An expiration and what is so around it.
    public struct Row: Hashable, Sendable {
        /// What runs out, and when.
        public var expiration: Expiration
        /// One nanosecond before.
        public var before: BoundarySample
        /// At the instant.
        public var at: BoundarySample
        /// One nanosecond after.
        public var after: BoundarySample
    }

    /// Two expirations in one order.
    public struct Order: Hashable, Sendable {
        /// The one that comes first.
        public var first: Expiration
        /// The one that comes second.
        public var second: Expiration
        /// Whether that is the order in which the session has them; if not, the first was moved ahead of the second.
        public var isNatural: Bool
        /// What is so between the two.
        public var between: BoundarySample
    }
}

/// What is found at an instant: whether the thing holds, and what happens when its user acts.
public struct BoundarySample: Hashable, Sendable {
    /// When it was looked, in true time.
    public var instant: Instant
    /// Whether the thing still holds.
    public var isValid: Bool
    /// What happens: the requests that are made and what comes of them.
    public var reaction: Reaction
}

/// What an act of a user, or of whoever looks at a token or a code, brings about.
public enum Reaction: Hashable, Sendable {
    /// Nobody can do anything.
    case nothing
    /// Who verifies a media token takes it, or finds that it has expired.
    case verified(isValid: Bool)
    /// The user is told this, without doing anything.
    case told([CodedText])
    /// The user enters a registration code on a second screen, and logs in there.
    case codeEntered(LoginResult)
    /// The user launches the app or plays something, after the device was asked about the TV provider.
    case acted(Act, Platform?)

    /// A launch, or a playback of a resource, and what came of it.
    public struct Act: Hashable, Sendable {
        /// What is played; nil for a launch.
        public var resource: String?
        /// The requests and pickers, first to last.
        public var moves: [Move] = []
        /// Whether it plays in the end.
        public var isPlaying = false
        /// What the user was told last, if it does not play.
        public var message: CodedText?
        /// Whether the authorization is still the one there was; nil where it is about none.
        public var isSameDecision: Bool?
        /// Why the act is none in this world; nil if it is one.
        public var problem: ScenarioError?
    }

    /// What the client does about an act.
    public enum Move: Hashable, Sendable {
        /// Sends a request.
        case request(PassAPI.Operation)
        /// Has the system show its picker.
        case systemPicker
        /// Shows a picker of its own.
        case ownPicker
    }

    /// What a device says of its TV provider when it may not disturb anybody.
    public enum Platform: Hashable, Sendable {
        /// Somebody is signed in with this provider.
        case signedIn(String)
        /// Somebody is, and the session is over.
        case sessionOver
        /// Nobody is.
        case signedOut
    }
}
