/// Everything that happened in a run, in order, with a digest that grows with every event.
public struct Timeline: Hashable, Sendable {
    /// The events, first to last.
    public private(set) var events: [TimelineEvent] = []

    /// Stands for all events so far: their instants, actors, codes, places and values, and no sentence.
    ///
    /// Of identities it takes in which of them each is, counted in order of appearance: so runs over the same recording
    /// agree although its secrets were replaced under another key each time it was imported, and an identity that changes
    /// from one event to the next still shows.
    public private(set) var digest: Digest = {
        var digest = Digest()
        digest.absorb(Timeline.digestVersion)
        return digest
    }()

    /// The version of what a digest takes in; it rises when that changes, so that digests of two kinds are never taken
    /// for each other.
    ///
    /// 1 took in sentences, 2 takes in values.
    static let digestVersion: UInt64 = 2

    /// The identities so far.
    private var identities = IdentityNumbers()

    /// A timeline on which nothing has happened.
    public init() {}

    /// Adds an event and absorbs it into the digest.
    public mutating func append(_ event: consuming TimelineEvent) {
        digest.absorb(event.instant)
        digest.absorb(event.actor.code)
        if let place = event.place { digest.absorb(place) }
        digest.absorb(event.code)
        digest.absorb(event.values, numbering: &identities)
        events.append(event)
    }

    /// Adds an event that the digest does not take in: what is read from a recording, and does not happen in the run.
    public mutating func appendUncounted(_ event: consuming TimelineEvent) { events.append(event) }
}
