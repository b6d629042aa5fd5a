import Device
import SubscriberAccount
import Testing
import VirtualTime

@testable import ClientStack

/// The fate of tokens whose device id is no longer the device's, or never was.
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
            changes.allSatisfy {
                $0.reason.words.hasPrefix("device id changed from Wi-Fi MAC to \(basis) with iOS 7.0")
            }
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
        #expect(phone.launch(.kite).first?.reason.words == "token of another device id (IDFA)")
        #expect(phone.mvpd(.kite) == nil)
    }

    // MARK: Whose id is over, and whose is only another's

    /// A phone on which the advertising identifier was reset after logins under it.
    static func reset(_ apps: [(App, String)], _ options: StorageOptions = .default) throws -> Handset {
        var phone = Handset()
        phone.options = options
        for (app, sdk) in apps { try phone.install(app, sdk: Handset.sdk(sdk)) }
        for (app, _) in apps { try phone.logIn(app, Kite.meadowlark) }
        try phone.happen(.advertisingIdentifierReset)
        return phone
    }

    @Test(
        "K-145: from 1.10 on too, tokens of an advertising identifier that was reset go, every requestor's",
        arguments: ["1.10", "2.4"]
    )
    func advertisingResetLater(sdk: String) throws {
        var options = StorageOptions.default
        options.identifierSinceIOS7 = .advertisingIdentifier
        var phone = try Self.reset([(.kite, sdk), (.kiteSports, sdk), (.heron, sdk)], options)
        let changes = phone.launch(.kite)
        #expect(changes.map { "\($0.path[1]) \($0.path[2])" } == ["KITETV Meadowlark", "KITESPORTS Meadowlark"])
        #expect(changes.allSatisfy { $0.agent == .scrubber && $0.action == .removed })
        #expect(Self.stores(phone).isEmpty)
        // Another team's storage is its own affair.
        let heron = StorageArea(store: .pasteboard(StorageArea.pasteboard, team: App.heron.team))
        #expect(heron.buckets(on: phone.device).count == 1)
        phone.launch(.heron)
        #expect(heron.buckets(on: phone.device).isEmpty)
    }

    @Test("K-145: 1.10 removes a token whose advertising identifier is over, not one that an older app can still use")
    func beside() throws {
        let apps = [(App.kite, "1.7.5"), (App.kiteSports, "1.10"), (App.gull, "1.10")]
        var phone = Handset()
        for (app, sdk) in apps { try phone.install(app, sdk: Handset.sdk(sdk)) }
        for (app, _) in apps { try phone.logIn(app, Kite.meadowlark) }
        #expect(Self.stores(phone).count == 3)
        #expect(phone.launch(.kiteSports).isEmpty, "the identifier of 1.7.5 is still the device's")
        try phone.happen(.advertisingIdentifierReset)
        #expect(phone.launch(.kiteSports).map(\.path[1]) == ["KITETV"])
        #expect(Self.stores(phone).compactMap(\.place?.requestor) == ["KITESPORTS", "GULL"])
        #expect(phone.mvpd(.kiteSports) == "Meadowlark")
        #expect(phone.mvpd(.gull) == "Meadowlark")
    }

    @Test("K-144, K-145: 1.10 removes what was obtained under the MAC address of iOS 6, and leaves a teammate's token")
    func macAddress() throws {
        var phone = try Self.upgraded("1.7")
        try phone.install(.gull, sdk: Handset.sdk("1.10"), providers: [Kite.plover])
        // The MAC address that all apps read now is nobody's: Kite's token of it is over.
        #expect(Self.stores(phone).isEmpty)
        try phone.logIn(.gull, Kite.plover)
        try phone.install(.kiteSports, sdk: Handset.sdk("1.10"))
        #expect(Self.stores(phone).compactMap(\.place?.requestor) == ["GULL"])
    }

    @Test("K-145: up to 1.7.5 the scrubber removes what another device id got, and that alone")
    func scrubsOthersOnly() throws {
        var phone = Handset()
        for (app, sdk) in [(App.kite, "1.7.5"), (.kiteSports, "1.7.5"), (.gull, "1.10")] {
            try phone.install(app, sdk: Handset.sdk(sdk))
        }
        for app in [App.kite, .kiteSports, .gull] { try phone.logIn(app, Kite.meadowlark) }
        #expect(phone.launch(.kite).map(\.path[1]) == ["GULL"])
        #expect(Self.stores(phone).compactMap(\.place?.requestor) == ["KITETV", "KITESPORTS"])
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
        #expect(ForeignTokens.rules.allSatisfy { !$0.source.isEmpty })
    }

    @Test("1.8 erases everything on a clash of device ids: apps of one team sign each other out")
    func erases() throws {
        var phone = Handset()
        try phone.install(.kite, sdk: Handset.sdk("1.8"))
        try phone.install(.kiteSports, sdk: Handset.sdk("1.8"))
        try phone.logIn(.kite, Kite.meadowlark)
        try phone.logIn(.kiteSports, Kite.plover)
        let changes = try phone.install(.gull, sdk: Handset.sdk("1.8"))
        #expect(
            changes.allSatisfy { $0.agent == .scrubber && $0.reason.words.hasSuffix("SDK 1.8 erases everything then") }
        )
        #expect(Self.stores(phone).isEmpty)
        try phone.logIn(.gull, Kite.meadowlark)
        phone.launch(.kite)
        #expect(phone.mvpd(.kite) == nil)
        phone.launch(.gull)
        #expect(phone.mvpd(.gull) == nil)
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
