import PassAPI
import SubscriberAccount
import Testing

@testable import ClientStack

@Suite("The cookbook's metadata requests")
struct AccountMetadataRequestTests {
    @Test("K-17, K-18, K-19: S2 names Adobe's issuer, asks for id and date, and allows no interruption")
    func platformCheck() {
        let request = AccountMetadataRequest.platformCheck()
        #expect(request.channelIdentifier == "https://saml.sp.auth.adobe.com")
        #expect(request.includeAccountProviderIdentifier && request.includeAuthenticationExpirationDate)
        #expect(!request.isInterruptionAllowed && request.supportedAccountProviderIdentifiers.isEmpty)
    }

    @Test("K-32, K-33, K-34: S4 is S2 with interruption and the two lists")
    func platformLogin() {
        var request = AccountMetadataRequest.platformLogin(Kite.mvpds, Kite.configuration())
        #expect(request.supportedAccountProviderIdentifiers == ["com.example.meadowlark", "com.example.sandpiper"])
        #expect(request.featuredAccountProviderIdentifiers == ["com.example.meadowlark"])
        request.isInterruptionAllowed = false
        request.supportedAccountProviderIdentifiers = []
        request.featuredAccountProviderIdentifiers = []
        #expect(request == .platformCheck())
    }

    @Test("K-34: featured are the SUPPORTED ones of those that are supported")
    func featuredAmongSupported() {
        let request = AccountMetadataRequest.platformLogin(ProviderListsTests.variants, Kite.configuration())
        #expect(request.supportedAccountProviderIdentifiers == ["com.example.meadowlark", "com.example.sandpiper"])
        #expect(request.featuredAccountProviderIdentifiers == ["com.example.meadowlark"])
    }

    @Test("K-35: the featured list is set from iOS and tvOS 11 on", arguments: ClientPlatform.allCases)
    func featured(_ platform: ClientPlatform) {
        let old = Kite.configuration(platform) { $0.osVersion = PlatformVersion(10, 3) }
        #expect(AccountMetadataRequest.platformLogin(Kite.mvpds, old).featuredAccountProviderIdentifiers.isEmpty)
        let new = Kite.configuration(platform) { $0.osVersion = PlatformVersion(11, 0) }
        #expect(!AccountMetadataRequest.platformLogin(Kite.mvpds, new).featuredAccountProviderIdentifiers.isEmpty)
    }

    @Test("K-50, K-51, K-52, K-53: S7 is S2 with the provider's attributes and the profile request")
    func forwarding() throws {
        let response = PassResponse(status: 200, .profileRequest("payload"))
        let forwarded = try #require(ForwardedRequest(in: response, for: Kite.meadowlark))
        var request = AccountMetadataRequest.forwarding(forwarded)
        #expect(request.attributeNames == ["uid", "householdID"] && request.verificationToken == "payload")
        #expect(!request.isInterruptionAllowed)
        request.attributeNames = []
        request.verificationToken = nil
        #expect(request == .platformCheck())
    }
}
