/// An event of a recording, by its kind and its ordinal.
public enum EventReference: Hashable, Sendable {
    /// The exchange of this ordinal.
    case exchange(Int)
    /// The call of `VSAccountManager` of this ordinal.
    case vsaCall(Int)
    /// The user action of this ordinal.
    case userAction(Int)

    /// The ordinal of the exchange; nil of anything else.
    public var exchange: Int? { if case .exchange(let ordinal) = self { ordinal } else { nil } }
}
