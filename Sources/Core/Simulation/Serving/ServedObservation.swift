public import VirtualTime

/// What holds and what expires at a back end when the served clock shows an instant.
public struct ServedObservation: Hashable, Sendable {
    /// What the served clock shows.
    public var instant: Instant
    /// The app over a recording that it is about, by the number of its session; nil where all apps meet the same back end.
    public var session: Int?
    /// Whole seconds by which the served clock is ahead of the back end's time.
    public var lead: Int64
    /// What the service knows.
    public var entries: [StateEntry]
    /// What expires, earliest first.
    public var expirations: [Expiration]

    /// An observation of these parts.
    public init(
        at instant: Instant,
        session: Int? = nil,
        lead: Int64 = 0,
        entries: [StateEntry],
        expirations: [Expiration]
    ) {
        self.instant = instant
        self.session = session
        self.lead = lead
        self.entries = entries
        self.expirations = expirations
    }
}
