public import VirtualTime

/// The MVPD list of a requestor (rest-api-v1.md §7.1).
public struct Configuration: Hashable, Sendable {
    /// The requestor's id.
    public var requestor: String
    /// The requestor's name.
    public var name: String?
    /// The service's clock when it answered.
    public var time: Instant?
    /// The MVPDs, in the service's order.
    public var mvpds: [MVPD]

    /// A configuration with these parts.
    public init(requestor: String, name: String? = nil, time: Instant? = nil, mvpds: [MVPD] = []) {
        self.requestor = requestor
        self.name = name
        self.time = time
        self.mvpds = mvpds
    }
}
