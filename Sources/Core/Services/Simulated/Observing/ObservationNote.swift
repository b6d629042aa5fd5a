public import PassAPI
public import VirtualTime

/// What a recording does not tell of the service, and what is assumed instead.
public enum ObservationNote: Hashable, Sendable {
    /// A token of this kind cannot be read, and nobody knows it.
    case unreadable(GrantKind)
    /// When the access token expires: this is assumed.
    case accessTokenExpiry(Instant)
    /// How long an AuthN token lasts: 30 days are assumed.
    case authenticationLifetime
    /// What the user's package is: what the recording shows as allowed.
    case package
}
