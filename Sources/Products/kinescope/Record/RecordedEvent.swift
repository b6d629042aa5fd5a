import Exchanges
import PassAPI
import Proxy
import Report
import SubscriberAccount

/// What has been stored, as far as a person is told of it: redacted, without bodies.
enum RecordedEvent: Sendable {
    /// An exchange, and how many bytes its answer's body has.
    case exchange(ExchangeBrief, bodyBytes: Int)
    case vsaCall(VSACall)
    case userAction(UserAction)
    case skipped(SkippedExchange)
    case notice(RecorderNotice)
}
