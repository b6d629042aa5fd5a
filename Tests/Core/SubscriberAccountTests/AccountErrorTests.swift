import SubscriberAccount
import Testing

@Suite struct AccountErrorTests {
    @Test("K-40: an unsupported provider is code 1 with a string under the literal key")
    func unsupportedProvider() {
        let key = "VSErrorInfoKeyUnsupportedProviderIdentifier"
        #expect(AccountError.unsupportedProviderIdentifierKey == key)
        #expect(AccountError(code: 1, userInfo: [.init(key, "p")]).unsupportedProviderIdentifier == "p")
        #expect(AccountError(code: 2, userInfo: [.init(key, "p")]).unsupportedProviderIdentifier == nil)
        #expect(
            AccountError(domain: "NSCocoaErrorDomain", code: 1, userInfo: [.init(key, "p")])
                .unsupportedProviderIdentifier == nil
        )
        #expect(
            AccountError(code: 1, userInfo: [.init(key, "7", isString: false)]).unsupportedProviderIdentifier == nil
        )
        #expect(AccountError(code: 1).unsupportedProviderIdentifier == nil)
    }

    @Test("A key or domain of equivalent characters is another")
    func equivalentCharacters() {
        let error = AccountError(domain: "VSErrorDomain", code: 1, userInfo: [.init("\u{212A}", "p")])
        #expect(error["K"] == nil)
        #expect(error["\u{212A}"] == "p")
        #expect(AccountError(domain: "VSErrorDomain\u{301}", code: 1).knownCode == nil)
    }

    @Test("Codes have Apple's numbers; one that no header lists is kept as a number")
    func codes() {
        // video-subscriber-account.md §7, by number.
        #expect(
            (0...7).map { AccountError.Code(rawValue: $0) } == [
                .accessNotGranted, .unsupportedProvider, .userCancelled, .serviceTemporarilyUnavailable,
                .providerRejected, .invalidVerificationToken, .rejected, .unsupported,
            ]
        )
        #expect(AccountError.Code.allCases.count == 8)
        #expect(AccountError(.providerRejected).code == 4)
        #expect(AccountError(code: 8).knownCode == nil)
        #expect(AccountError(domain: "x", code: 0).knownCode == nil)
    }
}
