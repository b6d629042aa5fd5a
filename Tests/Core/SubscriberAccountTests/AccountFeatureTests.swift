import SubscriberAccount
import Testing

@Suite struct AccountFeatureTests {
    @Test(
        "K-35: each feature is there from its first version on, the featured list from 11.0",
        arguments: [
            (AccountFeature.featuredProviders, AccountPlatform.iOS, "11"), (.featuredProviders, .tvOS, "11.0"),
            (.accountManager, .iOS, "10.0"), (.providerResponse, .iOS, "10.2"), (.providerResponse, .tvOS, "10.1"),
            (.unsupportedProviderIdentifier, .tvOS, "10.3"), (.delegateVeto, .iOS, "11.0"),
            (.subscriptionRegistration, .tvOS, "11.0"), (.subscriptionBillingIdentifier, .iOS, "11.3"),
            (.apiScheme, .iOS, "13.0"), (.settingsURL, .tvOS, "13.0"), (.applicationProviders, .tvOS, "14.2"),
            (.userAccounts, .macOS, "13.3"), (.userAccounts, .iOS, "16.4"), (.appleSubscription, .visionOS, "1.1"),
            (.automaticSignIn, .tvOS, "26.0"), (.automaticSignInToken, .macOS, "26.0"),
        ]
    )
    func first(feature: AccountFeature, platform: AccountPlatform, text: String) throws {
        let version = try #require(PlatformVersion(text))
        #expect(feature.firstVersion(on: platform) == version)
        #expect(feature.isAvailable(on: platform, version))
        #expect(feature.isAvailable(on: platform, PlatformVersion(99)))
        let before =
            version.minor > 0
            ? PlatformVersion(version.major, version.minor - 1, 9) : PlatformVersion(version.major - 1, 9)
        #expect(!feature.isAvailable(on: platform, before))
    }

    /// The table of video-subscriber-account.md §10; does not compile as long as a new feature has no version here.
    private static func page(_ feature: AccountFeature) -> (iOS: String, tvOS: String) {
        switch feature {
        case .accountManager: ("10.0", "10.0")
        case .providerResponse: ("10.2", "10.1")
        case .unsupportedProviderIdentifier: ("10.3", "10.3")
        case .featuredProviders, .delegateVeto, .subscriptionRegistration: ("11.0", "11.0")
        case .subscriptionBillingIdentifier: ("11.3", "11.3")
        case .apiScheme, .settingsURL: ("13.0", "13.0")
        case .applicationProviders: ("14.2", "14.2")
        case .userAccounts: ("16.4", "16.4")
        case .appleSubscription: ("17.4", "17.4")
        case .automaticSignIn, .automaticSignInToken: ("26.0", "26.0")
        }
    }

    @Test("Every feature comes with the version that the page gives it", arguments: AccountFeature.allCases)
    func table(feature: AccountFeature) {
        #expect(feature.firstVersion(on: .iOS)?.description == Self.page(feature).iOS)
        #expect(feature.firstVersion(on: .tvOS)?.description == Self.page(feature).tvOS)
        let isOfSubscriptions = [.subscriptionRegistration, .subscriptionBillingIdentifier].contains(feature)
        for platform in [AccountPlatform.iOS, .tvOS] {
            #expect(feature.isDeprecated(on: platform, PlatformVersion(18)) == isOfSubscriptions)
            #expect(!feature.isDeprecated(on: platform, PlatformVersion(17, 9)))
        }
    }

    @Test("Sign-on does not exist on macOS, at any version")
    func macOS() {
        for feature in [AccountFeature.accountManager, .featuredProviders, .settingsURL, .automaticSignIn] {
            #expect(!feature.isAvailable(on: .macOS, PlatformVersion(99)))
        }
    }

    @Test("Subscription registration is deprecated from 18.0 on, and still there")
    func deprecated() {
        let feature = AccountFeature.subscriptionRegistration
        #expect(!feature.isDeprecated(on: .iOS, PlatformVersion(17, 9)))
        #expect(
            feature.isDeprecated(on: .iOS, PlatformVersion(18)) && feature.isAvailable(on: .iOS, PlatformVersion(18))
        )
        #expect(!AccountFeature.userAccounts.isDeprecated(on: .iOS, PlatformVersion(26)))
    }

    @Test(
        "Versions are read part by part and compared as numbers",
        arguments: [
            ("15", "15.0"), ("10.14", "10.14"), ("15.2.1", "15.2.1"), ("", nil), ("15.", nil), ("a", nil),
            ("1.2.3.4", nil), ("+1", nil),
        ]
    )
    func versions(text: String, printed: String?) {
        #expect(PlatformVersion(text)?.description == printed)
        #expect(PlatformVersion(9, 3) < PlatformVersion(10))
        #expect(PlatformVersion(10, 2) < PlatformVersion(10, 14))
    }
}
