public import VirtualTime

/// An instant at which something of a recording expires.
public struct RecordedExpiration: Hashable, Sendable {
    /// The thing that expires.
    public var holding: Holding
    /// The place of it in ``History/entries``.
    public var index: Int
    /// The first instant at which it no longer holds, and how that is known.
    public var instant: Known<Instant>

    /// Its name as scenarios write it: `authz-token KITE1`.
    public var name: String { holding.name }
}
