/// What a reader asked for and has not got yet.
///
/// With `autoRead` off a read may bring bytes that make no part of an answer: half a head, a window update. Whoever asked
/// would wait for ever; so the question is put again until something was handed on.
struct ReadDemand: Hashable {
    private var isOwed = false

    /// A read was asked for.
    mutating func asked() { isOwed = true }

    /// Something was handed on.
    mutating func delivered() { isOwed = false }

    /// Whether to ask again, now that all that was read has been looked at.
    var isUnmet: Bool { isOwed }
}
