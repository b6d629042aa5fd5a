public import PassAPI
public import VirtualTime

/// The effect of an expiration: the call that used the thing last, and what the next one meets.
public struct ExpirationEffect: Hashable, Sendable {
    /// The last call with it that succeeded, else the last that used it; nil if none of Adobe Pass did.
    public var call: Call?
    /// The call that needs it next: that of ``call``, or where that only made it, the call that it was made for.
    ///
    /// Nil where no one operation needs it: an access token goes along with all of them.
    public var next: Operation?
    /// The refusal that the next call meets from the instant on; nil if neither the recording nor the documents nor the
    /// simulated service show one.
    public var refusal: Known<Refused>?
    /// The operation that a client requests first by the documents, since it looks at the expiration itself: another
    /// one of the same kind.
    public var renewal: Operation?
    /// True if the call before shows that the thing was taken; else nothing shows what the next would have met.
    public var isUsed = false

    /// A call of the recording.
    public struct Call: Hashable, Sendable {
        /// The operation that was called.
        public var operation: Operation
        public var exchange: Int
        /// The status of its response; nil if there was none.
        public var status: Int?
    }

    /// The ways in which what has expired is refused.
    public enum Refused: Hashable, Sendable {
        /// A response of this status.
        case status(Int)
        /// A member or element of this name in the response's body, whatever the status (access-enabler.md §14.4).
        case member(String)
        /// An enhanced error of this code.
        case error(String)
        /// The verifier's `TOKEN_EXPIRED` (tokens.md §11).
        case tokenExpired
        /// VSA has no valid account any more: the user has to sign in at the TV provider again.
        case noAccount
        /// The MVPD does not know the browser any more: the next login shows its page.
        case loginPage
    }
}
