import SubscriberAccount
import Testing

@Suite struct UserAccountManagerTests {
    @Test("A query asks for this device, or for all devices of the iCloud account")
    func query() {
        var manager = UserAccountManager()
        var account = UserAccount(accountType: .paid)
        account.identifier = "u"
        manager.updateUserAccount(account)
        var remote = account
        remote.isFromCurrentDevice = false
        remote.authenticationData = "t"
        manager.updateUserAccount(remote)
        account.isSignedOut = true
        manager.updateUserAccount(account)
        #expect(manager.userAccounts() == [account])
        #expect(manager.userAccounts(.allDevices) == [account, remote])
    }

    @Test("The automatic sign-in token is kept only with the user's leave")
    func token() throws {
        var manager = UserAccountManager()
        #expect(throws: UserAccountManager.Refusal.notAuthorized) { try manager.updateAutomaticSignInToken("t") }
        manager.authorizationAnswered(isGranted: true)
        try manager.updateAutomaticSignInToken("t")
        #expect(manager.automaticSignInToken.value == "t")
        manager.deleteAutomaticSignInToken()
        #expect(manager.automaticSignInToken.value == nil && manager.automaticSignInToken.authorization == .granted)
        try manager.updateAutomaticSignInToken("u")
        manager.authorizationAnswered(isGranted: false)
        #expect(manager.automaticSignInToken.value == nil && manager.automaticSignInToken.authorization == .denied)
    }
}
