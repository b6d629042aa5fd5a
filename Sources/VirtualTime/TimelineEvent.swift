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
        /// Adobe's service, a recorded one or the twin: an answer.
        case service
        /// The network between client and service: a fault.
        case network
        /// The replay itself: a deviation, a divergence, a note.
        case replay
    }

    /// When it happened, in virtual time.
    public var instant: Instant
    /// Whose doing it was.
    public var actor: Actor
    /// Which app or device it concerns, `phone/com.kite.tv`; nil where there is only one.
    public var place: String?
    /// What kind of thing it was, in one stable word or dotted name: `S6`, `v1.authorize`, `divergence`.
    public var kind: String
    /// What a reader is told, in one line.
    public var summary: String
    /// What else is known, as names and values in a fixed order.
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

    /// An event with these parts.
    public init(at instant: Instant, _ actor: Actor, _ kind: String, _ summary: String, details: [Detail] = []) {
        self.instant = instant
        self.actor = actor
        self.kind = kind
        self.summary = summary
        self.details = details
    }
}
