import Documents
public import VirtualTime

/// A token with an end.
public protocol Expiring {
    /// The expiration; nil where the token does not state it.
    var expiry: Instant? { get }
}

extension Expiring {
    /// The interval for which the token states that it is good: no token of Adobe's has a start.
    public var validity: Validity { Validity(expiry: expiry) }

    /// Checks whether the token has not expired at `instant` (row K-113).
    ///
    /// A token that does not state its expiration is never valid: to trust it forever would be the worse mistake.
    public func isValid(at instant: Instant, boundary: ExpiryBoundary = .exclusive) -> Bool {
        expiry != nil && validity.isValid(at: instant, boundary: boundary)
    }
}

/// A token that an MVPD issued for a requestor, to be cached on the device (row K-117).
public protocol CachedToken: Expiring {
    /// The MVPD that issued it.
    var msoID: String? { get }
    /// The requestor it was issued for.
    var requestorID: String? { get }
}

extension CachedToken {
    /// Checks whether a cached token may be used: it has not expired, and its issuer is among those allowed (row
    /// K-130).
    ///
    /// `providers` are the MVPDs that the current requestor allows; `requestor` is to be given where authentication is per
    /// requestor (tokens.md §7).
    public func isUsable(
        at instant: Instant,
        allowing providers: [String],
        requestor: String? = nil,
        boundary: ExpiryBoundary = .exclusive
    ) -> Bool {
        guard isValid(at: instant, boundary: boundary), let msoID, providers.contains(exactly: msoID)
        else { return false }
        guard let requestor else { return true }
        return ExactText(requestorID) == ExactText(requestor)
    }
}
