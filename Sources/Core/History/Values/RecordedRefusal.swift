public import PassAPI
public import VirtualTime

/// A refusal that a recording holds: what the service said is not there, or not to be had.
public struct RecordedRefusal: Hashable, Sendable {
    /// The kind of what was refused: a token that did not hold, or an AuthZ token that was not given.
    public var kind: HoldingKind
    /// The subject that it was for.
    public var subject: Holding.Subject
    /// The place in ``History/entries`` of what it ended, or found to be over; nil if there was nothing.
    public var holding: Int?
    /// The operation that was called.
    public var operation: Operation
    /// The exchange that was refused.
    public var at: Occurrence
    /// The HTTP status.
    public var status: Int
    /// The code of an enhanced error, where there is one.
    public var code: String?
    /// The words of the MVPD or of the service, where there are any.
    public var message: String?
    /// True if the MVPD denied the resource: the user's sign-on is not in doubt.
    public var isDenial: Bool
    /// True if the service requested a logout, which it does with a status of success.
    public var isPendingLogout: Bool
    /// True if it is the response to a poll: the user has not signed in yet, and nothing was taken back.
    public var isPoll: Bool

    /// True if an authorization was refused since nobody is signed in.
    var isForWantOfSignIn: Bool {
        kind == operation.interface.signOn && operation.purpose == .authorization && !isDenial
    }
}
