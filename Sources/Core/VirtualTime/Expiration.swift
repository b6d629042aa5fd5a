/// An instant at which something ceases to hold, as its holder knows it: a token's expiry, a code's, a session's.
///
/// `advance: just before authz-token KITE1` and `kinescope sweep` travel by these.
public struct Expiration: Hashable, Sendable {
    /// The kind of thing that expires.
    public var kind: HoldingKind
    /// The name among its kind: the resource of an AuthZ or media token, the code, the requestor; nil where there is
    /// one.
    public var subject: String?
    /// The first instant, in true time, at which it no longer holds.
    public var instant: Instant
    /// The source that states it: `service`, `app com.kite.tv`, `device`, `recording`.
    public var source: String
    /// The way in which a recording shows it; nil where its holder itself says so.
    public var knowledge: Knowledge?

    /// An expiration of this kind at this instant.
    public init(
        _ kind: HoldingKind,
        _ subject: String? = nil,
        at instant: Instant,
        source: String,
        _ knowledge: Knowledge? = nil
    ) {
        self.kind = kind
        self.subject = subject
        self.instant = instant
        self.source = source
        self.knowledge = knowledge
    }

    /// Its name as scenarios write it: `authz-token KITE1`.
    public var name: String { kind.name(of: subject) }
}
