import Device
import OrderedCollections
import SubscriberAccount
import Testing
import VirtualTime

/// `Device.apply` with what happens to apps.
@Suite struct DeviceEventTests {
    let defaults = StoreName.userDefaults(bundleID: "com.kite.tv")
    let file = StoreName.file("tokens", bundleID: "com.kite.tv")
    let group = StoreName.keychain(accessGroup: "KITE")
    let pasteboard = StoreName.pasteboard("p", team: "KITE")

    /// A device on iOS 9 whose apps each keep something everywhere.
    func filled(_ apps: [InstalledApp], _ choices: DeviceAssumptions = .default) throws -> Device {
        var device = try Device.example(.iOS(9), apps: apps, choices: choices)
        for app in apps {
            for store in [
                device.userDefaults(for: app.bundleID), device.file("tokens", for: app.bundleID),
                device.keychain(for: app.bundleID), device.pasteboard(named: "p", for: app.bundleID),
            ] {
                let store = try #require(store)
                device.stores[store, ["authn", app.bundleID]] = .text("A")
            }
        }
        return device
    }

    @Test("K-126: a restart keeps everything that is stored")
    func restart() throws {
        var device = try filled([.kiteTV, .heron])
        let before = device.stores
        #expect(try device.meet(.restarted).isEmpty)
        #expect(device.stores == before)
    }

    @Test(
        "An update or downgrade of an app changes its SDK and nothing that it stored",
        arguments: ["1.6", "1.8", nil]
    )
    func update(version: String?) throws {
        var device = try filled([.kiteTV])
        let before = device.stores
        let sdk = version.flatMap { PlatformVersion($0) }
        #expect(try device.meet(.appUpdated(bundleID: "com.kite.tv", sdkVersion: sdk)).isEmpty)
        #expect(device.app("com.kite.tv")?.sdkVersion == sdk)
        #expect(device.stores == before)
    }

    @Test("With an app go its user defaults and files; what the team shares stays while the team has another app")
    func deletion() throws {
        var device = try filled([.kiteTV, .kiteKids, .heron])
        let changes = try device.meet(.appDeleted(bundleID: "com.kite.tv"))
        #expect(device.app("com.kite.tv") == nil)
        let deletion = { (code: String, words: String) in
            CodedText(code, [.text("deletedApp", "com.kite.tv")], words: "deletion of com.kite.tv " + words)
        }
        #expect(
            changes == [
                StorageChange(
                    .removed,
                    defaults,
                    ["authn", "com.kite.tv"],
                    by: .user,
                    because: deletion("removeUserDefaults", "removes its user defaults")
                ),
                StorageChange(
                    .removed,
                    file,
                    ["authn", "com.kite.tv"],
                    by: .user,
                    because: deletion("removeFiles", "removes its private files")
                ),
            ]
        )
        #expect(device.stores.leaves(in: pasteboard).count == 2)
        #expect(device.stores.leaves(in: group).count == 2)
        #expect(device.stores.leaves(in: .userDefaults(bundleID: "com.kite.kids")).count == 1)
    }

    @Test("With a team's last app goes its pasteboard, not another team's, and its keychain items stay")
    func lastApp() throws {
        var device = try filled([.kiteTV, .heron])
        let changes = try device.meet(.appDeleted(bundleID: "com.kite.tv"))
        #expect(changes.map(\.store) == [defaults, file, pasteboard])
        #expect(changes.last?.reason.words == "deletion of com.kite.tv leaves no app that reaches the pasteboard")
        #expect(device.stores[group, []] != nil)
        #expect(device.stores[.pasteboard("p", team: "HERON"), []] != nil)
        try device.meet(.appInstalled(.kiteTV))
        #expect(device.stores[text: group, ["authn", "com.kite.tv"]] == "A")
    }

    @Test("Pasteboards may also live for ever")
    func pasteboardsLive() throws {
        var choices = DeviceAssumptions()
        choices.pasteboardLife = .forever
        var device = try filled([.kiteTV], choices)
        try device.meet(.appDeleted(bundleID: "com.kite.tv"))
        #expect(device.stores[pasteboard, []] != nil)
    }

    @Test("Keychain items may also go with the last app of their group")
    func keychainGoes() throws {
        var choices = DeviceAssumptions()
        choices.keychainSurvivesDeletion = false
        var device = try filled([.kiteTV, .kiteKids, .heron], choices)
        try device.meet(.appDeleted(bundleID: "com.kite.tv"))
        #expect(device.stores[group, []] != nil)
        let changes = try device.meet(.appDeleted(bundleID: "com.kite.kids"))
        #expect(
            changes.filter { $0.store == group }.map(\.path) == [
                ["authn", "com.kite.tv"], ["authn", "com.kite.kids"],
            ]
        )
        #expect(device.stores[.keychain(accessGroup: "HERON"), []] != nil)
    }

    @Test("The global pasteboard of iOS 6 stays until the last app of all is gone")
    func globalPasteboard() throws {
        let global = StoreName.pasteboard("p", team: nil)
        var device = try Device.example(.iOS(6), apps: [.kiteTV, .heron])
        device.stores[global, ["authn"]] = .text("A")
        #expect(try device.meet(.appDeleted(bundleID: "com.kite.tv")).isEmpty)
        #expect(try device.meet(.appDeleted(bundleID: "com.heron.tv")).map(\.store) == [global])
    }

    @Test("A deleted app has to ask for permission again, unless the choice says otherwise", arguments: [true, false])
    func permission(survives: Bool) throws {
        var choices = DeviceAssumptions()
        choices.permissionSurvivesDeletion = survives
        var device = try Device.example(.iOS(12), choices: choices)
        try device.meet(.permissionSet(bundleID: "com.kite.tv", isGranted: true))
        try device.meet(.appDeleted(bundleID: "com.kite.tv"))
        try device.meet(.appInstalled(.kiteTV))
        let status = device.settings.permission(of: "com.kite.tv").status
        #expect(status == (survives ? .granted : .notDetermined))
    }

    @Test("Apps are listed in order of installation")
    func order() throws {
        var device = try Device.example(.iOS(9), apps: [.kiteTV, .heron])
        try device.meet(.appDeleted(bundleID: "com.kite.tv"))
        try device.meet(.appInstalled(.kiteTV))
        #expect(device.apps.keys.elementsEqual(["com.heron.tv", "com.kite.tv"]))
        #expect(device.apps.values.map(\.bundleID) == ["com.heron.tv", "com.kite.tv"])
    }
}
