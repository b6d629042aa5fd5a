import VirtualTime

/// The failures between a client and a service.
public enum Fault: Hashable, Sendable {
    /// There is no network: the request never leaves.
    case offline
    /// No answer comes until the client's HTTP library gives up after this long.
    case timeout(after: Duration)
    /// The connection is reset after the service has dealt with the request.
    case reset
    /// The answer takes this much longer.
    case slow(by: Duration)
    /// Something in between answers with this status and an empty body.
    case status(Int)
    /// Something in between answers with this status and a page of HTML, as proxies and portals do.
    case statusPage(Int)
    /// The answer's body is noise.
    case garbageBody
    /// The answer's body is cut in half.
    case truncatedBody
}

extension Fault {
    /// Its name as scenarios write it.
    public var name: String {
        switch self {
        case .offline: "offline"
        case .timeout: "timeout"
        case .reset: "reset"
        case .slow: "slow"
        case .status: "status"
        case .statusPage: "page"
        case .garbageBody: "garbage body"
        case .truncatedBody: "truncated body"
        }
    }

    /// True if the service never sees the request.
    ///
    /// That is so without a network only. In every other case the service has done its part and the client cannot know:
    /// the code is made, the token is issued, the credit of the throttle is gone. It is the harder case, so it is the one
    /// that is simulated.
    public var isBeforeService: Bool { self == .offline }
}
