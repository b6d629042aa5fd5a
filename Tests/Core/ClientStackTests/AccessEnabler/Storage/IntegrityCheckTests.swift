import Device
import OrderedCollections
import SubscriberAccount
import Testing
import VirtualTime

@testable import ClientStack

@Suite struct IntegrityCheckTests {
    typealias App = Handset.App

    static func phone(_ sdk: String = "3.8.3") throws -> Handset {
        var phone = Handset(.iOS, PlatformVersion(15))
        try phone.install(.kite, sdk: Handset.sdk(sdk))
        try phone.logIn(.kite, Kite.meadowlark)
        try phone.authorize(.kite, "KITE1", Kite.meadowlark)
        return phone
    }

    @Test("No check and a passed check leave everything", arguments: [IntegrityCheck.none, .all])
    func passes(check: IntegrityCheck) throws {
        var phone = try Self.phone()
        let before = phone.device
        #expect(phone.launch(.kite, check: check).isEmpty)
        #expect(phone.device == before)
        #expect(phone.mvpd(.kite) == "Meadowlark")
    }

    @Test("INTEGRITY_CHECK_CLEAR always clears")
    func clears() throws {
        var phone = try Self.phone()
        let changes = phone.launch(.kite, check: .clear)
        #expect(changes.map(\.path.last) == ["authn", "KITE1", "KITETV"])
        #expect(
            changes.allSatisfy { $0.agent == .integrityCheck && $0.reason.words == "INTEGRITY_CHECK_CLEAR: always" }
        )
        #expect(phone.mvpd(.kite) == nil)
        #expect(phone.launch(.kite, check: .clear).isEmpty)
    }

    @Test("Before 3.8.3 there are no checks", arguments: ["3.7", "3.8.2", "1.10"])
    func before(sdk: String) throws {
        var phone = try Self.phone(sdk)
        #expect(phone.launch(.kite, check: .clear).isEmpty)
        #expect(phone.mvpd(.kite) == "Meadowlark")
    }

    @Test("INTEGRITY_CHECK_ALL clears all when any value is malformed", arguments: 0..<9)
    func malformed(index: Int) throws {
        var phone = try Self.phone()
        let storage = try #require(phone.storages[App.kite.bundleID])
        let area = try #require(storage.area(for: "Meadowlark", on: phone.device))
        let bucket = area.path("KITETV", "Meadowlark", storage.deviceID.hash)
        let corruptions: [(path: [String], value: StoredValue)] = [
            ([area.tokens], .text("garbage")), ([area.tokens, "KITETV"], .text("garbage")),
            (Array(bucket.prefix(3)), .text("garbage")), (bucket, .text("garbage")),
            (bucket + ["authn"], .text("garbage")), (bucket + ["authn", "token"], .text("<signatureInfo>")),
            (bucket + ["authn", "expires"], .text("9")), (bucket + ["authz", "KITE1", "token"], .text("")),
            ([area.providers, "KITETV"], .text("garbage")),
        ]
        phone.device.stores[area.store, corruptions[index].path] = corruptions[index].value
        let changes = phone.launch(.kite, check: .all)
        #expect(!changes.isEmpty)
        #expect(
            changes.allSatisfy { $0.agent == .integrityCheck && $0.reason.words.hasPrefix("INTEGRITY_CHECK_ALL: ") }
        )
        #expect(area.buckets(on: phone.device).isEmpty)
        #expect(phone.device.stores[area.store, [area.tokens]] == nil)
        #expect(storage.provider(on: phone.device) == nil)
    }

    @Test("Garbage in the stores is no token, and takes nothing down", arguments: TokenStorageTests.eras)
    func garbage(sdk: String) throws {
        let phone = try Self.phone(sdk)
        for store in phone.device.stores.contents.keys {
            for leaf in phone.device.stores.leaves(in: store) {
                var broken = phone
                broken.device.stores[store, leaf.path] = .text("\u{0}garbage")
                broken.launch(.kite)
                _ = broken.mvpd(.kite)
                _ = broken.storages[App.kite.bundleID]?.stateEntries(on: broken.device, at: Kite.now)
                for depth in 0..<leaf.path.count {
                    broken = phone
                    broken.device.stores[store, Array(leaf.path.prefix(depth))] = .text("garbage")
                    broken.launch(.kite, check: .all)
                    try broken.logIn(.kite, Kite.plover)
                    #expect(broken.mvpd(.kite) == "Plover")
                    broken.cancel(.kite)
                    broken.logOut(.kite)
                    #expect(broken.mvpd(.kite) == nil)
                }
            }
        }
    }
}
