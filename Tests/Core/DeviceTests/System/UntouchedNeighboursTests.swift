import Device
import SubscriberAccount
import Testing
import VirtualTime

/// The changes of an event, and that all beside it stays: on a device on which each part of each key has a neighbor.
///
/// Source: access-enabler.md §9 to §12, video-subscriber-account.md §1; what is unconfirmed there is a choice.
@Suite struct UntouchedNeighboursTests {
    /// Of Kite's team: its bundle id begins with another app's, so that it has another vendor.
    private static let beta = InstalledApp(bundleID: "com.kite.tv.beta", teamID: "KITE")
    private static let apps: [InstalledApp] = [.kiteTV, .kiteKids, .kiteSports, beta, .heron]

    /// A device whose apps each keep something in every store of theirs, under two names where a store has one.
    private static func device(_ system: OperatingSystem, keychainSurvives: Bool) throws -> Device {
        var choices = DeviceAssumptions()
        choices.keychainSurvivesDeletion = keychainSurvives
        var device = try Device.example(system, apps: apps, choices: choices)
        for app in apps {
            let stores = [
                device.userDefaults(for: app.bundleID), device.file("a", for: app.bundleID),
                device.file("b", for: app.bundleID), device.keychain(for: app.bundleID),
                device.pasteboard(named: "p", for: app.bundleID), device.pasteboard(named: "q", for: app.bundleID),
            ]
            for store in stores.compactMap({ $0 }) { device.stores[store, ["authn", app.bundleID]] = .text("A") }
            guard system.version >= PlatformVersion(10) else { continue }
            try device.meet(.permissionSet(bundleID: app.bundleID, isGranted: true))
        }
        if system.version >= PlatformVersion(10) {
            try device.meet(.providerSignedIn(.init(providerIdentifier: "plover", user: "wren", expires: nil)))
        }
        return device
    }

    /// Everything that can be told of a device, by name.
    private static func facets(_ device: Device) -> [String: String] {
        var facets = [
            "Wi-Fi address": device.visibleWiFiAddress,
            "advertising identifier": device.visibleAdvertisingIdentifier ?? "none",
            "account": "\(String(describing: device.settings.account))",
            "system": device.system.description,
            "wall clock": "\(device.clock.wallTime(at: noon))",
            "time zone": "\(device.clock.minutesEast)",
        ]
        for (store, keys) in device.stores.contents { facets[store.title] = "\(keys)" }
        for app in device.apps.values {
            let id = app.bundleID
            facets["SDK of \(id)"] = app.sdkVersion?.description ?? "none"
            facets["permission of \(id)"] = "\(device.settings.permission(of: id).status)"
            facets["vendor's identifier in \(id)"] = device.identifierForVendor(of: id) ?? "none"
        }
        return facets
    }

    private static func whatGoesWith(_ id: String) -> [String] {
        [
            "user defaults of \(id)", "file \"a\" of \(id)", "file \"b\" of \(id)", "SDK of \(id)",
            "permission of \(id)", "vendor's identifier in \(id)",
        ]
    }

    private static let teamBoards = ["KITE", "HERON"].flatMap { team in
        ["p", "q"].map { "pasteboard \"\($0)\" of team \(team)" }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var system: OperatingSystem
        var event: DeviceEvent
        var keychainSurvives = true
        var changes: [String]

        var testDescription: String { "\(system): \(event)" }
    }

    private static func row(
        _ system: OperatingSystem,
        _ event: DeviceEvent,
        keychainSurvives: Bool = true,
        _ changes: [String]
    ) -> Row { Row(system: system, event: event, keychainSurvives: keychainSurvives, changes: changes) }

    private static let kite = InstalledApp.kiteTV.bundleID
    private static let heron = InstalledApp.heron.bundleID
    private static let account = TVProviderSettings.Account(providerIdentifier: "tern", user: "finch", expires: nil)

    static let rows: [Row] = [
        // One app of several of a team and of a vendor.
        row(.iOS(10), .appDeleted(bundleID: kite), whatGoesWith(kite)),
        row(.iOS(10), .appDeleted(bundleID: kite), keychainSurvives: false, whatGoesWith(kite)),
        row(.iOS(10), .appDeleted(bundleID: beta.bundleID), whatGoesWith(beta.bundleID)),
        // The last of its team.
        row(
            .iOS(10),
            .appDeleted(bundleID: heron),
            whatGoesWith(heron) + ["pasteboard \"p\" of team HERON", "pasteboard \"q\" of team HERON"]
        ),
        row(
            .iOS(10),
            .appDeleted(bundleID: heron),
            keychainSurvives: false,
            whatGoesWith(heron)
                + ["pasteboard \"p\" of team HERON", "pasteboard \"q\" of team HERON", "keychain of group HERON"]
        ),
        // On tvOS each app is the only one of its keychain group.
        row(.tvOS(15), .appDeleted(bundleID: kite), whatGoesWith(kite)),
        row(
            .tvOS(15),
            .appDeleted(bundleID: kite),
            keychainSurvives: false,
            whatGoesWith(kite) + ["keychain of group KITE.com.kite.tv"]
        ),
        row(.iOS(10), .appUpdated(bundleID: kite, sdkVersion: PlatformVersion(3, 7)), ["SDK of com.kite.tv"]),
        row(
            .iOS(10),
            .appInstalled(InstalledApp(bundleID: "com.kite.news", teamID: "KITE")),
            ["SDK of com.kite.news", "permission of com.kite.news", "vendor's identifier in com.kite.news"]
        ),
        row(.iOS(10), .permissionSet(bundleID: kite, isGranted: false), ["permission of com.kite.tv"]),
        row(.iOS(10), .permissionRestricted(bundleID: kite), ["permission of com.kite.tv"]),
        row(.iOS(10), .providerSignedIn(account), ["account"]),
        row(.iOS(10), .providerSignedOut, ["account"]),
        row(.iOS(10), .advertisingIdentifierReset, ["advertising identifier"]),
        row(.iOS(10), .restarted, []),
        row(.iOS(10), .fellAsleep, []),
        row(.iOS(10), .wallClockMoved(by: .seconds(60)), ["wall clock"]),
        row(.iOS(10), .wallClockSet(to: noon + .seconds(60)), ["wall clock"]),
        row(.iOS(10), .timeZoneChanged(minutesEast: 60), ["time zone"]),
        // Of each crossing only what it is about; the global boards go, and each team gets its own.
        row(.iOS(5), .upgraded(to: PlatformVersion(5, 1)), ["system"]),
        row(
            .iOS(6),
            .upgraded(to: PlatformVersion(7)),
            teamBoards + [
                "pasteboard \"p\"", "pasteboard \"q\"", "system", "Wi-Fi address",
                // iOS 6 counts two components, later ones all but the last.
                "vendor's identifier in com.kite.tv.beta",
            ]
        ),
        row(.iOS(7), .upgraded(to: PlatformVersion(9)), ["system"]),
        row(.iOS(9), .upgraded(to: PlatformVersion(10)), teamBoards + ["system"]),
        row(.iOS(10), .upgraded(to: PlatformVersion(12)), ["system"]),
        row(.tvOS(9), .upgraded(to: PlatformVersion(12)), ["system"]),
        row(.init(.iPadOS, PlatformVersion(9)), .upgraded(to: PlatformVersion(13)), teamBoards + ["system"]),
    ]

    @Test(
        "K-7, K-131 to K-135, K-159: an event changes what it is about; other apps, vendors, teams and stores keep theirs",
        arguments: rows
    )
    func untouched(row: Row) throws {
        var device = try Self.device(row.system, keychainSurvives: row.keychainSurvives)
        let before = Self.facets(device)
        try device.meet(row.event)
        let after = Self.facets(device)
        let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
        #expect(changed.sorted() == row.changes.sorted())
    }

    @Test(
        "After its last app a vendor's identifier is another; other vendors of the team, and other teams, keep theirs"
    )
    func vendors() throws {
        // com.kite of another team: the same prefix.
        let heronKite = InstalledApp(bundleID: "com.kite.heron", teamID: "HERON")
        var device = try Device.example(.iOS(12), apps: Self.apps + [heronKite])
        let before = Self.facets(device)
        try device.meet(.appDeleted(bundleID: "com.kite.tv"))
        try device.meet(.appInstalled(.kiteTV))
        #expect(
            Self.facets(device)["vendor's identifier in com.kite.tv"] == before["vendor's identifier in com.kite.tv"]
        )
        for app in [InstalledApp.kiteTV, .kiteKids] { try device.meet(.appDeleted(bundleID: app.bundleID)) }
        for app in [InstalledApp.kiteTV, .kiteKids] { try device.meet(.appInstalled(app)) }
        let after = Self.facets(device)
        let changed = before.keys.filter { $0.hasPrefix("vendor's") && before[$0] != after[$0] }
        #expect(
            changed.sorted() == ["vendor's identifier in com.kite.kids", "vendor's identifier in com.kite.tv"]
        )
    }
}
