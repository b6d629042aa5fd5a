public import Exchanges
public import PassAPI

/// The response of a service to a request: as it is sent, as it is understood, and what was matched or why nothing was.
public enum ServiceResponse: Hashable, Sendable {
    /// The simulated service's response to an operation, after its latency.
    case simulated(PassResponse, to: PassRequest, after: Duration)
    /// The recording's answer to an operation, and the exchange as it came; without one if nothing matches, or if the
    /// recorded service was made of calls alone.
    case recorded(RecordedAnswer, Exchange?)
    /// The recorded exchange of a request that is no operation.
    case page(Exchange)
    /// Nothing for a request that is no operation, and why.
    case unmatched(UnmatchedReason)

    /// The response as it is sent, or why none came: the recorded bytes, or what the operation's row writes.
    ///
    /// Nil where nothing was matched, or where the bytes are not known.
    public var sent: Exchange.Outcome? {
        switch self {
        case .simulated(let response, let request, _): .response(response.httpResponse(for: request))
        case .recorded(_, let exchange): exchange?.outcome
        case .page(let exchange): exchange.outcome
        case .unmatched: nil
        }
    }

    /// The same of an operation as its client understands it, and when; nil where nothing was matched.
    public var delivery: Delivery? {
        switch self {
        case .simulated(let response, _, let latency): Delivery(outcome: .response(response), delay: latency)
        case .recorded(.match(let match), _): match.call.delivery
        case .recorded(.unmatched, _), .page, .unmatched: nil
        }
    }

    /// The recording's answer to an operation; nil where none answers.
    public var answer: RecordedAnswer? { if case .recorded(let answer, _) = self { answer } else { nil } }
}
