import SubscriberAccount
import Testing

@Suite struct AccountMetadataRequestTests {
    @Test("K-17, K-50: the channel is Adobe's SAML issuer")
    func channel() {
        #expect(AccountMetadataRequest.adobeChannelIdentifier == "https://saml.sp.auth.adobe.com")
    }

    @Test("K-18, K-19, K-33, K-34, K-51, K-52, K-53: a request asks for nothing until it is told to")
    func defaults() {
        let request = AccountMetadataRequest()
        #expect(!request.includeAccountProviderIdentifier && !request.includeAuthenticationExpirationDate)
        #expect(!request.isInterruptionAllowed && !request.forceAuthentication)
        #expect(
            request.supportedAccountProviderIdentifiers.isEmpty && request.featuredAccountProviderIdentifiers.isEmpty
        )
        #expect(request.attributeNames.isEmpty && request.supportedAuthenticationSchemes.isEmpty)
        #expect(
            request.channelIdentifier == nil && request.verificationToken == nil && request.localizedVideoTitle == nil
        )
        #expect(request.applicationAccountProviders == nil && request.accountProviderAuthenticationToken == nil)
    }
}
