import Exchanges
import PassAPI
import SubscriberAccount

/// The events of a part of the client, once numbers were matched.
enum FlowEvent: Hashable, Sendable {
    case answered(PassResponse)
    /// There is an access token that was wanted for itself.
    case accessReady
    case failed(CallFailure)
    case vsaAnswered(VSAResult)
    case timerFired(TimerID)
    case userActed(UserAction.Action)
}

/// The reasons that a call has no response.
enum CallFailure: Hashable, Sendable {
    /// The service could not be reached.
    case unreachable(String)
    /// The client is not registered or has no access token: no call can be made.
    case noAccess(String)

    var reason: String {
        switch self {
        case .unreachable(let reason), .noAccess(let reason): reason
        }
    }
}
