public import History
public import PassAPI
public import Services
public import VirtualTime

/// The table of what changes at which instant.
public struct SweepTable: Hashable, Sendable {
    /// A row for each expiration, by instant.
    public var rows: [Row] = []
    /// A row for each order in which two expirations that fall within a minute can come.
    public var orders: [Order] = []
    /// True if a user's act was tried at each instant; false if what a recording shows is all that is said.
    public var isTried = true
    /// What a recording shows to expire, and a replay of it does not have.
    public var untried: [Untried] = []
    /// What ended before it expired, with the end that was stated, by what a recording shows.
    public var ended: [Ended] = []
    /// The device of a recording that it is about; nil if it is about all, or there is none.
    public var device: ObservedDevice?
    /// The devices of a recording that it is not about.
    public var otherDevices: [ObservedDevice] = []

    /// An expiration of a recording that was not tried.
    public struct Untried: Hashable, Sendable {
        public var expiration: Expiration
        /// The event that ended it, if it was not time.
        public var ending: Ending.Cause?
    }

    /// What ended before its time.
    public struct Ended: Hashable, Sendable {
        /// The expiration that did not come.
        public var expiration: Expiration
        /// The ending that did.
        public var ending: Known<Ending>?
    }

    /// An expiration and what is so around it.
    public struct Row: Hashable, Sendable {
        /// The expiration, with its instant and how that is known.
        public var expiration: Expiration
        /// The event that ended it before, if a recording shows one.
        public var ending: Ending.Cause?
        /// True if it ended before it expired: what is seen is as if it had not.
        public var hasEnded = false
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
        /// True if that is the order in which the session has them; if not, the first was moved ahead of the second.
        public var isNatural: Bool
        /// The sample between the two.
        public var between: BoundarySample
    }
}

/// The findings at an instant: whether the thing holds, and what happens when its user acts.
public struct BoundarySample: Hashable, Sendable {
    /// The instant that was looked at, in true time.
    public var instant: Instant
    /// True if the thing still holds.
    public var isValid: Bool
    /// The reaction: the requests that are made and what comes of them.
    public var reaction: Reaction
}

/// The consequences of an act of a user, or of anyone who looks at a token or a code.
public enum Reaction: Hashable, Sendable {
    /// Nobody can do anything.
    case nothing
    /// A verifier takes a media token, or finds that it has expired.
    case verified(isValid: Bool)
    /// The user is told this, without doing anything.
    case told([CodedText])
    /// The user enters a registration code on a second screen, and logs in there.
    case codeEntered(LoginResult)
    /// By what a recording shows, the documents and the simulated service: the last call with it while it holds, else what the next one
    /// meets.
    case call(ExpirationEffect, isValid: Bool)
    /// The user launches the app or plays something, after the device was asked about the TV provider.
    case acted(Act, Platform?)

    /// A launch, or a playback of a resource, and what came of it.
    public struct Act: Hashable, Sendable {
        /// The resource that is played; nil for a launch.
        public var resource: String?
        /// The requests and pickers, first to last.
        public var moves: [Move] = []
        /// The rows of an app's behavior that decided on the way and that nobody has seen, each once, in order.
        public var assumedRows: [String] = []
        /// True if it plays in the end.
        public var isPlaying = false
        /// The last message to the user, if it does not play.
        public var message: CodedText?
        /// True if the authorization is still the one there was; nil where it is about none.
        public var isSameDecision: Bool?
        /// The reason that the act cannot happen in this world; nil if it can.
        public var problem: ScenarioError?
    }

    /// The client's moves in response to an act.
    public enum Move: Hashable, Sendable {
        /// Sends a request.
        case request(PassAPI.Operation)
        /// Has the system show its picker.
        case systemPicker
        /// Shows a picker of its own.
        case ownPicker
    }

    /// The reports of a device about its TV provider when it may not disturb anyone.
    public enum Platform: Hashable, Sendable {
        /// Somebody is signed in with this provider.
        case signedIn(String)
        /// Somebody is, and the session is over.
        case sessionOver
        /// Nobody is.
        case signedOut
    }
}
