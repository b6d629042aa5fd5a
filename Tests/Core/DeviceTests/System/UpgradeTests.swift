import Device
import OrderedCollections
import SubscriberAccount
import Testing
import VirtualTime

/// `Device.apply` with an upgrade of the system: what becomes of pasteboards.
@Suite struct UpgradeTests {
    let global = StoreName.pasteboard("com.adobe.pass", team: nil)
    let kite = StoreName.pasteboard("com.adobe.pass", team: "KITE")
    let heron = StoreName.pasteboard("com.adobe.pass", team: "HERON")
    let seven = CodedText(
        "makePasteboardsPrivate",
        [.text("upgradedTo", "iOS 7")],
        words: "upgrade to iOS 7 makes pasteboards private to a team"
    )
    let ten = CodedText(
        "wipePasteboards",
        [.text("upgradedTo", "iOS 10")],
        words: "upgrade to iOS 10 wipes pasteboards"
    )

    /// A device on iOS 6 with two teams' apps, and tokens in the global pasteboard and elsewhere.
    func six(_ choices: DeviceAssumptions = .default, apps: [InstalledApp] = [.kiteTV, .heron]) throws -> Device {
        var device = try Device.example(.iOS(6, 1), apps: apps, choices: choices)
        device.stores[global, ["authn", "KITETV", "Meadowlark"]] = .text("A")
        device.stores[global, ["authz", "KITE1"]] = .text("B")
        device.stores[.userDefaults(bundleID: "com.kite.tv"), ["setting"]] = .text("C")
        device.stores[.file("tokens", bundleID: "com.heron.tv"), ["authn"]] = .text("D")
        device.stores[.keychain(accessGroup: "KITE"), ["authn"]] = .text("E")
        return device
    }

    @Test("K-133: at iOS 7 each team keeps a copy of the global pasteboard as its own")
    func copies() throws {
        var device = try six()
        let before = device
        let changes = try device.upgrade(7)
        #expect(device.stores[global, []] == nil)
        #expect(device.stores[kite, []] == before.stores[global, []])
        #expect(device.stores[heron, []] == before.stores[global, []])
        #expect(
            changes == [
                StorageChange(
                    .migrated,
                    kite,
                    ["authn", "KITETV", "Meadowlark"],
                    by: .operatingSystem,
                    because: seven
                ),
                StorageChange(.migrated, kite, ["authz", "KITE1"], by: .operatingSystem, because: seven),
                StorageChange(
                    .migrated,
                    heron,
                    ["authn", "KITETV", "Meadowlark"],
                    by: .operatingSystem,
                    because: seven
                ),
                StorageChange(.migrated, heron, ["authz", "KITE1"], by: .operatingSystem, because: seven),
            ]
        )
    }

    @Test(
        "K-146, K-160: after iOS 6 to 7 the old tokens are still there for a scrubber, their device id is not",
        arguments: ["1.6", "1.7", "1.7.5"]
    )
    func staleTokens(sdk: String) throws {
        var device = try six()
        try device.meet(.appUpdated(bundleID: "com.kite.tv", sdkVersion: PlatformVersion(sdk)))
        let bound = device.visibleWiFiAddress
        try device.upgrade(7)
        let store = try #require(device.pasteboard(named: "com.adobe.pass", for: "com.kite.tv"))
        #expect(device.stores[text: store, ["authn", "KITETV", "Meadowlark"]] == "A")
        #expect(device.visibleWiFiAddress != bound)
        #expect(device.identifiers.wifiAddress == bound)
    }

    @Test("Global pasteboards may also be dropped at iOS 7; each text in them is told as removed")
    func drops() throws {
        var choices = DeviceAssumptions()
        choices.globalPasteboards = .dropped
        var device = try six(choices)
        let changes = try device.upgrade(7)
        #expect(device.stores[kite, []] == nil && device.stores[global, []] == nil)
        #expect(changes.map(\.action) == [.removed, .removed])
        #expect(changes.map(\.path) == [["authn", "KITETV", "Meadowlark"], ["authz", "KITE1"]])
        #expect(changes.allSatisfy { $0.store == global && $0.agent == .operatingSystem && $0.reason == seven })
    }

    @Test("Where no app is installed nobody takes a global pasteboard over")
    func nobody() throws {
        var device = try Device.example(.iOS(6), apps: [])
        device.stores[global, ["authn"]] = .text("A")
        let changes = try device.upgrade(7)
        #expect(changes == [StorageChange(.removed, global, ["authn"], by: .operatingSystem, because: seven)])
        #expect(device.stores == DeviceStores())
    }

    @Test(
        "K-132: upgrading to iOS 10 wipes every pasteboard, and nothing else",
        arguments: [(10, 0), (10, 3), (15, 0)]
    )
    func wipes(major: Int, minor: Int) throws {
        var device = try six()
        try device.upgrade(9)
        let changes = try device.upgrade(major, minor)
        #expect(
            device.stores.contents.keys.elementsEqual([
                .userDefaults(bundleID: "com.kite.tv"), .file("tokens", bundleID: "com.heron.tv"),
                .keychain(accessGroup: "KITE"),
            ])
        )
        #expect(changes.count == 4)
        #expect(changes.allSatisfy { $0.action == .removed && $0.agent == .operatingSystem && $0.reason == ten })
        #expect(changes.map(\.store) == [kite, kite, heron, heron])
    }

    @Test("An upgrade over several versions crosses each boundary in order: migrated at 7, then wiped at 10")
    func crossesBoth() throws {
        var device = try six()
        let changes = try device.upgrade(10)
        #expect(changes.map(\.reason) == Array(repeating: seven, count: 4) + Array(repeating: ten, count: 4))
        var stepwise = try six()
        let early = try stepwise.upgrade(7)
        let late = try stepwise.upgrade(10)
        #expect(changes == early + late)
        #expect(device == stepwise)
    }

    @Test(
        "A boundary counts when it is reached or passed, and once",
        arguments: [
            (6, 1, 6, 9, 0), (6, 1, 7, 0, 2), (7, 0, 7, 1, 0), (7, 0, 9, 9, 0), (9, 3, 10, 0, 2), (10, 0, 11, 0, 0),
            (10, 0, 10, 0, 0), (11, 0, 26, 0, 0),
        ]
    )
    func boundaries(fromMajor: Int, fromMinor: Int, toMajor: Int, toMinor: Int, count: Int) throws {
        var device = try Device.example(.iOS(fromMajor, fromMinor))
        let store = try #require(device.pasteboard(named: "p", for: "com.kite.tv"))
        device.stores[store, ["1"]] = .text("A")
        device.stores[store, ["2"]] = .text("B")
        #expect(try device.upgrade(toMajor, toMinor).count == count)
        #expect(device.system == .iOS(toMajor, toMinor))
    }

    @Test("On tvOS an upgrade removes nothing")
    func tvOS() throws {
        var device = try Device.example(.tvOS(9))
        device.stores[.userDefaults(bundleID: "com.kite.tv"), ["authn"]] = .text("A")
        let before = device.stores
        #expect(try device.upgrade(10).isEmpty)
        #expect(device.stores == before)
    }

    @Test("The reason names the family that was upgraded")
    func family() throws {
        var device = Device(
            name: "slate",
            system: OperatingSystem(.iPadOS, PlatformVersion(9)),
            identifiers: DeviceIdentifiers(seed: 1),
            at: noon
        )
        device.stores[.pasteboard("p", team: "KITE"), ["a"]] = .text("1")
        #expect(try device.upgrade(13).map(\.reason.words) == ["upgrade to iPadOS 10 wipes pasteboards"])
    }

    @Test("The TV provider account outlives an upgrade, unless the choice says otherwise", arguments: [true, false])
    func account(survives: Bool) throws {
        var choices = DeviceAssumptions()
        choices.accountSurvivesUpgrade = survives
        var device = try Device.example(.iOS(10), choices: choices)
        try device.meet(.providerSignedIn(.init(providerIdentifier: "lark", user: "ada", expires: nil)))
        try device.upgrade(11)
        #expect((device.settings.account != nil) == survives)
    }

    @Test("An upgrade restarts the device")
    func restarts() throws {
        var device = try Device.example(.iOS(10))
        try device.meet(.fellAsleep)
        try device.meet(.upgraded(to: PlatformVersion(11)), at: noon + .seconds(9))
        #expect(device.clock.monotonicTime(at: noon + .seconds(10)) == .seconds(1))
    }
}
