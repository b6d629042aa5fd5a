import Device
import SubscriberAccount
import Testing
import VirtualTime

@testable import ClientStack

/// The survival of tokens through a change of storage.
@Suite struct TokenImportTests {
    typealias App = Handset.App

    /// A phone with one app that is signed in with `sdk`.
    static func phone(_ sdk: String, life: Duration = .seconds(2_592_000)) throws -> Handset {
        var phone = Handset()
        try phone.install(.kite, sdk: Handset.sdk(sdk))
        try phone.logIn(.kite, Kite.meadowlark, for: life)
        return phone
    }

    static func update(_ phone: inout Handset, to sdk: String) throws -> [StorageChange] {
        try phone.happen(.appUpdated(bundleID: App.kite.bundleID, sdkVersion: Handset.sdk(sdk)))
            + phone.launch(.kite)
    }

    @Test("K-140, K-141, K-143: the first launch of 1.7 takes over the token of 1.6, during setRequestor")
    func first() throws {
        var phone = try Self.phone("1.6")
        let changes = try Self.update(&phone, to: "1.7")
        let change = try #require(changes.first)
        #expect(change.action == .migrated)
        #expect(change.agent == .importer)
        #expect(change.store == .pasteboard(StorageArea.pasteboard, team: App.kite.team))
        #expect(change.reason.words.hasPrefix("KITETV has no valid AuthN token here; taken over from pasteboard"))
        #expect(phone.token(.kite)?.guid == "guid-1")
        #expect(phone.storages[App.kite.bundleID]?.provider(on: phone.device)?.mvpd == "Meadowlark")
        #expect(phone.launch(.kite).isEmpty)
    }

    @Test("K-140: a token per requestor is taken over from the private file")
    func fromFile() throws {
        var phone = Handset()
        let tern = TokenStorageTests.tern
        try phone.install(.kite, sdk: Handset.sdk("1.6"), providers: [tern])
        try phone.logIn(.kite, tern)
        try phone.happen(.appUpdated(bundleID: App.kite.bundleID, sdkVersion: PlatformVersion(1, 7)))
        #expect(phone.launch(.kite, providers: [tern]).map(\.agent) == [.importer, .importer])
        #expect(phone.mvpd(.kite) == "Tern")
    }

    @Test("K-142: it runs only if there is no valid token of the current programmer")
    func onlyIfNone() throws {
        var phone = try Self.phone("1.6")
        _ = try Self.update(&phone, to: "1.7")
        try phone.logIn(.kite, Kite.plover, for: .seconds(60))
        let valid = try #require(phone.token(.kite))
        #expect(phone.launch(.kite).isEmpty)
        #expect(phone.token(.kite) == valid)
    }

    @Test("K-142: an expired token does not count as one, nor is one imported")
    func expired() throws {
        var phone = try Self.phone("1.6")
        _ = try Self.update(&phone, to: "1.7")
        try phone.logIn(.kite, Kite.meadowlark, for: .seconds(60))
        phone.now += .seconds(60)
        #expect(phone.mvpd(.kite) == nil)
        #expect(phone.launch(.kite).map(\.action) == [.migrated])
        #expect(phone.token(.kite)?.guid == "guid-1")
        var late = try Self.phone("1.6", life: .seconds(60))
        late.now += .seconds(60)
        #expect(try Self.update(&late, to: "1.7").isEmpty)
    }

    @Test("K-143: a later storage takes over from 1.7 the same way", arguments: ["3.0", "3.7"])
    func intoKeychain(sdk: String) throws {
        var phone = try Self.phone("1.10")
        let changes = try Self.update(&phone, to: sdk)
        #expect(changes.map(\.agent) == [.importer, .importer])
        #expect(changes.first?.store == .keychain(accessGroup: App.kite.team))
        #expect(phone.token(.kite)?.guid == "guid-1")
    }

    @Test("K-140: what was imported stays in the old area, so that a downgrade finds it")
    func downgrade() throws {
        var phone = try Self.phone("1.6")
        _ = try Self.update(&phone, to: "1.7")
        _ = try Self.update(&phone, to: "1.6")
        #expect(phone.token(.kite)?.guid == "guid-1")
    }

    @Test("A logout is not undone by the importer")
    func logout() throws {
        var phone = try Self.phone("1.6")
        _ = try Self.update(&phone, to: "1.7")
        phone.logOut(.kite)
        #expect(phone.launch(.kite).isEmpty)
        #expect(phone.mvpd(.kite) == nil)
    }

    @Test("A pending logout is not undone by the importer, whoever got the token; a cancel leaves others' alone")
    func pendingLogout() throws {
        var phone = try Self.phone("1.6")
        try phone.install(.kiteSports, sdk: PlatformVersion(1, 7))
        #expect(phone.mvpd(.kiteSports) == "Meadowlark")
        phone.cancel(.kiteSports)
        #expect(phone.mvpd(.kiteSports) == nil)
        #expect(phone.mvpd(.kite) == "Meadowlark")
        phone.launch(.kiteSports)
        #expect(phone.mvpd(.kiteSports) == "Meadowlark")
        let storage = try #require(phone.storages[App.kiteSports.bundleID])
        _ = storage.dropRequestor(on: &phone.device, at: phone.wall)
        #expect(phone.launch(.kiteSports).isEmpty)
        #expect(phone.mvpd(.kiteSports) == nil)
        #expect(phone.mvpd(.kite) == nil)
    }

    @Test("3.7.0 takes over all tokens of the older keychain, once")
    func migration() throws {
        var phone = try Self.phone("3.0")
        try phone.authorize(.kite, "KITE1", Kite.meadowlark)
        let changes = try Self.update(&phone, to: "3.7")
        #expect(changes.map(\.agent) == [.migration, .migration, .migration])
        #expect(changes.allSatisfy { $0.action == .migrated })
        #expect(phone.token(.kite)?.guid == "guid-1")
        #expect(phone.isAuthorized(.kite, "KITE1", Kite.meadowlark))
        #expect(phone.launch(.kite).isEmpty)
    }

    @Test("The migration of the team's next app writes over nothing that came since, and takes over the rest")
    func migrationOfNextApp() throws {
        var phone = try Self.phone("3.6")
        try phone.authorize(.kite, "KITE1", Kite.meadowlark)
        try phone.install(.kiteSports, sdk: Handset.sdk("3.6"))
        _ = try Self.update(&phone, to: "3.7")
        // Each goes on in its own keychain: Kite anew with the same MVPD, then with another; its neighbour for the first time.
        try phone.logIn(.kite, Kite.meadowlark)
        try phone.authorize(.kite, "KITE2", Kite.meadowlark)
        try phone.logIn(.kite, Kite.plover)
        try phone.logIn(.kiteSports, Kite.sandpiper)
        try phone.happen(.appUpdated(bundleID: App.kiteSports.bundleID, sdkVersion: Handset.sdk("3.7")))
        let changes = phone.launch(.kiteSports)
        #expect(changes.map(\.agent) == [.migration, .migration])
        let kite = try #require(phone.storages[App.kite.bundleID])
        #expect(kite.authentication(of: "Meadowlark", on: phone.device, at: phone.wall)?.guid == "guid-2")
        #expect(phone.isAuthorized(.kite, "KITE2", Kite.meadowlark))
        #expect(phone.token(.kite)?.guid == "guid-3")
        #expect(kite.provider(on: phone.device)?.mvpd == "Plover")
        #expect(phone.token(.kiteSports)?.guid == "guid-4")
        #expect(phone.storages[App.kiteSports.bundleID]?.provider(on: phone.device)?.mvpd == "Sandpiper")
    }

    @Test("Apps with SDKs of before and after 3.7.0 do not share tokens")
    func noSharing() throws {
        var phone = try Self.phone("3.0")
        try phone.install(.kiteSports, sdk: Handset.sdk("3.7"))
        // The first launch migrates what is there; what comes later is seen by neither.
        #expect(phone.mvpd(.kiteSports) == "Meadowlark")
        phone.logOut(.kiteSports)
        #expect(phone.mvpd(.kite) == "Meadowlark")
        phone.launch(.kiteSports)
        #expect(phone.mvpd(.kiteSports) == nil)
        try phone.logIn(.kiteSports, Kite.plover)
        phone.launch(.kite)
        #expect(phone.mvpd(.kite) == "Meadowlark")
        #expect(phone.mvpd(.kiteSports) == "Plover")
    }

    @Test("A downgrade from 3.7.0 loses new tokens and finds deleted ones again")
    func downgradeOfKeychain() throws {
        var phone = try Self.phone("3.0")
        _ = try Self.update(&phone, to: "3.7")
        phone.logOut(.kite)
        try phone.logIn(.kite, Kite.plover)
        _ = try Self.update(&phone, to: "3.0")
        #expect(phone.token(.kite)?.guid == "guid-1")
        _ = try Self.update(&phone, to: "3.7")
        #expect(phone.mvpd(.kite) == "Plover")
    }
}
