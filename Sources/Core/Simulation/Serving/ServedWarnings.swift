public import Services
public import VirtualTime

/// Something that kept an app from being served, or that the service would not have served.
public struct ServedWarning: Hashable, Sendable {
    /// The kinds of warnings.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A page of another origin sent a request, which was refused.
        case foreignOrigin
        /// A client's connection or tunnel was closed before a request came of it.
        case connectionClosed
        /// A server that requests are passed to cannot be reached safely.
        case serverFailed
        /// An app sent what was given to it under another device id, and was answered all the same.
        case deviceChanged
        /// An app was forgotten, since there are too many: if it comes back, it begins again.
        case appForgotten
    }

    /// The kind.
    public var code: Code
    /// The instant, by the served clock.
    public var instant: Instant
    /// The origin, or what the proxy says of the connection; empty for what has values of its own.
    public var reason: String
    /// The change of a device id; nil for any other kind.
    public var changedDevice: ChangedDevice?
    /// The first app that was forgotten; nil for any other kind.
    public var forgottenApp: ForgottenApp?

    /// A warning of these parts.
    public init(_ code: Code, at instant: Instant, _ reason: String) {
        (self.code, self.instant, self.reason) = (code, instant, reason)
    }

    /// The warning that an app's device id has changed.
    public init(_ changedDevice: ChangedDevice, at instant: Instant) {
        self.init(.deviceChanged, at: instant, "")
        self.changedDevice = changedDevice
    }

    /// The warning that apps are forgotten, this one first.
    public init(_ forgottenApp: ForgottenApp, at instant: Instant) {
        self.init(.appForgotten, at: instant, "")
        self.forgottenApp = forgottenApp
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
