public import PassAPI

/// The fate of a request to Adobe Pass, as the client that sent it sees it, and when.
public struct Delivery: Hashable, Sendable {
    /// The results that can reach the client.
    public enum Outcome: Hashable, Sendable {
        /// A response, whole or damaged.
        case response(PassResponse)
        /// None: why, as the client's HTTP library says it.
        case failure(String)
    }

    /// The result that reaches the client.
    public var outcome: Outcome
    /// The time after the request.
    public var delay: Duration

    /// A delivery of these parts.
    public init(outcome: Outcome, delay: Duration) {
        self.outcome = outcome
        self.delay = delay
    }
}
