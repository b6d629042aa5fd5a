import SubscriberAccount
import VirtualTime

// How the cookbook reads the platform's answers.

extension VSAResult {
    var metadata: AccountMetadata? { if case .metadata(let metadata, _) = self { metadata } else { nil } }

    var error: AccountError? {
        switch self {
        case .accessStatus(_, let error), .metadata(_, let error): error
        }
    }
}

extension AccountMetadata {
    /// The provider that the user is signed in with at `now`: an id, and a date that has not passed (row K-46).
    func signedInProvider(at now: Instant, _ nilExpirationDate: ClientOptions.MissingExpiry) -> String? {
        guard let accountProviderIdentifier else { return nil }
        guard let authenticationExpirationDate else {
            return nilExpirationDate == .neverExpires ? accountProviderIdentifier : nil
        }
        return now <= authenticationExpirationDate ? accountProviderIdentifier : nil
    }
}

extension AccountError {
    /// The provider the user picked though the system does not support it (rows K-39, K-40).
    ///
    /// As in the cookbook only the code is tested, not the domain. Systems before 10.3 have no such key.
    func unsupportedProviderIdentifier(_ client: ClientConfiguration) -> String? {
        guard client.has(.unsupportedProviderIdentifier), code == Code.unsupportedProvider.rawValue else { return nil }
        return self[Self.unsupportedProviderIdentifierKey]
    }
}
