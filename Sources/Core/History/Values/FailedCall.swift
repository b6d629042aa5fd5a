public import PassAPI
public import VirtualTime

/// A call of Adobe Pass that went wrong without refusing anything: throttled, answered with an error, or not answered.
///
/// Nothing ends by it: what the device has is as good as before. What the service denies or does not find is a ``Refusal``.
public struct FailedCall: Hashable, Sendable {
    /// The operation that was called.
    public var operation: Operation
    /// Whom and what the call was for: requestor, MVPD, resource, code, device.
    public var subject: Holding.Subject
    /// The exchange, and when its response had arrived, or it was clear that none would.
    public var at: Occurrence
    /// The cause of the failure.
    public var cause: Cause
    /// The HTTP status; nil if there was no response.
    public var status: Int?
    /// The code of the error in the response, where there is one.
    public var code: String?
    /// The words of the error in the response, or why there is none.
    public var message: String?

    /// The ways in which a call fails; the raw values are the codes of texts and JSON.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// 429: too many calls (rest-api-v1.md §4).
        case throttled
        /// A status from 500 on.
        case serverError
        /// Any other status that says no, or an error in a body of success.
        case rejected
        /// A body that the operation never answers with.
        case unreadable
        /// A success without a word on what it was asked about (rest-api-v2.md §15).
        case undecided
        /// No response, or not the whole of one.
        case noResponse
    }
}
