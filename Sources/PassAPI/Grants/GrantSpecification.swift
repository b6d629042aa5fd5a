/// What a call gives out, needs and takes back: what the lives of tokens and codes are read by.
///
/// It stands in the operation's row, ``OperationSpecification/grants``.
public struct GrantSpecification: Hashable, Sendable {
    /// What success gives out, with the response's fields that say so.
    public private(set) var issued: [Issue] = []
    /// What success shows to be there at the service, whether the request names it or not.
    public private(set) var needed: [GrantKind] = []
    /// What 403, 404 or 410 says is not there; nil where these say nothing about any.
    public private(set) var questioned: GrantKind?
    /// What success takes back.
    public private(set) var ended: [GrantKind] = []

    /// A thing that a call gives out.
    public struct Issue: Hashable, Sendable {
        /// What is given out.
        public var kind: GrantKind
        /// The field that holds its text; nil where the service keeps it to itself.
        public var text: String?
        /// The field that says when it was made.
        public var made: InstantField?
        /// The field that says when it expires; nil where the response does not.
        public var expires: InstantField?
    }

    /// A call that gives out nothing, needs nothing and takes nothing back.
    public init() {}

    /// A call that gives this out.
    static func issues(
        _ kind: GrantKind,
        text: String? = nil,
        made: InstantField? = nil,
        expires: InstantField? = nil
    ) -> GrantSpecification {
        GrantSpecification().issues(kind, text: text, made: made, expires: expires)
    }

    /// A call that asks whether this is there.
    static func asks(about kind: GrantKind) -> GrantSpecification { GrantSpecification().asks(about: kind) }

    /// A call that succeeds only where these are there.
    static func needs(_ kinds: GrantKind...) -> GrantSpecification {
        var copy = GrantSpecification()
        copy.needed = kinds
        return copy
    }

    /// A call that takes these back.
    static func ends(_ kinds: GrantKind...) -> GrantSpecification {
        var copy = GrantSpecification()
        copy.ended = kinds
        return copy
    }

    func issues(
        _ kind: GrantKind,
        text: String? = nil,
        made: InstantField? = nil,
        expires: InstantField? = nil
    ) -> GrantSpecification {
        var copy = self
        copy.issued.append(Issue(kind: kind, text: text, made: made, expires: expires))
        return copy
    }

    func asks(about kind: GrantKind) -> GrantSpecification {
        var copy = self
        copy.questioned = kind
        return copy
    }

    /// The fields of the response that name a point in time, each once.
    public var instants: [InstantField] {
        issued.flatMap { [$0.made, $0.expires].compactMap { $0 } }
    }
}
