@testable import Device
import OrderedCollections
import SubscriberAccount
import Testing
import VirtualTime

@Suite struct DeviceEventEffectTests {
    @Test("Every event does something, and every effect is some event's", arguments: DeviceEvent.Kind.allCases)
    func isComplete(kind: DeviceEvent.Kind) {
        #expect(DeviceEventEffect.table.contains { $0.event == kind })
        #expect(Set(DeviceEventEffect.table.map(\.effect)) == Set(DeviceEventEffect.Effect.allCases))
        #expect(
            Set(DeviceEventEffect.table.compactMap(\.prevented)) == Set(DeviceEventEffect.Prevention.allCases)
        )
    }

    @Test("Every row says why and where that is written", arguments: DeviceEventEffect.table)
    func hasSource(row: DeviceEventEffect) {
        #expect(!row.reason.isEmpty)
        #expect(!row.source.isEmpty)
        #expect(!row.families.isEmpty)
        #expect(row.crossing == nil || row.event == .upgraded)
    }

    @Test("Boundaries of upgrades stand in order, before the system's version changes")
    func order() throws {
        let rows = DeviceEventEffect.table.filter { $0.event == .upgraded }
        let versions = rows.compactMap(\.crossing)
        #expect(versions == versions.sorted())
        let last = try #require(rows.lastIndex { $0.crossing != nil })
        let change = try #require(rows.firstIndex { $0.effect == .setSystem })
        #expect(last < change)
    }

    @Test("An app goes after everything that asks whose it was")
    func appGoesLast() {
        #expect(DeviceEventEffect.table.last { $0.event == .appDeleted }?.effect == .removeApp)
    }

    /// An event of each kind that can happen to the device below.
    static let events: [DeviceEvent] = [
        .appInstalled(.heron), .appUpdated(bundleID: "com.kite.tv", sdkVersion: PlatformVersion(3, 7)),
        .appDeleted(bundleID: "com.kite.tv"), .restarted, .advertisingIdentifierReset,
        .upgraded(to: PlatformVersion(11)), .permissionSet(bundleID: "com.kite.tv", isGranted: false),
        .permissionAnswered(bundleID: "com.kite.tv", isGranted: true), .permissionRestricted(bundleID: "com.kite.tv"),
        .providerSignedIn(.init(providerIdentifier: "lark", user: "bob", expires: nil)), .providerSignedOut,
        .wallClockSet(to: .distantPast), .wallClockMoved(by: .seconds(1)), .timeZoneChanged(minutesEast: 60),
        .fellAsleep, .wokeUp,
    ]

    @Test("An event changes the part of the device that its rows say, and no other", arguments: events)
    func changesItsPart(event: DeviceEvent) throws {
        var choices = DeviceAssumptions()
        choices.accountSurvivesUpgrade = false
        var device = try Device.example(.iOS(10), choices: choices)
        let account = TVProviderSettings.Account(providerIdentifier: "lark", user: "ada", expires: nil)
        try device.meet(.providerSignedIn(account))
        device.stores[.userDefaults(bundleID: "com.kite.tv"), ["a"]] = .text("1")
        if event.kind == .wokeUp { try device.meet(.fellAsleep) }
        let before = device
        try device.meet(event, at: noon + .seconds(1))
        let effects = DeviceEventEffect.table.filter { $0.event == event.kind && $0.crossing == nil }.map(\.effect)
        let parts = Set(effects.map(\.part))
        #expect((device.apps != before.apps) == parts.contains("apps"))
        #expect((device.system != before.system) == parts.contains("system"))
        #expect((device.stores != before.stores) == parts.contains("stores"))
        #expect((device.identifiers != before.identifiers) == parts.contains("identifiers"))
        let changesSettings = parts.contains("settings") && event.kind != .appDeleted
        #expect((device.settings != before.settings) == changesSettings)
        #expect((device.clock != before.clock) == parts.contains("clock"))
    }
}

extension DeviceEventEffect.Effect {
    /// The part of a device that it changes.
    fileprivate var part: String {
        switch self {
        case .addApp, .replaceSDK, .removeApp: "apps"
        case .setSystem: "system"
        case .removeUserDefaults, .removeFiles, .removePasteboardsOfLastApp, .removeKeychainOfLastApp,
            .makePasteboardsPrivate, .wipePasteboards:
            "stores"
        case .renewAdvertisingIdentifier, .renewVendorIdentifierAfterLastApp: "identifiers"
        case .answerPermission, .setPermission, .restrictPermission, .forgetPermission, .signIn, .signOut: "settings"
        case .setWallClock, .moveWallClock, .setTimeZone, .stopMonotonicClock, .startMonotonicClock,
            .resetMonotonicClock:
            "clock"
        }
    }
}
