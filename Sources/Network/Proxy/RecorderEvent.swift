public import Exchanges
public import SubscriberAccount
public import ProxyProtocol

/// The events that the recorder hands on as they happen.
public enum RecorderEvent: Sendable {
    /// An exchange has been in flight for a while: what is known of it so far, its outcome a failure that says so.
    ///
    /// The exchange of the same number follows once it has ended.
    case began(number: Int, CapturedExchange)
    /// An exchange has ended: by an answer, or by a failure. The client has not been sent the end of it yet.
    case ended(number: Int, CapturedExchange)
    /// An exchange has ended that the filter leaves out.
    case skipped(SkippedExchange)
    /// An app has reported answers of the Video Subscriber Account framework.
    case vsaCalls([VSACall])
    /// An app or a test has reported user actions.
    case userActions([UserAction])
    /// Something a person should know: a host that is passed through from now on, a client that was refused.
    case notice(RecorderNotice)

    /// Bytes of the bodies it carries, before content decoding.
    ///
    /// What an app reports came in a body that the local endpoint limits, and its sender waits for it.
    public var bodyBytes: Int {
        switch self {
        case .began(_, let seen), .ended(_, let seen): seen.bodyBytes
        case .skipped, .vsaCalls, .userActions, .notice: 0
        }
    }
}

/// An exchange that was not recorded.
public struct SkippedExchange: Hashable, Sendable {
    public var method: String
    /// The origin it went to.
    public var origin: Origin
    /// The reason that it was omitted.
    public var reason: Reason
    /// Its number, from 1; nil if it was given none, since its request alone said that it is left out.
    public var number: Int?

    /// The reasons there are.
    public enum Reason: Hashable, Sendable {
        /// The answer was plainly media: a segment, an image, a font; its content type or the path's extension.
        case media(String)
        /// `--filter` does not name it.
        case filter
    }

    /// An exchange of these parts.
    public init(method: String, origin: Origin, reason: Reason, number: Int? = nil) {
        self.method = method
        self.origin = origin
        self.reason = reason
        self.number = number
    }
}

/// Takes events: on an event loop of the recorder, which it must not block, however much it has been given already.
///
/// - Parameters:
///   - event: what happened.
///   - stored: to be called once, on any thread, when the event is on the disk, or cannot be stored any more. The
///     client is sent the end of an exchange only then, so that whatever it has seen the end of is in the recording.
public typealias RecorderSink = @Sendable (_ event: RecorderEvent, _ stored: @escaping @Sendable () -> Void) -> Void
