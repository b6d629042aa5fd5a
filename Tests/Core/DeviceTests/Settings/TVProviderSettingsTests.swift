import Device
import OrderedCollections
import SubscriberAccount
import Testing
import VirtualTime

@Suite struct TVProviderSettingsTests {
    let account = TVProviderSettings.Account(providerIdentifier: "lark", user: "ada", expires: noon + .seconds(10))

    @Test("The user signs in and out in Settings; a second provider takes the first one's place")
    func signing() throws {
        var device = try Device.example(.iOS(12))
        #expect(device.settings == TVProviderSettings())
        try device.meet(.providerSignedOut)
        #expect(device.settings.account == nil)
        try device.meet(.providerSignedIn(account))
        let other = TVProviderSettings.Account(providerIdentifier: "reed", user: "ada", expires: nil)
        try device.meet(.providerSignedIn(other))
        #expect(device.settings.account == other)
        try device.meet(.providerSignedOut)
        #expect(device.settings.account == nil)
    }

    @Test("A session holds until just before its end; one without an end holds always")
    func end() {
        #expect(account.isCurrent(at: noon + .seconds(10) - .nanoseconds(1)))
        #expect(!account.isCurrent(at: noon + .seconds(10)))
        #expect(
            TVProviderSettings.Account(providerIdentifier: "p", user: "u", expires: nil).isCurrent(at: .distantFuture)
        )
    }

    @Test("K-5, K-6, K-7: each app asks for itself, and the device remembers the answer")
    func remembers() throws {
        var device = try Device.example(.iOS(12), apps: [.kiteTV, .heron])
        try device.meet(.permissionAnswered(bundleID: "com.kite.tv", isGranted: false))
        try device.meet(.permissionAnswered(bundleID: "com.kite.tv", isGranted: true))
        #expect(device.settings.permission(of: "com.kite.tv").status == .denied)
        #expect(device.settings.permission(of: "com.heron.tv").status == .notDetermined)
        try device.meet(.restarted)
        #expect(device.settings.permission(of: "com.kite.tv").status == .denied)
    }

    @Test("K-9: the user changes an app's permission in Settings, except under restrictions")
    func setting() throws {
        var device = try Device.example(.iOS(12))
        try device.meet(.permissionSet(bundleID: "com.kite.tv", isGranted: true))
        #expect(device.settings.permission(of: "com.kite.tv").status == .granted)
        try device.meet(.permissionSet(bundleID: "com.kite.tv", isGranted: false))
        #expect(device.settings.permission(of: "com.kite.tv").status == .denied)
        try device.meet(.permissionRestricted(bundleID: "com.kite.tv"))
        try device.meet(.permissionSet(bundleID: "com.kite.tv", isGranted: true))
        #expect(device.settings.permissions["com.kite.tv"]?.status == .restricted)
    }
}
