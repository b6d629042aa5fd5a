/// The decisions of the app's delegate: `VSAccountManagerDelegate` (row K-31).
///
/// Presenting and dismissing Apple's view controller always begins before the call returns, so there is nothing to
/// decide about it. Source: video-subscriber-account.md §3.
public struct AccountManagerDelegate: Hashable, Sendable {
    /// The providers that the app lets no user sign in with at present, meant for short outages.
    ///
    /// A delegate without the optional method allows every supported provider. Asked since iOS and tvOS 11.0.
    var vetoedProviderIdentifiers: [String]

    /// A delegate that vetoes these providers.
    public init(vetoing vetoedProviderIdentifiers: [String] = []) {
        self.vetoedProviderIdentifiers = vetoedProviderIdentifiers
    }

    /// `accountManager(_:shouldAuthenticateAccountProviderWithIdentifier:)`.
    public func shouldAuthenticate(_ providerIdentifier: String) -> Bool {
        !vetoedProviderIdentifiers.contains { $0.utf8.elementsEqual(providerIdentifier.utf8) }
    }

    /// The error with which a request fails when the user picks `providerIdentifier`, or nil if it may go on.
    public func veto(of providerIdentifier: String, choices: PlatformAssumptions = .default) -> AccountError? {
        if shouldAuthenticate(providerIdentifier) { return nil }
        return AccountError(
            .unsupportedProvider,
            userInfo: choices.vetoNamesProvider
                ? [.init(AccountError.unsupportedProviderIdentifierKey, providerIdentifier)] : []
        )
    }
}
