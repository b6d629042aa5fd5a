import SubscriberAccount
import Testing

@Suite struct AccountPermissionTests {
    @Test("K-5, K-15: only the status granted lets an app go on, any other comes with the reason")
    func granted() {
        for status in AccountAccessStatus.allCases {
            let error = status == .granted ? nil : AccountError(.accessNotGranted)
            #expect(AccountPermission(status).answer == .accessStatus(status, error))
        }
    }

    @Test("K-6, K-7: each app is asked once, and the device remembers its answer")
    func remembered() {
        var kite = AccountPermission()
        let other = kite
        #expect(kite.asksUser(prompt: true))
        #expect(!kite.asksUser(prompt: false))
        kite.questionAnswered(isGranted: false)
        #expect(kite.status == .denied)
        #expect(!kite.asksUser(prompt: true))
        kite.questionAnswered(isGranted: true)
        #expect(kite.status == .denied)
        #expect(other.asksUser(prompt: true))
    }

    @Test("K-9: the user can change the choice in Settings, but not under restrictions")
    func settings() {
        var permission = AccountPermission(.denied)
        permission.settingChanged(isGranted: true)
        #expect(permission.status == .granted)
        var restricted = AccountPermission(.restricted)
        restricted.settingChanged(isGranted: true)
        #expect(restricted.status == .restricted)
        #expect(!restricted.asksUser(prompt: true))
        #expect(AccountPlatform.iOS.settingsPath == ["Settings", "TV Provider"])
        #expect(AccountPlatform.tvOS.settingsPath == ["Settings", "Accounts", "TV Provider"])
    }

    @Test("K-10: the app may check at any time without a question being shown")
    func anyTime() {
        let permission = AccountPermission()
        #expect(permission.answer == .accessStatus(.notDetermined, AccountError(.accessNotGranted)))
        #expect(permission.status == .notDetermined)
    }
}
