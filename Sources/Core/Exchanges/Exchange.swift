public import Documents
public import VirtualTime

/// One HTTP request with its response or error, as it came: nothing is normalised, malformed parts are kept.
public struct Exchange: Hashable, Sendable {
    /// Its place among the exchanges of a recording, from 1.
    ///
    /// It fixes their order.
    public var ordinal: Int
    /// When the request was started, wall time, to the microsecond.
    public var startedAt: Instant
    /// From the start of the request to the end of the answer, in whole microseconds.
    public var durationMicroseconds: Int64
    /// What was asked.
    public var request: HTTPRequest
    /// What came of it.
    public var outcome: Outcome
    /// What the HAR entry held besides, for an export that loses nothing; nil if it was not imported from HAR.
    public var archiveEntry: JSONObject?

    /// What can come of a request.
    public enum Outcome: Hashable, Sendable {
        /// An answer.
        case response(HTTPResponse)
        /// None: why.
        case failure(String)

        /// Whether both are the same to the byte.
        public static func == (one: Outcome, other: Outcome) -> Bool {
            switch (one, other) {
            case (.response(let one), .response(let other)): one == other
            case (.failure(let one), .failure(let other)): ExactText(one) == other
            case (.response, .failure), (.failure, .response): false
            }
        }

        /// Feeds the answer, or the bytes of why there is none.
        public func hash(into hasher: inout Hasher) {
            switch self {
            case .response(let response): hasher.combine(response)
            case .failure(let reason): hasher.combine(ExactText(reason))
            }
        }
    }

    /// The answer, if there was one.
    public var response: HTTPResponse? { if case .response(let response) = outcome { response } else { nil } }

    /// When the answer had arrived.
    public var endedAt: Instant { startedAt + .microseconds(durationMicroseconds) }

    /// An exchange with these parts.
    public init(
        ordinal: Int,
        startedAt: Instant,
        durationMicroseconds: Int64,
        request: HTTPRequest,
        outcome: Outcome,
        archiveEntry: JSONObject? = nil
    ) {
        self.ordinal = ordinal
        self.startedAt = startedAt
        self.durationMicroseconds = durationMicroseconds
        self.request = request
        self.outcome = outcome
        self.archiveEntry = archiveEntry
    }
}
