import Device
import SubscriberAccount
import Testing
import VirtualTime

@Suite struct StoreNameTests {
    static let all: [InstalledApp] = [.kiteTV, .kiteKids, .kiteSports, .heron]

    @Test(
        "Every store has a title for people",
        arguments: [
            (StoreName.pasteboard("com.adobe.pass", team: "KITE"), "pasteboard \"com.adobe.pass\" of team KITE"),
            (.pasteboard("com.adobe.pass", team: nil), "pasteboard \"com.adobe.pass\""),
            (.userDefaults(bundleID: "com.kite.tv"), "user defaults of com.kite.tv"),
            (.keychain(accessGroup: "KITE"), "keychain of group KITE"),
            (.file("tokens", bundleID: "com.kite.tv"), "file \"tokens\" of com.kite.tv"),
        ]
    )
    func titles(store: StoreName, title: String) {
        #expect(store.title == title)
        #expect(store.values().first == .code("store", store.kind) && StoreName.kinds.contains(store.kind))
        // Facts name it, others among them or not; without its kind they name none.
        #expect(StoreName(store.values()) == store)
        #expect(StoreName([.code("kind", "authn")] + store.values() + [.text("team", "HERON")]) != nil)
        #expect(StoreName(Array(store.values().dropFirst())) == nil)
    }

    @Test("K-128: up to iOS 6 a named pasteboard is one for all apps", arguments: [OperatingSystem.iOS(5), .iOS(6, 9)])
    func globalPasteboard(system: OperatingSystem) throws {
        let device = try Device.example(system, apps: Self.all)
        for app in Self.all {
            #expect(device.pasteboard(named: "p", for: app.bundleID) == .pasteboard("p", team: nil))
        }
    }

    @Test(
        "K-127, K-133, K-134: from iOS 7 apps of one team share a pasteboard, whatever their bundle ids, others do not",
        arguments: [OperatingSystem.iOS(7), .iOS(9), .iOS(17), OperatingSystem(.iPadOS, PlatformVersion(14))]
    )
    func teamPasteboard(system: OperatingSystem) throws {
        let device = try Device.example(system, apps: Self.all)
        let stores = Self.all.map { device.pasteboard(named: "p", for: $0.bundleID) }
        #expect(stores[0] == .pasteboard("p", team: "KITE"))
        #expect(stores[1] == stores[0] && stores[2] == stores[0])
        #expect(stores[3] == .pasteboard("p", team: "HERON"))
    }

    @Test("K-135: the restriction holds whatever the SDK version", arguments: [nil, "1.6", "1.7.5", "1.8", "3.7"])
    func anySDK(version: String?) throws {
        var device = try Device.example(.iOS(7))
        try device.meet(.appUpdated(bundleID: "com.kite.tv", sdkVersion: version.flatMap { PlatformVersion($0) }))
        #expect(device.pasteboard(named: "p", for: "com.kite.tv") == .pasteboard("p", team: "KITE"))
    }

    @Test("K-131: tvOS has no pasteboard, and user defaults are each app's own", arguments: [9, 10, 17])
    func tvOS(version: Int) throws {
        let device = try Device.example(.tvOS(version), apps: Self.all)
        for app in Self.all {
            #expect(device.pasteboard(named: "p", for: app.bundleID) == nil)
            #expect(device.userDefaults(for: app.bundleID) == .userDefaults(bundleID: app.bundleID))
        }
    }

    @Test("Keychain items are shared by a team's apps, but on tvOS by nobody")
    func keychain() throws {
        let phone = try Device.example(.iOS(12), apps: Self.all)
        #expect(phone.keychain(for: "com.kite.tv") == .keychain(accessGroup: "KITE"))
        #expect(phone.keychain(for: "org.kitesports.live") == phone.keychain(for: "com.kite.tv"))
        #expect(phone.keychain(for: "com.heron.tv") == .keychain(accessGroup: "HERON"))
        let television = try Device.example(.tvOS(12), apps: Self.all)
        #expect(television.keychain(for: "com.kite.tv") == .keychain(accessGroup: "KITE.com.kite.tv"))
    }

    @Test("An app that is not installed reaches nothing that depends on its team")
    func unknownApp() throws {
        let device = try Device.example(.iOS(7))
        #expect(device.pasteboard(named: "p", for: "com.wren.tv") == nil)
        #expect(device.keychain(for: "com.wren.tv") == nil)
        #expect(device.app("com.wren.tv") == nil)
        #expect(device.file("f", for: "com.kite.tv") == .file("f", bundleID: "com.kite.tv"))
    }
}
