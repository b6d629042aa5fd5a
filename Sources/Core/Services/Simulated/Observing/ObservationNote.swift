public import VirtualTime

/// The facts about the service that a recording does not show, and what is assumed instead.
public enum ObservationNote: Hashable, Sendable {
    /// A token of this kind cannot be read, and nobody knows it.
    case unreadable(HoldingKind)
    /// The expiration of the access token: this is assumed.
    case accessTokenExpiry(Instant)
    /// The lifetime of an AuthN token: 30 days are assumed.
    case authenticationLifetime
    /// The MVPD of a user who is signed in: no call names it, and this is assumed.
    case provider(String)
    /// The user's package: what the recording shows as allowed.
    case package
}
