/// Everything that happened in a run, in order, with a digest that grows with every event.
public struct Timeline: Hashable, Sendable {
    /// What happened, first to last.
    public private(set) var events: [TimelineEvent] = []

    /// Stands for all events so far.
    ///
    /// Of an event's details it takes in the names, and of each value which of the values it is, counted in order of
    /// appearance: so runs over the same recording agree although its secrets were replaced under another key each time
    /// it was imported, and a value that changes from one event to the next still shows.
    public private(set) var digest = Digest()

    /// The details' values so far, numbered in order of appearance.
    private var numbers: [Hashed<String>: UInt64] = [:]

    /// A timeline on which nothing has happened.
    public init() {}

    /// Adds an event and absorbs it into the digest.
    public mutating func append(_ event: consuming TimelineEvent) {
        digest.absorb(event.instant)
        digest.absorb(event.actor.rawValue)
        if let place = event.place { digest.absorb(place) }
        digest.absorb(event.kind)
        digest.absorb(event.summary)
        digest.absorb(UInt64(event.details.count))
        for detail in event.details {
            digest.absorb(detail.name)
            digest.absorb(number(of: detail.value))
        }
        events.append(event)
    }

    private mutating func number(of value: String) -> UInt64 {
        let key = Hashed(value)
        if let known = numbers[key] { return known }
        let new = UInt64(numbers.count) + 1
        numbers[key] = new
        return new
    }
}
