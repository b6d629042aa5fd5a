public import PassAPI

/// What changes at an expiration: the call that used the thing last, and what the next one meets.
public struct ExpirationEffect: Hashable, Sendable {
    /// The last call with it that succeeded, else the last that used it; nil if none of Adobe Pass did.
    public var call: Call?
    /// What the next such call meets from the instant on; nil if neither the recording nor the documents say.
    public var refusal: Known<Refused>?

    /// A call of the recording.
    public struct Call: Hashable, Sendable {
        /// What was called.
        public var operation: Operation
        /// The exchange.
        public var exchange: Int
        /// The status of its response; nil if there was none.
        public var status: Int?
    }

    /// The ways in which what has expired is refused.
    public enum Refused: Hashable, Sendable {
        /// A response of this status.
        case status(Int)
        /// `<pendingLogout>`: the tokens are to be wiped (access-enabler.md §14.4).
        case pendingLogout
        /// The verifier's `TOKEN_EXPIRED` (tokens.md §11).
        case tokenExpired
        /// VSA has no valid account any more: the user has to sign in at the TV provider again.
        case noAccount
    }
}
