import Device
import SubscriberAccount
import Testing
import VirtualTime

@testable import ClientStack

/// What runs out, and what is there.
@Suite struct TokenDeadlinesTests {
    typealias App = Handset.App

    static func phone(_ sdk: String = "1.10") throws -> Handset {
        var phone = Handset()
        try phone.install(.kite, sdk: Handset.sdk(sdk))
        try phone.logIn(.kite, Kite.meadowlark, for: .seconds(1_000))
        try phone.authorize(.kite, "KITE1", Kite.meadowlark, for: .seconds(10))
        try phone.authorize(.kite, "KITE2", Kite.meadowlark, for: .seconds(20))
        return phone
    }

    static func deadlines(_ phone: Handset, _ app: App = .kite) -> [Deadline] {
        phone.storages[app.bundleID]?.deadlines(on: phone.device, at: phone.now) ?? []
    }

    @Test("K-113: each token's end is told once, by requestor or resource", arguments: TokenStorageTests.eras)
    func deadlines(sdk: String) throws {
        let phone = try Self.phone(sdk)
        #expect(
            Self.deadlines(phone) == [
                Deadline(.authenticationToken, "KITETV", at: Kite.now + .seconds(1_000), holder: "app com.kite.tv"),
                Deadline(.authorizationToken, "KITE1", at: Kite.now + .seconds(10), holder: "app com.kite.tv"),
                Deadline(.authorizationToken, "KITE2", at: Kite.now + .seconds(20), holder: "app com.kite.tv"),
            ]
        )
    }

    @Test("A deadline is in true time: a wall clock that is ahead brings it forward")
    func trueTime() throws {
        var phone = try Self.phone()
        try phone.happen(.wallClockMoved(by: .seconds(5)))
        let deadline = try #require(Self.deadlines(phone).last)
        #expect(deadline.instant == Kite.now + .seconds(15))
        phone.now = deadline.instant - .nanoseconds(1)
        #expect(phone.isAuthorized(.kite, "KITE2", Kite.meadowlark))
        phone.now = deadline.instant
        #expect(!phone.isAuthorized(.kite, "KITE2", Kite.meadowlark))
    }

    @Test("A deadline is the first instant at which a token no longer holds")
    func inclusive() throws {
        var phone = Handset()
        phone.options.boundary = .inclusive
        try phone.install(.kite, sdk: Handset.sdk("1.10"))
        try phone.logIn(.kite, Kite.meadowlark, for: .seconds(10))
        let deadline = try #require(Self.deadlines(phone).first)
        #expect(deadline.instant == Kite.now + .seconds(10) + .nanoseconds(1))
    }

    @Test("A token of another requestor counts as long as it signs this one on")
    func shared() throws {
        var phone = try Self.phone()
        try phone.install(.kiteSports, sdk: Handset.sdk("1.10"))
        #expect(Self.deadlines(phone, .kiteSports).map(\.name) == ["authn-token KITETV"])
        try phone.install(.gull, sdk: Handset.sdk("1.10"))
        #expect(Self.deadlines(phone, .gull).isEmpty)
    }

    @Test("State lines tell each token, whose it is and when it ends")
    func stateLines() throws {
        let phone = try Self.phone()
        let lines = try #require(phone.storages[App.kite.bundleID]).stateLines(on: phone.device)
        let subject = "pasteboard \"com.adobe.pass\" of team TEAMKITE01"
        #expect(
            lines == [
                StateLine(subject, "authn KITETV Meadowlark", "expires 2026-11-20T12:16:40Z"),
                StateLine(subject, "authz KITETV Meadowlark KITE1", "expires 2026-11-20T12:00:10Z"),
                StateLine(subject, "authz KITETV Meadowlark KITE2", "expires 2026-11-20T12:00:20Z"),
                StateLine(subject, "provider KITETV", "Meadowlark"),
            ]
        )
    }

    @Test("State lines tell tokens of another device id apart")
    func foreign() throws {
        var phone = try Self.phone()
        try phone.install(.gull, sdk: Handset.sdk("1.10"))
        let lines = try #require(phone.storages[App.gull.bundleID]).stateLines(on: phone.device)
        #expect(lines.first?.value == "expires 2026-11-20T12:16:40Z, of another device id")
    }
}
