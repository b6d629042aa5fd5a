/// One thing that happened at one instant of virtual time.
public struct TimelineEvent: Hashable, Sendable {
    /// Whose doing it was.
    public enum Actor: String, Hashable, Sendable, CaseIterable {
        /// The user or the outside world: a tap, a launch.
        case user
        /// The client stack: a step reached, a request sent.
        case client
        /// Apple's platform: an answer of the Video Subscriber Account framework.
        case platform
        /// A device's operating system: what an upgrade or a deletion does to what is stored.
        case device
        /// Adobe's service, a recorded one or the simulated service: an answer.
        case service
        /// The network between client and service: a fault.
        case network
        /// The replay itself: a deviation, a divergence, a note.
        case replay

        /// What stands for the actor in a digest: the word that is to be shown, whatever is shown today.
        var code: String {
            switch self {
            case .platform: "vsa"
            case .user, .client, .device, .service, .network, .replay: rawValue
            }
        }

        /// The word that readers see.
        public var title: String {
            switch self {
            case .device: "platform"
            case .user, .client, .platform, .service, .network, .replay: rawValue
            }
        }
    }

    /// When it happened, in virtual time.
    public var instant: Instant
    /// Whose doing it was.
    public var actor: Actor
    /// Which app or device it concerns, `phone/com.kite.tv`; nil where there is only one.
    public var place: String?
    /// What kind of thing it was, in one stable word or dotted name: `S6`, `v1.authorize`, `divergence`.
    public var kind: String
    /// What stands for the kind in a digest: the word that is to be shown, where another is shown today.
    public var code: String
    /// What a reader is told, in one line.
    ///
    /// No program and no digest depends on it.
    public var summary: String
    /// The facts of the summary, in a fixed order.
    public var values: [EventValue]
    /// What else a reader may want to see, as names and values in a fixed order; no digest depends on it.
    public var details: [Detail]

    /// A named value that belongs to an event.
    public struct Detail: Hashable, Sendable {
        /// What the value is.
        public var name: String
        /// The value as text.
        public var value: String

        /// A detail of this name and value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// An event with these parts; its code is its kind unless said otherwise.
    public init(
        at instant: Instant,
        _ actor: Actor,
        _ kind: String,
        code: String? = nil,
        _ summary: String,
        values: [EventValue] = [],
        details: [Detail] = []
    ) {
        self.instant = instant
        self.actor = actor
        self.kind = kind
        self.code = code ?? kind
        self.values = values
        self.summary = summary
        self.details = details
    }
}
