public import Exchanges
public import VirtualTime

/// What a list says of an exchange: everything but headers and bodies.
public struct ExchangeBrief: Hashable, Sendable {
    /// Its place among the exchanges of the recording, from 1.
    public var ordinal: Int
    /// When the request was started.
    public var startedAt: Instant
    /// From the start of the request to the end of the answer, in whole microseconds.
    public var durationMicroseconds: Int64
    /// What it is called: Adobe's name of the operation, or what else it is.
    public var name: String
    /// What it is about, as recordings have it: the operation, or a word for what else it is.
    public var kind: String
    /// The operation's stable short name (`v1.authorize`), if it is one of Adobe's.
    public var operation: String?
    /// The method, as written.
    public var method: String
    /// The absolute URL, as written.
    public var url: String
    /// How it ended.
    public var ending: Ending
    /// True if the response is Kinescope's own: neither the service nor a recording had one for the request.
    public var isUnmatched: Bool

    /// How an exchange can end.
    public enum Ending: Hashable, Sendable {
        /// With an answer of this status code.
        case status(Int)
        /// Without an answer: why.
        case failure(String)
    }

    /// A brief with these parts.
    public init(
        ordinal: Int,
        startedAt: Instant,
        durationMicroseconds: Int64,
        name: String,
        operation: String? = nil,
        kind: String? = nil,
        method: String,
        url: String,
        ending: Ending,
        isUnmatched: Bool = false
    ) {
        self.ordinal = ordinal
        self.startedAt = startedAt
        self.durationMicroseconds = durationMicroseconds
        self.name = name
        self.operation = operation
        self.kind = kind ?? operation ?? "other"
        self.method = method
        self.url = url
        self.ending = ending
        self.isUnmatched = isUnmatched
    }

    /// The brief of an exchange at hand, called `name`, and what it is about by a code.
    public init(of exchange: Exchange, name: String, operation: String? = nil, kind: String? = nil) {
        self.init(
            ordinal: exchange.ordinal,
            startedAt: exchange.startedAt,
            durationMicroseconds: exchange.durationMicroseconds,
            name: name,
            operation: operation,
            kind: kind,
            method: exchange.request.method,
            url: exchange.request.url,
            ending: Ending(of: exchange.outcome),
            isUnmatched: exchange.response?.unmatchedReason != nil
        )
    }
}

extension ExchangeBrief.Ending {
    init(of outcome: Exchange.Outcome) {
        switch outcome {
        case .response(let response): self = .status(response.status)
        case .failure(let reason): self = .failure(reason)
        }
    }
}
