/// One field in which two requests for the same operation differ.
public struct FieldDifference: Hashable, Sendable {
    /// The documented name; fields of the client information are named `X-Device-Info.model`.
    public var name: String
    /// The recorded value; nil if the recorded request has none.
    public var recorded: String?
    /// The value now, or what binds it; nil if the request has none.
    public var replayed: String?
    /// What this client has in place of the recorded value, by an earlier request; nil if that is the recorded one, or not known.
    public var own: String?
    /// What the recorded value has to be to the other one; nil where the two have to be equal.
    public var relation: Relation?
    /// The reason why the recorded value cannot be read, in words; it is in no digest.
    public var reason: String?

    /// The relations that two values can have.
    public enum Relation: String, Hashable, Sendable, CaseIterable {
        /// A later instant.
        case after
        /// The same instant or an earlier one.
        case atMost
        /// One of the names, which stand with a comma and a space between them.
        case oneOf
        /// Anything else.
        case otherThan
        /// Something of this kind.
        case ofKind
    }

    /// A difference in this field.
    public init(_ name: String, recorded: String?, _ relation: Relation? = nil, replayed: String?) {
        self.name = name
        self.recorded = recorded
        self.replayed = replayed
        self.relation = relation
    }
}
