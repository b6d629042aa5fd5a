/// A point of a recording at which something happened: which event, and when.
public struct Occurrence: Hashable, Sendable {
    /// The event that shows it.
    public var event: EventReference
    /// The instant at which it happened, by the recorder's clock.
    public var instant: Instant

    /// An occurrence of these parts.
    public init(_ event: EventReference, at instant: Instant) {
        self.event = event
        self.instant = instant
    }
}
