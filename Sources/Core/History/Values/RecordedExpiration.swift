public import VirtualTime

/// An instant at which something of a recording expires.
public struct RecordedExpiration: Hashable, Sendable {
    /// The thing that expires.
    public var holding: Holding
    /// The place of it in ``History/entries``.
    public var index: Int
    /// The first instant at which it no longer holds, and how that is known.
    public var instant: Known<Instant>

    /// The expiration as a world has one.
    public var expiration: Expiration {
        Expiration(holding.kind, holding.which, at: instant.value, source: Self.source, instant.knowledge)
    }

    static let source = "recording"

    /// Its name as scenarios write it: `authz-token KITE1`.
    public var name: String { holding.name }
}

extension Expiration {
    /// The expiration of something that a recording shows; nil where nothing says when it expires.
    public init?(recorded holding: Holding) {
        guard let expires = holding.expires, holding.kind.expires else { return nil }
        let source = RecordedExpiration.source
        self.init(holding.kind, holding.which, at: expires.value, source: source, expires.knowledge)
    }
}
