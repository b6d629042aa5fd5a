import Device
import SubscriberAccount
import Testing
import VirtualTime

@testable import ClientStack

/// The invariants 3 to 7 and 10 of access-enabler.md §16, over random lives of random devices.
@Suite struct StorageInvariantTests {
    typealias App = Handset.App

    static let apps = [App.kite, .kiteSports, .gull, .heron]
    static let mvpds = [Kite.meadowlark, Kite.sandpiper, TokenStorageTests.tern]
    static let versions = ["1.5", "1.6", "1.7", "1.7.5", "1.8", "1.10", "2.4", "3.0", "3.7", "3.8.3"].map(Handset.sdk)

    /// All that is kept, store by store.
    static func leaves(_ device: Device) -> [StoreName: [[String]: String]] {
        device.stores.contents.keys.reduce(into: [:]) { all, store in
            all[store] = Dictionary(device.stores.leaves(in: store).map { ($0.path, $0.text) }) { first, _ in first }
        }
    }

    @Test("K-124, K-138, K-139, K-142, K-145: storage keeps its invariants whatever happens", arguments: 0..<120)
    func random(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let isTV = seed % 6 == 0
        var phone = Handset(isTV ? .tvOS : .iOS, PlatformVersion(isTV ? 9 : 6), seed: UInt64(seed))
        let old = seed % 3 == 0 ? 0..<5 : 2..<Self.versions.count
        for app in Self.apps {
            let version = isTV ? PlatformVersion(3, 8, 3) : Self.versions[Int.random(in: old, using: &random)]
            try phone.happen(
                .appInstalled(InstalledApp(bundleID: app.bundleID, teamID: app.team, sdkVersion: version))
            )
        }
        for _ in 0..<60 { try step(&phone, &random) }
    }

    private func step(_ phone: inout Handset, _ random: inout SeededGenerator) throws {
        let app = Self.apps[Int.random(in: 0..<Self.apps.count, using: &random)]
        let mvpd = Self.mvpds[Int.random(in: 0..<Self.mvpds.count, using: &random)]
        let before = phone
        var changes: [StorageChange] = []
        var isDeviceEvent = false
        switch Int.random(in: 0..<14, using: &random) {
        case 0...2:
            changes = phone.launch(app, providers: Self.mvpds)
            checkLaunch(app, before, phone, changes)
        case 3...5: changes = try phone.logIn(app, mvpd, for: .seconds(Int.random(in: 1...5_000, using: &random)))
        case 6, 7:
            let resource = "KITE\(Int.random(in: 1...3, using: &random))"
            changes = try phone.authorize(app, resource, mvpd, for: .seconds(900))
        case 8:
            changes = phone.logOut(app)
            checkLogout(app, phone)
        case 9:
            changes = phone.cancel(app)
            checkCancel(app, before, phone)
        case 10:
            changes = phone.storages[app.bundleID]?.dropRequestor(on: &phone.device, at: phone.wall) ?? []
            #expect(phone.token(app) == nil)
            checkStaysSignedOut(app, phone)
        case 11: phone.now += .seconds(Int.random(in: 1...3_000, using: &random))
        case 12:
            isDeviceEvent = true
            let version = phone.device.system.version
            try phone.happen(.upgraded(to: PlatformVersion(min(version.major + 1, 12))))
            phone.storages = [:]
        default:
            isDeviceEvent = true
            try phone.happen(.advertisingIdentifierReset)
        }
        if !isDeviceEvent { checkChanges(changes, before.device, phone.device) }
        checkShape(phone)
    }

    /// Invariants 5 and 6.
    private func checkLaunch(_ app: App, _ before: Handset, _ after: Handset, _ changes: [StorageChange]) {
        guard let storage = after.storages[app.bundleID] else { return }
        let imports = changes.filter { $0.agent == .importer }
        if let wasValid = storage.authentication(on: before.device, at: before.wall) {
            #expect(imports.isEmpty, "a valid token was there")
            if storage.foreignTokens != .erased { #expect(after.token(app) == wasValid) }
        }
        for bucket in storage.areas(on: after.device).flatMap({ $0.buckets(on: after.device) }) {
            switch storage.foreignTokens {
            case .used: break
            case .scrubbed, .erased: #expect(bucket.deviceHash == storage.deviceID.hash)
            case .ignored:
                let isStale = bucket.deviceID?.basis == .wifiAddress && storage.deviceID.basis != .wifiAddress
                let hidden = DeviceID(.wifiAddress, of: Device.hiddenWiFiAddress).hash
                #expect(!isStale || bucket.deviceHash == hidden)
            }
        }
    }

    /// Invariant 4, the first half.
    private func checkLogout(_ app: App, _ phone: Handset) {
        guard let storage = phone.storages[app.bundleID] else { return }
        for area in storage.areas(on: phone.device) {
            #expect(phone.device.stores[area.store, [area.tokens]] == nil)
            #expect(phone.device.stores[area.store, [area.providers]] == nil)
        }
        checkStaysSignedOut(app, phone)
    }

    /// No importer brings anything back.
    private func checkStaysSignedOut(_ app: App, _ phone: Handset) {
        var again = phone
        guard again.storages[app.bundleID] != nil else { return }
        again.launch(app, providers: Self.mvpds)
        #expect(again.token(app) == nil)
    }

    /// Invariant 4, the second half.
    private func checkCancel(_ app: App, _ before: Handset, _ after: Handset) {
        guard let storage = before.storages[app.bundleID] else { return }
        let mvpd = storage.provider(on: before.device)?.mvpd
        let kept = Self.leaves(after.device)
        for (store, leaves) in Self.leaves(before.device) {
            for (path, text) in leaves where kept[store]?[path] != text {
                let isNested = path.count > 4 && path[1] == app.requestor && path[2] == mvpd
                let isProvider = path.count == 3 && path[1] == app.requestor
                let isSingle = StorageArea(store: store, isSingle: true).buckets(on: before.device).contains {
                    $0.authentication?.msoID == mvpd
                }
                #expect(isNested || isProvider || isSingle, "\(store) \(path)")
            }
        }
    }

    /// Whatever changed was told, and what was told changed.
    private func checkChanges(_ changes: [StorageChange], _ before: Device, _ after: Device) {
        let old = Self.leaves(before)
        let new = Self.leaves(after)
        for store in Set(old.keys).union(new.keys) {
            let paths = Set((old[store] ?? [:]).keys).union((new[store] ?? [:]).keys)
            for path in paths where old[store]?[path] != new[store]?[path] && path.first != "migrated to 3.7.0" {
                #expect(changes.contains { $0.store == store && path.starts(with: $0.path) }, "\(store) \(path)")
            }
        }
    }

    /// Invariants 3, 7 and 10.
    private func checkShape(_ phone: Handset) {
        for (store, values) in phone.device.stores.contents {
            let leaves = phone.device.stores.leaves(in: store)
            #expect(leaves.allSatisfy { !$0.text.contains("shortAuthorizationToken") })
            let tokens = leaves.filter { $0.path.last == "token" && $0.path.dropLast().last == "authn" }
            switch store {
            case .pasteboard(StorageArea.singlePasteboard, _), .file: #expect(tokens.count <= 1)
            default: #expect(Set(tokens.map { $0.path.prefix(4) }).count == tokens.count)
            }
            #expect(!values.isEmpty)
        }
        guard phone.device.system.family == .tvOS else { return }
        for app in Self.apps {
            guard let token = phone.token(app) else { continue }
            #expect(token.requestorID == app.requestor, "on tvOS no token crosses apps")
        }
    }

    @Test("From iOS 7 on tokens cross apps only within a team", arguments: 0..<40)
    func teams(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed)).split("teams")
        var phone = Handset(.iOS, PlatformVersion(Int.random(in: 7...12, using: &random)), seed: UInt64(seed))
        for app in Self.apps {
            let version = Self.versions[Int.random(in: 0..<Self.versions.count, using: &random)]
            try phone.install(app, sdk: version)
        }
        for _ in 0..<30 {
            let app = Self.apps[Int.random(in: 0..<Self.apps.count, using: &random)]
            try phone.logIn(app, Kite.mvpds[Int.random(in: 0..<3, using: &random)])
            phone.launch(app)
            let isHeron = phone.token(.heron).map { $0.requestorID == App.heron.requestor } ?? true
            #expect(isHeron)
            for other in [App.kite, .kiteSports, .gull] {
                #expect(phone.token(other)?.requestorID != App.heron.requestor)
            }
        }
    }
}
