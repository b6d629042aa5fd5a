/// One thing that happened at one instant of virtual time.
public struct TimelineEvent: Hashable, Sendable {
    /// The actors of events.
    public enum Actor: String, Hashable, Sendable, CaseIterable {
        /// The user or the outside world: a tap, a launch.
        case user
        /// The client stack: a step reached, a request sent.
        case client
        /// Apple's platform: an answer of the Video Subscriber Account framework.
        case vsa = "platform"
        /// A device's operating system: what an upgrade or a deletion does to what is stored.
        case device
        /// Adobe's service, a recorded one or the simulated service: an answer.
        case service
        /// The network between client and service: a fault.
        case network
        /// The replay itself: a warning, a divergence, a note.
        case replay

        /// The word for the actor in a digest: the one that is to be shown, whatever is shown today.
        var code: String {
            switch self {
            case .vsa: "vsa"
            case .user, .client, .device, .service, .network, .replay: rawValue
            }
        }
    }

    /// The instant at which it happened, in virtual time.
    public var instant: Instant
    public var actor: Actor
    /// The app or device that it concerns, `phone/com.kite.tv`; nil where there is only one.
    public var place: String?
    /// The kind of thing that it was, in one stable word or dotted name: `S6`, `v1.authorize`, `divergence`.
    public var kind: String
    /// The word for the kind in a digest: the one that is to be shown, where another is shown today.
    public var code: String
    /// The facts that a program compares, in a fixed order.
    public var values: [EventValue]
    /// The event itself, where kind and values do not hold all that a reader sees; no digest depends on it.
    public var content: Content?
    /// What joins it with other events and with a recording; no digest depends on it.
    public var link: EventLink?

    /// A request, a finding, a change: whatever it was, as the module has it that knows it.
    public struct Content: Hashable, Sendable {
        /// The thing itself.
        public let value: any Hashable & Sendable

        /// This thing.
        public init(_ value: any Hashable & Sendable) { self.value = value }

        /// Checks whether both are the same thing.
        public static func == (one: Content, other: Content) -> Bool {
            AnyHashable(one.value) == AnyHashable(other.value)
        }

        /// Hashes the thing.
        public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
    }

    /// An event with these parts; its code is its kind unless said otherwise.
    public init(
        at instant: Instant,
        _ actor: Actor,
        _ kind: String,
        code: String? = nil,
        values: [EventValue] = [],
        _ content: (any Hashable & Sendable)? = nil
    ) {
        self.instant = instant
        self.actor = actor
        self.kind = kind
        self.code = code ?? kind
        self.values = values
        self.content = content.map { Content($0) }
    }
}
