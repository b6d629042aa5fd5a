import SubscriberAccount
import Testing
import VirtualTime

@Suite struct SubscriptionTests {
    static let now = Instant(secondsSince1970: 1_000)

    @Test("A subscription has Apple's defaults, and an unknown access level is refused")
    func defaults() {
        var center = SubscriptionRegistrationCenter()
        let subscription = Subscription()
        #expect(subscription.expirationDate == .distantFuture && subscription.accessLevel == .unknown)
        #expect(throws: SubscriptionRegistrationCenter.Refusal.unknownAccessLevel) {
            try center.setCurrentSubscription(subscription)
        }
        #expect(center.currentSubscription(at: Self.now) == nil)
    }

    @Test("A subscription counts until just before its expiry, and nil takes it away")
    func registration() throws {
        var center = SubscriptionRegistrationCenter()
        var subscription = Subscription()
        subscription.accessLevel = .paid
        subscription.expirationDate = Self.now
        try center.setCurrentSubscription(subscription)
        #expect(center.currentSubscription(at: Self.now - .nanoseconds(1)) == subscription)
        #expect(center.currentSubscription(at: Self.now) == nil)
        try center.setCurrentSubscription(nil)
        #expect(center.currentSubscription(at: .distantPast) == nil)
    }
}
