public import PassAPI

/// What becomes of a request to Adobe Pass, as the client that sent it sees it, and when.
public struct Delivery: Hashable, Sendable {
    /// What reaches the client.
    public enum Outcome: Hashable, Sendable {
        /// A response, whole or damaged.
        case response(PassResponse)
        /// None: why, as the client's HTTP library says it.
        case failure(String)
    }

    /// What reaches the client.
    public var outcome: Outcome
    /// How long after the request.
    public var delay: Duration

    /// A delivery of these parts.
    public init(outcome: Outcome, delay: Duration) {
        self.outcome = outcome
        self.delay = delay
    }
}
