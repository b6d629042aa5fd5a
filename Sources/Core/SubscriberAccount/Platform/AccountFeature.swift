/// A part of the framework's surface, and the version of each platform that brought it.
///
/// A simulated device hides what its version does not have. Source: video-subscriber-account.md §10, §1.
public enum AccountFeature: Hashable, Sendable, CaseIterable {
    /// `VSAccountManager` with its delegate, request, metadata, result, access status, error codes 0 to 5, SAML keys.
    case accountManager
    /// `VSAccountProviderResponse`, its schemes and its error key.
    case providerResponse
    /// The error key of the unsupported provider's identifier; the bindings say 10.2, the headers 10.3, which is taken.
    case unsupportedProviderIdentifier
    /// `featuredAccountProviderIdentifiers` (row K-35).
    case featuredProviders
    /// The delegate's veto; marked so by the bindings only.
    case delegateVeto
    /// `VSSubscription` and its registration center.
    case subscriptionRegistration
    /// `VSSubscription.billingIdentifier`.
    case subscriptionBillingIdentifier
    /// The API scheme and `accountProviderAuthenticationToken`.
    case apiScheme
    /// The URL that opens the TV Provider settings.
    case settingsURL
    /// `applicationAccountProviders`.
    case applicationProviders
    /// `VSUserAccount` and its manager.
    case userAccounts
    /// `VSAppleSubscription`.
    case appleSubscription
    /// Asking for leave to sign in by itself, and updating the token.
    case automaticSignIn
    /// Reading and deleting the automatic sign-in token.
    case automaticSignInToken

    /// The first version of `platform` that has it, or nil if none has.
    public func firstVersion(on platform: AccountPlatform) -> PlatformVersion? {
        let versions = introduced
        return switch platform {
        case .iOS: versions.iOS
        case .tvOS: versions.tvOS
        case .macOS: versions.macOS
        case .visionOS: versions.visionOS
        }
    }

    /// Checks whether `version` of `platform` has it; deprecated features still count.
    public func isAvailable(on platform: AccountPlatform, _ version: PlatformVersion) -> Bool {
        firstVersion(on: platform).map { version >= $0 } ?? false
    }

    /// Checks whether `version` of `platform` has it and warns against it.
    public func isDeprecated(on platform: AccountPlatform, _ version: PlatformVersion) -> Bool {
        switch (self, platform) {
        case (.subscriptionRegistration, .iOS), (.subscriptionRegistration, .tvOS),
            (.subscriptionBillingIdentifier, .iOS), (.subscriptionBillingIdentifier, .tvOS):
            version >= PlatformVersion(18)
        default: false
        }
    }
}

// MARK: The table

extension AccountFeature {
    private struct Versions {
        var iOS: PlatformVersion
        var tvOS: PlatformVersion
        var macOS: PlatformVersion?
        var visionOS: PlatformVersion?

        init(
            _ iOS: PlatformVersion,
            tvOS: PlatformVersion? = nil,
            macOS: PlatformVersion? = nil,
            visionOS: PlatformVersion? = nil
        ) {
            self.iOS = iOS
            self.tvOS = tvOS ?? iOS
            self.macOS = macOS
            self.visionOS = visionOS
        }
    }

    /// On visionOS the whole framework of iOS 17 was there from 1.0; on macOS only subscriptions and user accounts.
    private var introduced: Versions {
        let first = PlatformVersion(1)
        return switch self {
        case .accountManager: Versions(PlatformVersion(10), visionOS: first)
        case .providerResponse: Versions(PlatformVersion(10, 2), tvOS: PlatformVersion(10, 1), visionOS: first)
        case .unsupportedProviderIdentifier: Versions(PlatformVersion(10, 3), visionOS: first)
        case .featuredProviders, .delegateVeto: Versions(PlatformVersion(11), visionOS: first)
        case .subscriptionRegistration:
            Versions(PlatformVersion(11), macOS: PlatformVersion(10, 14), visionOS: first)
        case .subscriptionBillingIdentifier:
            Versions(PlatformVersion(11, 3), macOS: PlatformVersion(10, 14), visionOS: first)
        case .apiScheme: Versions(PlatformVersion(13), visionOS: first)
        case .settingsURL: Versions(PlatformVersion(13))
        case .applicationProviders: Versions(PlatformVersion(14, 2), visionOS: first)
        case .userAccounts: Versions(PlatformVersion(16, 4), macOS: PlatformVersion(13, 3), visionOS: first)
        case .appleSubscription:
            Versions(PlatformVersion(17, 4), macOS: PlatformVersion(14, 4), visionOS: PlatformVersion(1, 1))
        case .automaticSignIn: Versions(PlatformVersion(26))
        case .automaticSignInToken:
            Versions(PlatformVersion(26), macOS: PlatformVersion(26), visionOS: PlatformVersion(26))
        }
    }
}
