import Device
import SubscriberAccount
import Testing
import VirtualTime

@testable import ClientStack

/// What becomes of tokens whose device id is no longer the device's, or never was.
@Suite struct ScrubbingTests {
    typealias App = Handset.App

    /// Signed on under iOS 6, then upgraded to iOS 7, not yet launched again.
    static func upgraded(_ sdk: String) throws -> Handset {
        var phone = Handset(.iOS, PlatformVersion(6, 1))
        try phone.install(.kite, sdk: Handset.sdk(sdk))
        try phone.logIn(.kite, Kite.meadowlark)
        try phone.authorize(.kite, "KITE1", Kite.meadowlark)
        try phone.happen(.upgraded(to: PlatformVersion(7)))
        return phone
    }

    static func stores(_ phone: Handset) -> [TokenBucket] {
        StorageArea(store: .pasteboard(StorageArea.pasteboard, team: App.kite.team)).buckets(on: phone.device)
    }

    @Test(
        "K-144, K-145, K-146: after iOS 7 the scrubber removes the tokens of iOS 6, and tells why",
        arguments: [("1.7.5", "IDFA"), ("1.9.3", "IDFV"), ("1.10", "IDFV")]
    )
    func scrubs(sdk: String, basis: String) throws {
        var phone = try Self.upgraded(sdk)
        #expect(Self.stores(phone).count == 1)
        let changes = phone.launch(.kite).filter { $0.path.first == "tokens" }
        #expect(changes.map(\.action) == [.removed, .removed])
        #expect(changes.map(\.path.last) == ["authn", "KITE1"])
        #expect(changes.allSatisfy { $0.agent == .scrubber })
        #expect(
            changes.allSatisfy { $0.reason.hasPrefix("device id changed from Wi-Fi MAC to \(basis) with iOS 7.0") }
        )
        #expect(Self.stores(phone).isEmpty)
        #expect(phone.mvpd(.kite) == nil)
    }

    @Test("K-147, K-160: an SDK without a scrubber uses the stale token, under a device id that it does not fit")
    func stale() throws {
        var phone = try Self.upgraded("1.7")
        #expect(phone.launch(.kite).isEmpty)
        let token = try #require(phone.token(.kite))
        #expect(token.guid == "guid-1")
        #expect(token.deviceID != phone.storages[App.kite.bundleID]?.deviceID)
        try phone.authorize(.kite, "KITE2", Kite.meadowlark)
        #expect(phone.token(.kite)?.guid == "guid-1")
        // A new login puts it right: the stale token goes.
        try phone.logIn(.kite, Kite.meadowlark)
        #expect(Self.stores(phone).count == 1)
        #expect(phone.token(.kite)?.guid == "guid-2")
    }

    @Test("K-160: an SDK upgrade after that of iOS scrubs what the old SDK left")
    func lateUpdate() throws {
        var phone = try Self.upgraded("1.7")
        phone.launch(.kite)
        try phone.happen(.appUpdated(bundleID: App.kite.bundleID, sdkVersion: PlatformVersion(1, 7, 5)))
        #expect(phone.launch(.kite).map(\.agent) == [.scrubber, .scrubber])
        #expect(phone.mvpd(.kite) == nil)
    }

    @Test("K-145: tokens of the device's own id stay", arguments: ["1.7.5", "1.8", "1.10", "3.7"])
    func keeps(sdk: String) throws {
        var phone = Handset()
        try phone.install(.kite, sdk: Handset.sdk(sdk))
        try phone.logIn(.kite, Kite.meadowlark)
        #expect(phone.launch(.kite).isEmpty)
        #expect(phone.mvpd(.kite) == "Meadowlark")
    }

    @Test("K-144: resetting the advertising identifier ends tokens that hang on it")
    func advertisingReset() throws {
        var phone = Handset()
        try phone.install(.kite, sdk: Handset.sdk("1.7.5"))
        try phone.logIn(.kite, Kite.meadowlark)
        try phone.happen(.advertisingIdentifierReset)
        #expect(phone.launch(.kite).first?.reason == "token of another device id (IDFA)")
        #expect(phone.mvpd(.kite) == nil)
    }

    @Test(
        "What happens to foreign tokens depends on the version",
        arguments: [
            ("1.6", ForeignTokens.used), ("1.7.4", .used), ("1.7.5", .scrubbed), ("1.8", .erased), ("1.9.4", .erased),
            ("1.10", .ignored), ("3.8.3", .ignored),
        ]
    )
    func conduct(sdk: String, conduct: ForeignTokens) {
        #expect(ForeignTokens.of(Handset.sdk(sdk)) == conduct)
        #expect(ForeignTokens.rules(.default).allSatisfy { !$0.source.isEmpty })
    }

    @Test("1.8 erases everything on a clash of device ids: apps of one team sign each other out")
    func erases() throws {
        var phone = Handset()
        try phone.install(.kite, sdk: Handset.sdk("1.8"))
        try phone.install(.kiteSports, sdk: Handset.sdk("1.8"))
        try phone.logIn(.kite, Kite.meadowlark)
        try phone.logIn(.kiteSports, Kite.plover)
        let changes = try phone.install(.gull, sdk: Handset.sdk("1.8"))
        #expect(changes.allSatisfy { $0.agent == .scrubber && $0.reason.hasSuffix("SDK 1.8 erases everything then") })
        #expect(Self.stores(phone).isEmpty)
        try phone.logIn(.gull, Kite.meadowlark)
        phone.launch(.kite)
        #expect(phone.mvpd(.kite) == nil)
        phone.launch(.gull)
        #expect(phone.mvpd(.gull) == nil)
    }

    @Test("From which version on foreign tokens are kept is an option")
    func keepsSince() throws {
        var options = StorageOptions.default
        options.keepsForeignTokensSince = PlatformVersion(1, 9)
        #expect(ForeignTokens.of(Handset.sdk("1.9.4"), options: options) == .ignored)
    }

    @Test("K-132: an upgrade to iOS 10 wipes pasteboards, and every app must authenticate again")
    func iOS10() throws {
        for (sdk, survives) in [("1.10", false), ("3.0", true)] {
            var phone = Handset(.iOS, PlatformVersion(9))
            try phone.install(.kite, sdk: Handset.sdk(sdk))
            try phone.logIn(.kite, Kite.meadowlark)
            let changes = try phone.happen(.upgraded(to: PlatformVersion(10)))
            #expect(changes.isEmpty == survives)
            phone.launch(.kite)
            #expect((phone.mvpd(.kite) != nil) == survives)
        }
    }
}
