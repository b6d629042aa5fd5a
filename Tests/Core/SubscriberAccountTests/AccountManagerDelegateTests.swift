import SubscriberAccount
import Testing

@Suite struct AccountManagerDelegateTests {
    @Test("K-31: a delegate may veto providers; without a veto all are allowed")
    func veto() {
        #expect(AccountManagerDelegate().veto(of: "p") == nil)
        let delegate = AccountManagerDelegate(vetoing: ["p"])
        #expect(delegate.shouldAuthenticate("q"))
        #expect(delegate.veto(of: "p")?.unsupportedProviderIdentifier == "p")
        var choices = PlatformAssumptions()
        choices.vetoNamesProvider = false
        #expect(delegate.veto(of: "p", choices: choices) == AccountError(.unsupportedProvider))
    }

    @Test("What no source says is a named choice with a default")
    func choices() {
        var choices = PlatformAssumptions.default
        #expect(choices.answerWhenSignedOut == .metadata(nil, AccountError(.providerRejected)))
        #expect(choices.answerWhenCanceled == .metadata(nil, AccountError(.userCancelled)))
        choices.signedOutResult = .emptyMetadata
        #expect(choices.answerWhenSignedOut == .metadata(AccountMetadata(), nil))
        choices.signedOutResult = .nothing
        #expect(choices.answerWhenSignedOut == .metadata(nil, nil))
    }
}
