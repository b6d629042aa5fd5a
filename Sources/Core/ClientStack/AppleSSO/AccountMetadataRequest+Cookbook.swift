import PassAPI
import SubscriberAccount

// The three metadata requests of the cookbook (apple-sso-flow.md §3).

extension AccountMetadataRequest {
    /// S2: who is signed in, without a picker (rows K-17, K-18, K-19).
    static func platformCheck() -> AccountMetadataRequest {
        var request = AccountMetadataRequest()
        request.channelIdentifier = adobeChannelIdentifier
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        request.isInterruptionAllowed = false
        return request
    }

    /// S4: the picker may appear, with these providers (rows K-32, K-33, K-34, K-35).
    static func platformLogin(_ mvpds: [MVPD], _ client: ClientConfiguration) -> AccountMetadataRequest {
        var request = platformCheck()
        request.isInterruptionAllowed = true
        let supported = ProviderLists.supported(mvpds)
        request.supportedAccountProviderIdentifiers = supported.compactMap(\.platformMappingID)
        if client.has(.featuredProviders) {
            let featured = ProviderLists.featured(supported)
            request.featuredAccountProviderIdentifiers = featured.compactMap(\.platformMappingID)
        }
        return request
    }

    /// S7: the profile request goes to the provider, without a picker (rows K-50, K-51, K-52, K-53).
    static func forwarding(_ forwarded: ForwardedRequest) -> AccountMetadataRequest {
        var request = platformCheck()
        request.attributeNames = forwarded.attributeNames
        request.verificationToken = forwarded.verificationToken
        return request
    }
}
