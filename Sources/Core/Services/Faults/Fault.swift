import VirtualTime

/// The failures between a client and a service.
public enum Fault: Hashable, Sendable {
    /// There is no network: the request never leaves.
    case offline
    /// No answer comes until the client's HTTP library gives up after this long.
    case timeout(after: Duration)
    /// The connection is reset.
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

    /// True if a client does not get what the service responds, or not as that was.
    public var spoilsResponse: Bool {
        switch self {
        case .slow: false
        case .offline, .timeout, .reset, .status, .statusPage, .garbageBody, .truncatedBody: true
        }
    }

    /// True if it happens on either side of the service, as a rule states.
    ///
    /// Without a network no request leaves; what is done to a response needs one.
    public var happensOnEitherSide: Bool {
        switch self {
        case .timeout, .reset, .status, .statusPage: true
        case .offline, .slow, .garbageBody, .truncatedBody: false
        }
    }
}
