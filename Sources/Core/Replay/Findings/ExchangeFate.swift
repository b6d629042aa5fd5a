/// The fate of a recorded exchange in a replay.
public struct ExchangeFate: Hashable, Sendable {
    /// The exchange, by its ordinal.
    public var exchange: Int
    /// The fate of the exchange.
    public var fate: Fate

    /// The fates that an exchange can have.
    public enum Fate: Hashable, Sendable {
        /// It answered the replayed client.
        case replayed
        /// The replayed client did not make it, and was set to what it would be after it.
        case adopted
        /// It is not a call of the client.
        case skipped(Reason)
        /// The replay stopped before it.
        case notReached
    }

    /// The reasons that an exchange is not a call of the client.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// It goes to a host that is not Adobe's.
        case thirdPartyHost
        /// A browser made it: a page of a login or logout.
        case page
        /// Another device made it.
        case otherDevice
        /// It is for another requestor than the one that is replayed.
        case otherRequestor
        /// No document names the operation.
        case unrecognized
    }

    /// This fate of the exchange of this ordinal.
    public init(_ exchange: Int, _ fate: Fate) {
        self.exchange = exchange
        self.fate = fate
    }

    /// The fate in one word, as JSON has it.
    public var name: String {
        switch fate {
        case .replayed: "replayed"
        case .adopted: "adopted"
        case .skipped: "skipped"
        case .notReached: "notReached"
        }
    }
}
