public import VirtualTime

/// What an app tells the system about its user's subscription: `VSSubscription`.
///
/// Since iOS and tvOS 11.0, deprecated in 18.0. Source: video-subscriber-account.md §8.
public struct Subscription: Hashable, Sendable {
    /// What the user may watch: `VSSubscriptionAccessLevel`, raw values Apple's.
    public enum AccessLevel: Int, Hashable, Sendable, CaseIterable {
        /// Nobody said; the default, and refused at registration.
        case unknown = 0
        /// What anybody with an account may watch.
        case freeWithAccount = 1
        /// What only subscribers may watch.
        case paid = 2
    }

    /// When it ends; in the past it is as if there were none.
    public var expirationDate = Instant.distantFuture
    /// What the user may watch.
    public var accessLevel = AccessLevel.unknown
    /// The tiers that were bought, as the provider names them.
    public var tierIdentifiers: [String] = []
    /// Who bills it.
    ///
    /// Since 11.3.
    public var billingIdentifier: String?

    /// A subscription with Apple's defaults.
    public init() {}

    /// Whether it counts at `now`; a subscription counts until just before its expiration date.
    ///
    /// That the very instant is out is **unconfirmed**.
    public func isCurrent(at now: Instant) -> Bool { now < expirationDate }
}
