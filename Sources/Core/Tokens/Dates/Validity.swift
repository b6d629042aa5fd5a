public import VirtualTime

/// The rules for the very instant of an expiration: whether something is still good then.
///
/// The clients in the field differ there (tokens.md §7): yt-dlp takes `expiry <= now` as expired, Adobe's browser
/// library `now > expiry`.
public enum ExpiryBoundary: Hashable, Sendable {
    /// Good strictly before its expiry; expired at the instant itself.
    case exclusive
    /// Still good at the instant of its expiry, expired after it.
    case inclusive
}

/// The interval in which something holds.
public struct Validity: Hashable, Sendable {
    /// The first instant it holds at; nil where it does not say.
    public var notBefore: Instant?
    /// The end; nil where it does not say.
    public var expiry: Instant?

    /// Good from `notBefore` on, until `expiry`.
    public init(notBefore: Instant? = nil, expiry: Instant? = nil) {
        self.notBefore = notBefore
        self.expiry = expiry
    }

    /// The states of an interval at an instant.
    public enum State: Hashable, Sendable {
        /// The instant comes before the start.
        case notYet
        /// The instant lies inside, or nothing speaks against it.
        case valid
        /// The end has passed.
        case expired
    }

    /// Returns the position of `instant`: before, inside or after.
    ///
    /// An end that was passed counts before a start that is to come, so an interval turned inside out is never valid.
    public func state(at instant: Instant, boundary: ExpiryBoundary = .exclusive) -> State {
        if let expiry {
            let isOver =
                switch boundary {
                case .exclusive: instant >= expiry
                case .inclusive: instant > expiry
                }
            if isOver { return .expired }
        }
        if let notBefore, instant < notBefore { return .notYet }
        return .valid
    }

    /// Checks whether nothing in the interval speaks against `instant`.
    public func isValid(at instant: Instant, boundary: ExpiryBoundary = .exclusive) -> Bool {
        state(at: instant, boundary: boundary) == .valid
    }
}
