public import VirtualTime

/// Something that kept an app from being served before there was a request to respond to.
public struct ServedWarning: Hashable, Sendable {
    /// The kinds of warnings.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A page of another origin sent a request, which was refused.
        case foreignOrigin
        /// A client's connection or tunnel was closed before a request came of it.
        case connectionClosed
        /// A server that requests are passed to cannot be reached safely.
        case serverFailed
    }

    /// The kind.
    public var code: Code
    /// The instant, by the served clock.
    public var instant: Instant
    /// The origin, or what the proxy says of the connection.
    public var reason: String

    /// A warning of these parts.
    public init(_ code: Code, at instant: Instant, _ reason: String) {
        (self.code, self.instant, self.reason) = (code, instant, reason)
    }
}

/// The warnings of a run: all of them counted, the last ones kept.
public struct ServedWarnings: Hashable, Sendable {
    /// The warnings that are kept.
    public static let capacity = 20

    /// All there were.
    public private(set) var count = 0
    /// The last ones, in order.
    public private(set) var last: [ServedWarning] = []

    mutating func append(_ warning: ServedWarning) {
        count += 1
        if last.count >= Self.capacity { last.removeFirst() }
        last.append(warning)
    }
}

extension ServedBackend {
    /// Notes that something kept an app from being served when it is `wall`.
    public mutating func warn(_ code: ServedWarning.Code, _ reason: String, at wall: Instant) {
        log.warn(ServedWarning(code, at: clock.instant(at: wall), reason))
    }
}
