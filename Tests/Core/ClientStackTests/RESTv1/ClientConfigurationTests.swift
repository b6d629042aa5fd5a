import ClientStack
import PassAPI
import SubscriberAccount
import Testing
import VirtualTime

@Suite("Platforms and cached tokens")
struct ClientConfigurationTests {
    @Test("K-76: the way to the settings is the platform's own")
    func settings() {
        #expect(ClientPlatform.tvOS.settingsPath == "Settings → Accounts → TV Provider")
        #expect(ClientPlatform.iOS.settingsPath == "Settings → TV Provider")
        #expect(ClientPlatform.iPadOS.settingsPath == "Settings → TV Provider")
    }

    @Test("K-73: the second screen is Apple TV's")
    func screens() {
        #expect(ClientPlatform.allCases.filter(\.usesSecondScreen) == [.tvOS])
        #expect(ClientPlatform.allCases.map(\.deviceType) == ["tvOS", "iOS", "iOS"])
    }

    @Test("created_at is read as milliseconds, small numbers as seconds, none as the arrival")
    func tokenDates() {
        let seconds = AccessToken(token: "a", createdAt: 1_795_176_000, expiresIn: 60)
        let milliseconds = AccessToken(token: "a", createdAt: 1_795_176_000_000, expiresIn: 60)
        let none = AccessToken(token: "a", expiresIn: 60)
        for token in [seconds, milliseconds, none] {
            #expect(CachedAccessToken(token, arrivedAt: Kite.now).expires == Kite.now + .seconds(60))
        }
        #expect(CachedAccessToken(AccessToken(token: "a"), arrivedAt: Kite.now).expires == nil)
    }

    @Test("Absurd numbers saturate: nothing traps, and 401 has the last word")
    func absurdDates() {
        for created in [Int64.min, -1, 0, Int64.max] {
            for life in [Int64.min, -1, 0, Int64.max] {
                let token = AccessToken(token: "a", createdAt: created, expiresIn: life)
                let cached = CachedAccessToken(token, arrivedAt: Kite.now)
                #expect(cached.isValid(at: Kite.now) == (life == .max || created == .max && life != .min))
            }
        }
    }

    @Test("A token is valid strictly before its end")
    func validity() {
        let token = CachedAccessToken("a", expires: Kite.now)
        #expect(token.isValid(at: Kite.now - .nanoseconds(1)) && !token.isValid(at: Kite.now))
        #expect(CachedAccessToken("a").isValid(at: .distantFuture))
    }
}
