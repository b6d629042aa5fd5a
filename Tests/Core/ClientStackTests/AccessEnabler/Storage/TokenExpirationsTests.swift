import Device
import SubscriberAccount
import Testing
import VirtualTime

@testable import ClientStack

/// The expirations, and the tokens that are there.
@Suite struct TokenExpirationsTests {
    typealias App = Handset.App

    static func phone(_ sdk: String = "1.10") throws -> Handset {
        var phone = Handset()
        try phone.install(.kite, sdk: Handset.sdk(sdk))
        try phone.logIn(.kite, Kite.meadowlark, for: .seconds(1_000))
        try phone.authorize(.kite, "KITE1", Kite.meadowlark, for: .seconds(10))
        try phone.authorize(.kite, "KITE2", Kite.meadowlark, for: .seconds(20))
        return phone
    }

    static func expirations(_ phone: Handset, _ app: App = .kite) -> [Expiration] {
        phone.storages[app.bundleID]?.expirations(on: phone.device, at: phone.now) ?? []
    }

    @Test("K-113: each token's end is told once, by requestor or resource", arguments: TokenStorageTests.eras)
    func expirations(sdk: String) throws {
        let phone = try Self.phone(sdk)
        #expect(
            Self.expirations(phone) == [
                Expiration(.authenticationToken, "KITETV", at: Kite.now + .seconds(1_000), source: "app com.kite.tv"),
                Expiration(.authorizationToken, "KITE1", at: Kite.now + .seconds(10), source: "app com.kite.tv"),
                Expiration(.authorizationToken, "KITE2", at: Kite.now + .seconds(20), source: "app com.kite.tv"),
            ]
        )
    }

    @Test("A deadline is in true time: a wall clock that is ahead brings it forward")
    func trueTime() throws {
        var phone = try Self.phone()
        try phone.happen(.wallClockMoved(by: .seconds(5)))
        let expiration = try #require(Self.expirations(phone).last)
        #expect(expiration.instant == Kite.now + .seconds(15))
        phone.now = expiration.instant - .nanoseconds(1)
        #expect(phone.isAuthorized(.kite, "KITE2", Kite.meadowlark))
        phone.now = expiration.instant
        #expect(!phone.isAuthorized(.kite, "KITE2", Kite.meadowlark))
    }

    @Test("A deadline is the first instant at which a token no longer holds")
    func inclusive() throws {
        var phone = Handset()
        phone.options.boundary = .inclusive
        try phone.install(.kite, sdk: Handset.sdk("1.10"))
        try phone.logIn(.kite, Kite.meadowlark, for: .seconds(10))
        let expiration = try #require(Self.expirations(phone).first)
        #expect(expiration.instant == Kite.now + .seconds(10) + .nanoseconds(1))
    }

    @Test("A token of another requestor counts as long as it signs this one on")
    func shared() throws {
        var phone = try Self.phone()
        try phone.install(.kiteSports, sdk: Handset.sdk("1.10"))
        #expect(Self.expirations(phone, .kiteSports).map(\.name) == ["authn-token KITETV"])
        try phone.install(.gull, sdk: Handset.sdk("1.10"))
        #expect(Self.expirations(phone, .gull).isEmpty)
    }

    @Test("State has each token, whose it is, where it lies and when it ends")
    func state() throws {
        let phone = try Self.phone()
        let storage = try #require(phone.storages[App.kite.bundleID])
        let entries = storage.stateEntries(on: phone.device, at: Kite.now + .seconds(15))
        let store = "store=pasteboard name=com.adobe.pass team=TEAMKITE01"
        let owner = "requestor=KITETV mvpd=Meadowlark"
        #expect(
            entries.map { "\($0.kind) \($0.values.map(\.description).joined(separator: " "))" } == [
                "token \(store) kind=authn \(owner) expiresAt=2026-11-20T12:16:40Z isExpired=false isOfThisDevice=true",
                "token \(store) kind=authz \(owner) resource=KITE1 expiresAt=2026-11-20T12:00:10Z isExpired=true "
                    + "isOfThisDevice=true",
                "token \(store) kind=authz \(owner) resource=KITE2 expiresAt=2026-11-20T12:00:20Z isExpired=false "
                    + "isOfThisDevice=true",
                "provider \(store) \(owner) isAuthenticationPossible=true",
            ]
        )
        #expect(entries.allSatisfy { $0.source == .device(phone.device.name) })
    }

    @Test("State tells tokens of another device id apart")
    func foreign() throws {
        var phone = try Self.phone()
        try phone.install(.gull, sdk: Handset.sdk("1.10"))
        let storage = try #require(phone.storages[App.gull.bundleID])
        #expect(storage.stateEntries(on: phone.device, at: Kite.now).first?["isOfThisDevice"] == .truth(false))
    }
}
