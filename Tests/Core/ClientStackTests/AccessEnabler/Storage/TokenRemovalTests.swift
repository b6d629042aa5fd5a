import Device
import PassAPI
import Testing
import VirtualTime

@testable import ClientStack

/// Logout, cancel and the service's own pending request, each with what it removes and what not.
@Suite struct TokenRemovalTests {
    typealias App = Handset.App

    static func phone(_ sdk: String) throws -> Handset {
        var phone = Handset()
        for app in [App.kite, .kiteSports] {
            try phone.install(app, sdk: Handset.sdk(sdk))
            for mvpd in [Kite.meadowlark, Kite.plover] {
                try phone.logIn(app, mvpd)
                try phone.authorize(app, "KITE1", mvpd)
            }
        }
        return phone
    }

    @Test("K-138: a logout clears everything, of all programmers and MVPDs", arguments: TokenStorageTests.eras)
    func logout(sdk: String) throws {
        var phone = try Self.phone(sdk)
        let changes = phone.logOut(.kite)
        #expect(changes.allSatisfy { $0.action == .removed && $0.reason == .logout && $0.agent == .accessEnabler })
        #expect(phone.mvpd(.kite) == nil)
        #expect(phone.mvpd(.kiteSports) == nil)
        for app in [App.kite, .kiteSports] {
            let storage = try #require(phone.storages[app.bundleID])
            for area in storage.areas(on: phone.device) { #expect(area.buckets(on: phone.device).isEmpty) }
            #expect(storage.provider(on: phone.device) == nil)
        }
        #expect(phone.logOut(.kite).isEmpty)
        phone.launch(.kite)
        #expect(phone.mvpd(.kite) == nil)
    }

    @Test("K-138: a logout tells each token that it removed")
    func told() throws {
        var phone = try Self.phone("1.10")
        let authentications = phone.logOut(.kite).filter { $0.path.last == TokenBucket.Key.authentication }
        #expect(
            authentications.map { "\($0.path[1]) \($0.path[2])" } == [
                "KITETV Meadowlark", "KITETV Plover", "KITESPORTS Meadowlark", "KITESPORTS Plover",
            ]
        )
    }

    @Test("K-139: a cancel removes the current programmer's MVPD and nothing else", arguments: ["1.7", "1.10", "3.7"])
    func cancel(sdk: String) throws {
        var phone = try Self.phone(sdk)
        #expect(phone.mvpd(.kite) == "Plover")
        let changes = phone.cancel(.kite)
        #expect(
            changes.map { $0.path.dropFirst().prefix(2).joined(separator: " ") } == [
                "KITETV Plover", "KITETV Plover", "KITETV",
            ]
        )
        #expect(phone.mvpd(.kite) == "Meadowlark")
        #expect(phone.isAuthorized(.kite, "KITE1", Kite.meadowlark))
        #expect(!phone.isAuthorized(.kite, "KITE1", Kite.plover))
        #expect(phone.mvpd(.kiteSports) == "Plover")
        #expect(phone.isAuthorized(.kiteSports, "KITE1", Kite.plover))
        #expect(phone.cancel(.kite).isEmpty)
        #expect(phone.cancel(.kite, Kite.meadowlark).count == 2)
        // Both programmers trust each other's tokens here, so the other's sign this one on.
        #expect(phone.token(.kite)?.requestorID == "KITESPORTS")
    }

    @Test("K-139: up to 1.6 a cancel removes the one token if that MVPD issued it")
    func cancelSingle() throws {
        var phone = try Self.phone("1.6")
        phone.cancel(.kite, Kite.meadowlark)
        #expect(phone.mvpd(.kite) == "Plover")
        phone.cancel(.kite, Kite.plover)
        #expect(phone.mvpd(.kite) == nil)
    }

    @Test(
        "A pending logout leaves the requestor without a token, its own or another's",
        arguments: ["1.6", "1.7", "3.0"]
    )
    func pendingLogout(sdk: String) throws {
        var phone = Handset()
        try phone.install(.kite, sdk: Handset.sdk(sdk))
        try phone.install(.kiteSports, sdk: Handset.sdk(sdk), providers: [Kite.meadowlark])
        try phone.install(.gull, sdk: Handset.sdk(sdk), providers: [Kite.plover])
        try phone.logIn(.kite, Kite.meadowlark)
        #expect(phone.mvpd(.kiteSports) == "Meadowlark")
        let storage = try #require(phone.storages[App.kiteSports.bundleID])
        let changes = storage.dropRequestor(on: &phone.device, at: phone.wall, because: .pendingLogout("34764"))
        #expect(changes.first?.reason == .pendingLogout("34764"))
        #expect(phone.mvpd(.kiteSports) == nil)
        phone.launch(.kiteSports, providers: [Kite.meadowlark])
        #expect(phone.mvpd(.kiteSports) == nil)
    }

    @Test("A pending logout of one requestor leaves another's tokens of other MVPDs alone")
    func pendingLogoutAlone() throws {
        var phone = Handset()
        try phone.install(.kite, sdk: Handset.sdk("1.10"), providers: [Kite.meadowlark])
        try phone.install(.kiteSports, sdk: Handset.sdk("1.10"), providers: [Kite.plover])
        try phone.logIn(.kite, Kite.meadowlark)
        try phone.logIn(.kiteSports, Kite.plover)
        let storage = try #require(phone.storages[App.kite.bundleID])
        #expect(storage.dropRequestor(on: &phone.device, at: phone.wall).count == 2)
        #expect(phone.mvpd(.kite) == nil)
        #expect(phone.mvpd(.kiteSports) == "Plover")
    }
}
