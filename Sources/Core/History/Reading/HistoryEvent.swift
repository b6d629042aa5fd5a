import Exchanges
import PassAPI
import SubscriberAccount
import VirtualTime

/// An event of a recording; events are in the order in which they had their effect.
enum HistoryEvent: Hashable, Sendable {
    /// A call of Adobe Pass.
    case call(HistoryCall)
    /// A call of another host that may carry tokens: the texts it carries.
    case handover(ordinal: Int, startedAt: Instant, texts: [String])
    /// A call of `VSAccountManager`.
    case vsa(VSACall)
    /// A user action.
    case action(UserAction)

    /// The event's kind and ordinal.
    var reference: EventReference {
        switch self {
        case .call(let call): .exchange(call.ordinal)
        case .handover(let ordinal, _, _): .exchange(ordinal)
        case .vsa(let response): .vsaCall(response.ordinal)
        case .action(let action): .userAction(action.ordinal)
        }
    }

    /// The instant of its effect: of a call, the arrival of its response.
    var instant: Instant {
        switch self {
        case .call(let call): call.endedAt
        case .handover(_, let startedAt, _): startedAt
        case .vsa(let response): response.answeredAt
        case .action(let action): action.occurredAt
        }
    }
}

/// A call of Adobe Pass as the history reads it.
struct HistoryCall: Hashable, Sendable {
    var ordinal: Int
    var startedAt: Instant
    var endedAt: Instant
    var request: PassRequest
    /// The response that the client got; nil if it got none, or not all of it.
    var response: PassResponse?
    /// The reason that the client got none; nil if it got one.
    var failure: String?
    var userAgent: String?
    /// The names of the cookies that the client sent.
    var cookies: [String] = []
    /// The cookies that the response set, with an end.
    var setCookies: [SetCookie] = []
    /// The place of its device in ``History/devices``.
    var device: Int?
    /// True if a browser made it for the device.
    var isSecondScreen = false

    var reference: EventReference { .exchange(ordinal) }
    var start: Occurrence { Occurrence(reference, at: startedAt) }
    var end: Occurrence { Occurrence(reference, at: endedAt) }
    var interface: OperationSpecification.Interface { request.operation.interface }
    var grants: GrantSpecification { request.operation.specification.grants }
}
