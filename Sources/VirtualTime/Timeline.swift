/// Everything that happened in a run, in order, with a digest that grows with every event.
public struct Timeline: Hashable, Sendable {
    /// What happened, first to last.
    public private(set) var events: [TimelineEvent] = []

    /// Stands for all events so far.
    public private(set) var digest = Digest()

    /// A timeline on which nothing has happened.
    public init() {}

    /// Adds an event and absorbs it into the digest.
    public mutating func append(_ event: TimelineEvent) {
        event.absorb(into: &digest)
        events.append(event)
    }
}
