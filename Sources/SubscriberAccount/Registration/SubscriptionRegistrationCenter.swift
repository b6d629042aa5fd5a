public import VirtualTime

/// Where an app registers its user's subscription: `VSSubscriptionRegistrationCenter`.
///
/// It is to be told at sign-in and on every change. Source: video-subscriber-account.md §8.
public struct SubscriptionRegistrationCenter: Hashable, Sendable {
    /// Why a subscription is not registered.
    public enum Refusal: Error, Hashable, Sendable {
        /// The access level was left unknown, which is an error.
        case unknownAccessLevel
    }

    private var registered: Subscription?

    /// A center that nobody has registered with.
    public init() {}

    /// `setCurrentSubscription(_:)`: registers a subscription, or at sign-out nil.
    ///
    /// - Throws: ``Refusal`` and nothing is changed.
    public mutating func setCurrentSubscription(_ subscription: Subscription?) throws(Refusal) {
        guard subscription?.accessLevel != .unknown else { throw .unknownAccessLevel }
        registered = subscription
    }

    /// What is registered and has not expired.
    public func currentSubscription(at now: Instant) -> Subscription? {
        registered.flatMap { $0.isCurrent(at: now) ? $0 : nil }
    }
}
