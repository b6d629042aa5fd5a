public import Exchanges
public import PassAPI
public import VirtualTime

/// A recorded call of the service as the replayer needs it: what was asked, what came of it, when.
public struct RecordedCall: Hashable, Sendable {
    /// The exchange it was read from, by its ordinal in the recording.
    public var ordinal: Int
    /// The instant at which the request was started, on the recording's clock.
    public var startedAt: Instant
    /// The time that the response took.
    public var duration: Duration
    /// The time by which what it gave had arrived before the recorder had its end: the client used it by then.
    public var early = Duration.zero
    public var request: PassRequest
    public var outcome: Delivery.Outcome
    /// True if a web view made it by loading a page: it logs out by GET, where the operation's own method is another
    /// (rest-api-v1.md §7.13).
    public var isPageLoad: Bool

    /// The call that an exchange records, of which `request` is what was asked.
    ///
    /// An answer that broke off was none to the client that waited for it.
    public init(_ exchange: Exchange, _ request: PassRequest) {
        let outcome: Delivery.Outcome =
            switch exchange.outcome {
            case .response:
                PassResponse(of: exchange, for: request.operation).map { .response($0) }
                    ?? .failure("the recorded response broke off: \(exchange.notes.interruption ?? "")")
            case .failure(let reason): .failure(reason)
            }
        self.init(
            ordinal: exchange.ordinal,
            startedAt: exchange.startedAt,
            duration: .microseconds(exchange.durationMicroseconds),
            request: request,
            outcome: outcome,
            isPageLoad: exchange.request.method == "GET" && request.operation.specification.method != "GET"
                && request.operation.purpose == .logout
        )
    }

    /// A call with these parts.
    public init(
        ordinal: Int,
        startedAt: Instant,
        duration: Duration,
        request: PassRequest,
        outcome: Delivery.Outcome,
        isPageLoad: Bool = false
    ) {
        self.ordinal = ordinal
        self.startedAt = startedAt
        self.duration = duration
        self.request = request
        self.outcome = outcome
        self.isPageLoad = isPageLoad
    }

    /// The instant at which the response had arrived, on the recording's clock.
    public var endedAt: Instant { startedAt + duration - early }

    /// Its outcome, after as long as it took.
    public var delivery: Delivery { Delivery(outcome: outcome, delay: duration - early) }

    /// The answer, if there was one.
    public var response: PassResponse? { if case .response(let response) = outcome { response } else { nil } }

    /// True if the response means "not yet".
    var saysNotYet: Bool { request.isToBeRepeated(after: response) }

    /// Calls of one operation by one device keep their order; calls of different ones may interleave.
    var queueKey: MatchQueueKey { MatchQueueKey(request) }

    /// One operation of one device.
    struct MatchQueueKey: Hashable, Sendable {
        let operation: Operation
        let device: String

        init(_ request: PassRequest) {
            operation = request.operation
            device = request.lastingDeviceID ?? ""
        }
    }
}
