import Device
import PassAPI
import SubscriberAccount
import Testing
import Tokens
import VirtualTime

@testable import ClientStack

/// The contents of the storage, their lifetimes and their owners.
@Suite struct TokenStorageTests {
    typealias App = Handset.App

    /// One version of each era that iOS has.
    static let eras = ["1.6", "1.7", "1.7.5", "1.8", "1.10", "2.4", "3.0", "3.7", "3.8.3"]

    // MARK: Keeping

    @Test("K-112, K-117: a token that was obtained is used for its life, in every version", arguments: eras)
    func keeps(sdk: String) throws {
        var phone = Handset(.iOS, PlatformVersion(9))
        try phone.install(.kite, sdk: Handset.sdk(sdk))
        #expect(phone.token(.kite) == nil)
        let changes = try phone.logIn(.kite, Kite.meadowlark, for: .seconds(3_600))
        #expect(phone.mvpd(.kite) == "Meadowlark")
        #expect(phone.token(.kite)?.guid == "guid-1")
        #expect(changes.first?.action == .wrote)
        #expect(changes.first?.agent == .accessEnabler)
        #expect(changes.first?.reason.words == "AuthN token from Meadowlark for KITETV")
        try phone.authorize(.kite, "KITE1", Kite.meadowlark, for: .seconds(60))
        #expect(phone.isAuthorized(.kite, "KITE1", Kite.meadowlark))
    }

    @Test("K-113, K-129, K-130: a token holds up to its expiry by the wall clock, and not at it", arguments: eras)
    func expires(sdk: String) throws {
        var phone = Handset(.iOS, PlatformVersion(9))
        try phone.install(.kite, sdk: Handset.sdk(sdk))
        try phone.logIn(.kite, Kite.meadowlark, for: .seconds(3_600))
        try phone.authorize(.kite, "KITE1", Kite.meadowlark, for: .seconds(60))
        phone.now += .seconds(60) - .nanoseconds(1)
        #expect(phone.isAuthorized(.kite, "KITE1", Kite.meadowlark))
        phone.now += .nanoseconds(1)
        #expect(!phone.isAuthorized(.kite, "KITE1", Kite.meadowlark))
        #expect(phone.mvpd(.kite) == "Meadowlark")
        phone.now += .seconds(3_540) - .nanoseconds(1)
        #expect(phone.mvpd(.kite) == "Meadowlark")
        phone.now += .nanoseconds(1)
        #expect(phone.mvpd(.kite) == nil)
    }

    @Test("Whether a token holds at the very instant of its expiry is an option")
    func boundary() throws {
        var phone = Handset()
        phone.options.boundary = .inclusive
        try phone.install(.kite, sdk: Handset.sdk("1.10"))
        try phone.logIn(.kite, Kite.meadowlark, for: .seconds(3_600))
        phone.now += .seconds(3_600)
        #expect(phone.mvpd(.kite) == "Meadowlark")
        phone.now += .nanoseconds(1)
        #expect(phone.mvpd(.kite) == nil)
    }

    @Test("K-130: a wall clock that is ahead ends a token early, one that is set back lets it live on")
    func wallClock() throws {
        var phone = Handset()
        try phone.install(.kite, sdk: Handset.sdk("1.10"))
        try phone.logIn(.kite, Kite.meadowlark, for: .seconds(3_600))
        try phone.happen(.wallClockMoved(by: .seconds(3_600)))
        #expect(phone.mvpd(.kite) == nil)
        try phone.happen(.wallClockMoved(by: .seconds(-7_200)))
        phone.now += .seconds(5_000)
        #expect(phone.mvpd(.kite) == "Meadowlark")
    }

    @Test("K-130: a token of an MVPD that the requestor does not allow is not used, nor one before setRequestor")
    func issuer() throws {
        var phone = Handset()
        try phone.install(.kite, sdk: Handset.sdk("1.10"))
        try phone.logIn(.kite, Kite.meadowlark)
        try phone.authorize(.kite, "KITE1", Kite.meadowlark)
        phone.launch(.kite, providers: [Kite.plover])
        #expect(phone.mvpd(.kite) == nil)
        #expect(!phone.isAuthorized(.kite, "KITE1", Kite.meadowlark))
        phone.launch(.kite)
        #expect(phone.mvpd(.kite) == "Meadowlark")
        let fresh = try #require(TokenStorage(on: phone.device, bundleID: App.kite.bundleID))
        #expect(fresh.authentication(on: phone.device, at: phone.wall) == nil)
    }

    @Test("K-124: one AuthZ token for each resource, the newest, and others stay", arguments: eras)
    func authorizations(sdk: String) throws {
        var phone = Handset(.iOS, PlatformVersion(9))
        try phone.install(.kite, sdk: Handset.sdk(sdk))
        try phone.logIn(.kite, Kite.meadowlark)
        try phone.authorize(.kite, "KITE1", Kite.meadowlark, for: .seconds(100))
        try phone.authorize(.kite, "KITE2", Kite.meadowlark, for: .seconds(100))
        try phone.authorize(.kite, "KITE1", Kite.meadowlark, for: .seconds(10))
        let storage = try #require(phone.storages[App.kite.bundleID])
        let buckets = storage.areas(on: phone.device).flatMap { $0.buckets(on: phone.device) }
        #expect(buckets.flatMap(\.authorizations).map(\.resource) == ["KITE1", "KITE2"])
        phone.now += .seconds(10)
        #expect(!phone.isAuthorized(.kite, "KITE1", Kite.meadowlark))
        #expect(phone.isAuthorized(.kite, "KITE2", Kite.meadowlark))
        #expect(!phone.isAuthorized(.kite, "KITE3", Kite.meadowlark))
    }

    @Test("K-125: media tokens are never stored: nothing that is kept is one", arguments: eras)
    func noMediaToken(sdk: String) throws {
        var phone = Handset(.iOS, PlatformVersion(9))
        try phone.install(.kite, sdk: Handset.sdk(sdk))
        try phone.logIn(.kite, Kite.meadowlark)
        try phone.authorize(.kite, "KITE1", Kite.meadowlark)
        let leaves = phone.device.stores.contents.keys.flatMap { phone.device.stores.leaves(in: $0) }
        #expect(!leaves.isEmpty)
        #expect(leaves.allSatisfy { !$0.text.contains(MediaToken.elementName) })
    }

    @Test("K-126: tokens survive restarts of app and device", arguments: eras)
    func restarts(sdk: String) throws {
        var phone = Handset(.iOS, PlatformVersion(9))
        try phone.install(.kite, sdk: Handset.sdk(sdk))
        try phone.logIn(.kite, Kite.meadowlark)
        try phone.happen(.restarted)
        phone.storages = [:]
        phone.launch(.kite)
        #expect(phone.mvpd(.kite) == "Meadowlark")
    }

    @Test("The provider that was chosen last and whether login with it succeeded are remembered", arguments: eras)
    func provider(sdk: String) throws {
        var phone = Handset(.iOS, PlatformVersion(9))
        try phone.install(.kite, sdk: Handset.sdk(sdk))
        let storage = try #require(phone.storages[App.kite.bundleID])
        #expect(storage.provider(on: phone.device) == nil)
        let plover = StoredProvider(mvpd: "Plover", canAuthenticate: false)
        #expect(storage.store(plover, on: &phone.device).count == 1)
        #expect(storage.store(plover, on: &phone.device).isEmpty)
        #expect(storage.provider(on: phone.device) == plover)
    }

    @Test("The token of the provider that was chosen last counts, where there are several")
    func chosen() throws {
        var phone = Handset()
        try phone.install(.kite, sdk: Handset.sdk("1.10"))
        try phone.logIn(.kite, Kite.meadowlark)
        try phone.logIn(.kite, Kite.plover, for: .seconds(60))
        #expect(phone.mvpd(.kite) == "Plover")
        phone.now += .seconds(60)
        #expect(phone.mvpd(.kite) == "Meadowlark")
    }

    @Test("User metadata lives with the token it came with")
    func userMetadata() throws {
        var phone = Handset()
        try phone.install(.kite, sdk: Handset.sdk("1.10"))
        let storage = try #require(phone.storages[App.kite.bundleID])
        let token = try Token.authentication("g", "KITETV", "Plover", until: phone.now + .seconds(60))
        _ = storage.store(token, from: "Plover", userMetadata: #"{"zip":"99999"}"#, on: &phone.device)
        #expect(storage.userMetadata(from: "Plover", on: phone.device) == #"{"zip":"99999"}"#)
        _ = storage.store(token, from: "Plover", on: &phone.device)
        #expect(storage.userMetadata(from: "Plover", on: phone.device) == nil)
    }

    @Test("The cache of preauthorizations answers the same set only, in any order, and is replaced as a whole")
    func preauthorization() throws {
        var phone = Handset()
        try phone.install(.kite, sdk: Handset.sdk("1.10"))
        try phone.logIn(.kite, Kite.plover)
        let storage = try #require(phone.storages[App.kite.bundleID])
        let one = PreauthorizedResource(id: "KITE1", isAuthorized: true)
        let two = PreauthorizedResource(id: "KITE2", isAuthorized: false)
        func answer(_ resources: [String]) -> [PreauthorizedResource]? {
            storage.preauthorization(of: resources, from: "Plover", on: phone.device)
        }
        #expect(answer(["KITE1"]) == nil)
        #expect(storage.store(preauthorization: [one, two], from: "Plover", on: &phone.device).count == 1)
        #expect(storage.store(preauthorization: [one, two], from: "Plover", on: &phone.device).isEmpty)
        #expect(answer(["KITE2", "KITE1"]) == [two, one])
        #expect(answer(["KITE1"]) == nil)
        #expect(answer(["KITE1", "KITE2", "KITE3"]) == nil)
        _ = storage.store(preauthorization: [one], from: "Plover", on: &phone.device)
        #expect(answer(["KITE1"]) == [one])
        #expect(answer(["KITE1", "KITE2"]) == nil)
        try phone.logIn(.kite, Kite.plover)
        #expect(answer(["KITE1"]) == nil)
        _ = storage.store(preauthorization: [one], from: "Plover", on: &phone.device)
        phone.logOut(.kite)
        #expect(answer(["KITE1"]) == nil)
    }

    // MARK: One token or several

    @Test("K-118, K-136: from 1.7 on there are tokens for several pairs of requestor and MVPD")
    func nestedMap() throws {
        var phone = Handset()
        try phone.install(.kite, sdk: Handset.sdk("1.7"))
        try phone.install(.kiteSports, sdk: Handset.sdk("1.7"))
        for app in [App.kite, .kiteSports] {
            for mvpd in [Kite.meadowlark, Kite.plover] { try phone.logIn(app, mvpd) }
        }
        let area = StorageArea(store: .pasteboard(StorageArea.pasteboard, team: App.kite.team))
        let places = area.buckets(on: phone.device).compactMap { bucket in
            bucket.place.map { "\($0.requestor) \($0.mvpd) \(bucket.authentication?.guid ?? "")" }
        }
        #expect(
            places == [
                "KITETV Meadowlark guid-1", "KITETV Plover guid-2", "KITESPORTS Meadowlark guid-3",
                "KITESPORTS Plover guid-4",
            ]
        )
    }

    @Test("K-137: App1 with MVPD1, App2 without it, then with MVPD2: App1 is still signed in from 1.7 on")
    func twoProgrammers() throws {
        for (sdk, isStillSignedOn) in [("1.6", false), ("1.7", true), ("1.10", true), ("3.0", true)] {
            var phone = Handset()
            try phone.install(.kite, sdk: Handset.sdk(sdk), providers: [Kite.meadowlark])
            try phone.logIn(.kite, Kite.meadowlark)
            try phone.install(.kiteSports, sdk: Handset.sdk(sdk), providers: [Kite.plover])
            #expect(phone.mvpd(.kiteSports) == nil)
            try phone.logIn(.kiteSports, Kite.plover)
            phone.launch(.kite, providers: [Kite.meadowlark])
            #expect(phone.mvpd(.kite) == (isStillSignedOn ? "Meadowlark" : nil), "SDK \(sdk)")
        }
    }

    @Test("K-121: up to 1.6 there is one AuthN token for all apps, and a new one takes its place")
    func singleToken() throws {
        var phone = Handset(.iOS, PlatformVersion(6))
        try phone.install(.kite, sdk: Handset.sdk("1.6"))
        try phone.install(.heron, sdk: Handset.sdk("1.6"))
        try phone.logIn(.kite, Kite.meadowlark)
        try phone.authorize(.kite, "KITE1", Kite.meadowlark)
        #expect(phone.mvpd(.heron) == "Meadowlark")
        let changes = try phone.logIn(.heron, Kite.plover)
        #expect(changes.map(\.action) == [.removed, .removed, .wrote, .wrote])
        #expect(phone.mvpd(.kite) == "Plover")
        #expect(!phone.isAuthorized(.kite, "KITE1", Kite.meadowlark))
        phone.logOut(.kite)
        #expect(phone.mvpd(.heron) == nil)
    }

    // MARK: Authentication per requestor

    static let tern = MVPD(id: "Tern", displayName: "Tern", isAuthenticationPerRequestor: true)

    @Test("K-122, K-123: up to 1.6 a token per requestor lies in a private file, and each app logs in")
    func privateFile() throws {
        var phone = Handset(.iOS, PlatformVersion(6))
        try phone.install(.kite, sdk: Handset.sdk("1.6"), providers: [Self.tern])
        try phone.install(.kiteSports, sdk: Handset.sdk("1.6"), providers: [Self.tern])
        let changes = try phone.logIn(.kite, Self.tern)
        #expect(changes.first?.store == .file(StorageArea.privateFile, bundleID: App.kite.bundleID))
        #expect(phone.mvpd(.kite) == "Tern")
        #expect(phone.mvpd(.kiteSports) == nil)
        try phone.logIn(.kiteSports, Self.tern)
        #expect(phone.token(.kite)?.guid == "guid-1")
        #expect(phone.token(.kiteSports)?.guid == "guid-2")
    }

    @Test("K-118, K-119: from 1.7 on it lies with the others, is not used for another requestor, but found for it")
    func passive() throws {
        var phone = Handset()
        try phone.install(.kite, sdk: Handset.sdk("1.7"), providers: [Self.tern])
        try phone.install(.kiteSports, sdk: Handset.sdk("1.7"), providers: [Self.tern])
        let changes = try phone.logIn(.kite, Self.tern, for: .seconds(60))
        #expect(changes.first?.store == .pasteboard(StorageArea.pasteboard, team: App.kite.team))
        #expect(phone.mvpd(.kiteSports) == nil)
        func source(_ app: App) -> StoredToken? {
            phone.storages[app.bundleID]?.passiveAuthenticationSource(on: phone.device, at: phone.wall)
        }
        #expect(source(.kiteSports)?.guid == "guid-1")
        #expect(source(.kite) == nil)
        phone.now += .seconds(60)
        #expect(source(.kiteSports) == nil)
    }

    @Test("Up to 1.6 there is no passive authentication")
    func noPassive() throws {
        var phone = Handset(.iOS, PlatformVersion(6))
        try phone.install(.kite, sdk: Handset.sdk("1.6"), providers: [Self.tern])
        try phone.logIn(.kite, Self.tern)
        let storage = try #require(phone.storages[App.kite.bundleID])
        #expect(storage.passiveAuthenticationSource(on: phone.device, at: phone.wall) == nil)
    }
}
