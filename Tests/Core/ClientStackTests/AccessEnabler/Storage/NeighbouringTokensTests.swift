import Device
import PassAPI
import SubscriberAccount
import Testing
import VirtualTime

@testable import ClientStack

/// The changes to the stores by each act of the SDK, where for each part of a token's key (requestor, MVPD, resource,
/// device id, team) there is a token that differs in that part alone.
///
/// Source: access-enabler.md §6.4, §6.5, §6.6, §9, §11, §14.4.
@Suite struct NeighbouringTokensTests {
    typealias App = Handset.App

    /// The app that acts, and its neighbours.
    static let own = App.kite
    static let otherRequestor = App.kiteSports
    /// Of one requestor and team, with another bundle prefix: under another device id from 1.8 on.
    static let otherDevice = App("org.gull.tv")
    /// Of one requestor and bundle prefix, signed by another team.
    static let otherTeam = App("com.kite.heron", team: "TEAMHERON1")

    /// Meadowlark and Plover; by choice their tokens are good only for the requestor that got them.
    static func mvpds(perRequestor: Bool) -> [MVPD] {
        ["Meadowlark", "Plover"].map {
            MVPD(id: $0, displayName: $0, isAuthenticationPerRequestor: perRequestor)
        }
    }

    /// Everybody is signed in with Meadowlark and with Plover, holds KITE1 and KITE2 of each, and has asked each what
    /// may be watched.
    static func phone(_ sdk: String, perRequestor: Bool = false) throws -> Handset {
        var phone = Handset(.iOS, PlatformVersion(9))
        let mvpds = mvpds(perRequestor: perRequestor)
        // Before 1.10 tokens of another device id are used, or erased: no two can stand beside each other.
        let keepsOthers = Handset.sdk(sdk) >= PlatformVersion(1, 10)
        for app in [own, otherRequestor, otherTeam] + (keepsOthers ? [otherDevice] : []) {
            try phone.install(app, sdk: Handset.sdk(sdk), providers: mvpds)
            for mvpd in mvpds {
                try phone.logIn(app, mvpd)
                for resource in ["KITE1", "KITE2"] { try phone.authorize(app, resource, mvpd) }
                let answers = [PreauthorizedResource(id: "KITE1", isAuthorized: true)]
                _ = phone.storages[app.bundleID]?.store(preauthorization: answers, from: mvpd.id, on: &phone.device)
            }
        }
        return phone
    }

    /// Returns what is kept, by whose it is: `TEAMKITE01 com.kite KITETV Plover authz KITE1`.
    static func contents(_ phone: Handset) -> [String: String] {
        var owners: [String: String] = [:]
        for app in [own, otherRequestor, otherDevice, otherTeam] {
            guard let hash = phone.storages[app.bundleID]?.deviceID.hash, owners[hash] == nil else { continue }
            owners[hash] = app.bundleID.split(separator: ".").dropLast().joined(separator: ".")
        }
        var contents: [String: String] = [:]
        for (store, _) in phone.device.stores.contents {
            let place: String
            switch store {
            case .pasteboard(_, let team): place = team ?? "all"
            case .keychain(let group): place = group
            case .userDefaults, .file: continue
            }
            for leaf in phone.device.stores.leaves(in: store) {
                guard let root = leaf.path.first else { continue }
                if root.hasPrefix("providers") {
                    contents["\(place) provider \(leaf.path[1])", default: ""] += leaf.text + " "
                } else if root.hasPrefix("tokens") {
                    let kind = leaf.path[4] == "authz" ? "authz \(leaf.path[5])" : leaf.path[4]
                    let key = "\(place) \(owners[leaf.path[3]] ?? "?") \(leaf.path[1]) \(leaf.path[2]) \(kind)"
                    contents[key, default: ""] += leaf.text + " "
                }
            }
        }
        return contents
    }

    static func changed(_ phone: inout Handset, by act: (inout Handset) throws -> Void) rethrows -> [String] {
        let before = contents(phone)
        try act(&phone)
        let after = contents(phone)
        return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
    }

    static let versions = ["1.7", "1.7.5", "1.8", "1.10", "2.4", "3.0", "3.7", "3.8.3"]
    private static let kinds = ["authn", "authz KITE1", "authz KITE2", "preauthorization"]

    /// Returns what the app that acts has of `mvpd`, and the mark of its provider.
    private static func mine(_ mvpds: String...) -> [String] {
        mvpds.flatMap { mvpd in kinds.map { "TEAMKITE01 com.kite KITETV \(mvpd) \($0)" } }
    }

    // MARK: Acts that remove

    @Test(
        "K-138: a logout takes all requestors, MVPDs and device ids of the storage, and no other team's",
        arguments: versions
    )
    func logout(sdk: String) throws {
        var phone = try Self.phone(sdk)
        let all = Self.contents(phone).keys.filter { $0.hasPrefix("TEAMKITE01 ") }
        let others = Self.contents(phone).count - all.count
        let owners = Handset.sdk(sdk) >= PlatformVersion(1, 10) ? 3 : 2
        // Four things of two MVPDs each, and a provider for each requestor.
        #expect(all.count == owners * 8 + 2)
        #expect(others == 9)
        #expect(Self.changed(&phone) { $0.logOut(Self.own) } == all.sorted())
        #expect(Self.contents(phone).count == others)
        #expect(phone.mvpd(Self.otherRequestor) == nil)
        #expect(phone.mvpd(Self.otherTeam) != nil)
    }

    @Test(
        "K-139: a cancel takes the requestor's chosen MVPD; its others, and everybody else's, stay",
        arguments: versions
    )
    func cancel(sdk: String) throws {
        var phone = try Self.phone(sdk)
        let gone = Self.changed(&phone) { $0.cancel(Self.own) }
        #expect(gone == (Self.mine("Plover") + ["TEAMKITE01 provider KITETV"]).sorted())
    }

    @Test(
        "A pending logout takes what the requestor has of each MVPD; of others nothing that cannot sign it on",
        arguments: versions
    )
    func pendingLogout(sdk: String) throws {
        var phone = try Self.phone(sdk, perRequestor: true)
        let gone = Self.changed(&phone) { phone in
            _ = phone.storages[Self.own.bundleID]?.dropRequestor(on: &phone.device, at: phone.wall)
        }
        #expect(gone == (Self.mine("Meadowlark", "Plover") + ["TEAMKITE01 provider KITETV"]).sorted())
        #expect(phone.mvpd(Self.otherRequestor) == "Plover")
    }

    @Test("INTEGRITY_CHECK_CLEAR takes all of the team's storage, and no other team's")
    func integrity() throws {
        var phone = try Self.phone("3.8.3")
        let all = Self.contents(phone).keys.filter { $0.hasPrefix("TEAMKITE01 ") }
        let providers = Self.mvpds(perRequestor: false)
        #expect(Self.changed(&phone) { $0.launch(Self.own, providers: providers, check: .clear) } == all.sorted())
    }

    @Test(
        "A launch takes nothing of the device's own ids away, whoever else is there",
        arguments: ["1.7.5", "1.8", "1.10", "3.7"]
    )
    func launch(sdk: String) throws {
        var phone = try Self.phone(sdk)
        #expect(Self.changed(&phone) { $0.launch(Self.own, providers: Self.mvpds(perRequestor: false)) }.isEmpty)
    }

    // MARK: Acts that write

    @Test("K-118, K-124: a new login takes the place of its own AuthN token alone", arguments: versions)
    func login(sdk: String) throws {
        var phone = try Self.phone(sdk)
        let plover = Self.mvpds(perRequestor: false)[1]
        let changed = try Self.changed(&phone) { try $0.logIn(Self.own, plover) }
        let prefix = "TEAMKITE01 com.kite KITETV Plover "
        #expect(changed == [prefix + "authn", prefix + "preauthorization"])
    }

    @Test("K-124: a new AuthZ token takes the place of its own resource's alone", arguments: versions)
    func authorization(sdk: String) throws {
        var phone = try Self.phone(sdk)
        let plover = Self.mvpds(perRequestor: false)[1]
        let changed = try Self.changed(&phone) { try $0.authorize(Self.own, "KITE1", plover, for: .seconds(77)) }
        #expect(changed == ["TEAMKITE01 com.kite KITETV Plover authz KITE1"])
    }

    @Test("The cache of preauthorizations is replaced for its requestor and MVPD alone", arguments: versions)
    func preauthorization(sdk: String) throws {
        var phone = try Self.phone(sdk)
        let changed = Self.changed(&phone) { phone in
            let answers = [PreauthorizedResource(id: "KITE2", isAuthorized: false)]
            _ = phone.storages[Self.own.bundleID]?
                .store(preauthorization: answers, from: "Plover", on: &phone.device)
        }
        #expect(changed == ["TEAMKITE01 com.kite KITETV Plover preauthorization"])
    }

    @Test("The provider that was chosen is each requestor's own", arguments: versions)
    func provider(sdk: String) throws {
        var phone = try Self.phone(sdk)
        let changed = Self.changed(&phone) { phone in
            let chosen = StoredProvider(mvpd: "Meadowlark", canAuthenticate: true)
            _ = phone.storages[Self.own.bundleID]?.store(chosen, on: &phone.device)
        }
        #expect(changed == ["TEAMKITE01 provider KITETV"])
    }

    // MARK: What is found

    /// A part of the key of what the app asks for, in which the only token there is differs.
    enum Part: CaseIterable {
        case none, requestor, mvpd, resource, device, team

        /// The app, MVPD and resource of the authorization.
        var holder: (app: App, mvpd: String, resource: String) {
            switch self {
            case .none: (own, "Plover", "KITE1")
            case .requestor: (otherRequestor, "Plover", "KITE1")
            case .mvpd: (own, "Meadowlark", "KITE1")
            case .resource: (own, "Plover", "KITE2")
            case .device: (otherDevice, "Plover", "KITE1")
            case .team: (otherTeam, "Plover", "KITE1")
            }
        }
    }

    /// A phone with the app that asks and the one that holds, whose user is logged in to the MVPD that is answered.
    private static func phone(_ sdk: String, of part: Part) throws -> (Handset, MVPD) {
        var phone = Handset(.iOS, PlatformVersion(9))
        let mvpds = Self.mvpds(perRequestor: false)
        let holder = part.holder
        for app in holder.app == own ? [own] : [own, holder.app] {
            try phone.install(app, sdk: Handset.sdk(sdk), providers: mvpds)
        }
        let mvpd = try #require(mvpds.first { $0.id == holder.mvpd })
        try phone.logIn(holder.app, mvpd)
        return (phone, mvpd)
    }

    @Test(
        "K-115, K-124, K-130, K-154: an AuthZ token serves its own requestor, MVPD, resource, device id and team alone",
        arguments: Part.allCases,
        ["1.6", "1.7", "1.10", "3.0", "3.7"]
    )
    func authorizationFound(part: Part, sdk: String) throws {
        // In one place for all a token of another device id is used: there was no look at it yet (row K-147).
        if part == .device, Handset.sdk(sdk) < PlatformVersion(1, 10) { return }
        var (phone, mvpd) = try Self.phone(sdk, of: part)
        let holder = part.holder
        try phone.authorize(holder.app, holder.resource, mvpd)
        #expect(phone.isAuthorized(holder.app, holder.resource, mvpd))
        let asked = Self.mvpds(perRequestor: false)[1]
        #expect(phone.isAuthorized(Self.own, "KITE1", asked) == (part == .none))
    }

    @Test(
        "An answer to a preauthorization is found by its own requestor, MVPD, resources, device id and team alone",
        arguments: Part.allCases,
        ["1.6", "1.7", "1.10", "3.0", "3.7"]
    )
    func preauthorizationFound(part: Part, sdk: String) throws {
        if part == .device, Handset.sdk(sdk) < PlatformVersion(1, 10) { return }
        // Up to 1.6 there is one place for all MVPDs: what is in it goes with the token of another.
        if part == .mvpd, Handset.sdk(sdk) < PlatformVersion(1, 7) { return }
        var (phone, _) = try Self.phone(sdk, of: part)
        let holder = part.holder
        let answers = [PreauthorizedResource(id: holder.resource, isAuthorized: true)]
        _ = phone.storages[holder.app.bundleID]?
            .store(preauthorization: answers, from: holder.mvpd, on: &phone.device)
        let found = phone.storages[Self.own.bundleID]?
            .preauthorization(of: ["KITE1"], from: "Plover", on: phone.device)
        #expect((found != nil) == (part == .none))
    }

    /// The flaws of another requestor's token, or of the pending request for one of its own.
    enum PassiveFlaw: CaseIterable {
        case none, ownRequestor, sharedMVPD, mvpdNotAllowed, deviceID, team, expired
    }

    @Test(
        "K-119: passive authentication begins with another requestor's token of an allowed MVPD that is per requestor, of this device",
        arguments: PassiveFlaw.allCases,
        ["1.10", "3.7"]
    )
    func passiveSource(flaw: PassiveFlaw, sdk: String) throws {
        var phone = Handset(.iOS, PlatformVersion(9))
        let holder =
            switch flaw {
            case .ownRequestor: Self.own
            case .deviceID: App("org.gull.tv", requestor: "KITESPORTS")
            case .team: App("com.kite.heron", team: "TEAMHERON1", requestor: "KITESPORTS")
            case .none, .sharedMVPD, .mvpdNotAllowed, .expired: Self.otherRequestor
            }
        let mvpds = Self.mvpds(perRequestor: flaw != .sharedMVPD)
        try phone.install(holder, sdk: Handset.sdk(sdk), providers: mvpds)
        try phone.logIn(holder, mvpds[1], for: .seconds(60))
        let allowed = flaw == .mvpdNotAllowed ? [mvpds[0]] : mvpds
        if holder == Self.own {
            phone.launch(Self.own, providers: allowed)
        } else {
            try phone.install(Self.own, sdk: Handset.sdk(sdk), providers: allowed)
        }
        if flaw == .expired { phone.now += .seconds(60) }
        let source = phone.storages[Self.own.bundleID]?.passiveAuthenticationSource(on: phone.device, at: phone.wall)
        #expect((source != nil) == (flaw == .none))
    }

    // MARK: From one era to the next

    @Test("K-140 to K-143: the importer takes the requestor's own AuthN token and leaves the old storage as it is")
    func importer() throws {
        var phone = try Self.phone("1.10")
        let before = Self.contents(phone)
        try phone.happen(.appUpdated(bundleID: Self.own.bundleID, sdkVersion: PlatformVersion(3, 0)))
        phone.launch(Self.own, providers: Self.mvpds(perRequestor: false))
        let new = phone.device.stores.leaves(in: .keychain(accessGroup: Self.own.team)).map { $0.path.prefix(3) }
        #expect(
            Set(new.map { $0.joined(separator: " ") }) == [
                "tokens KITETV Meadowlark", "providers KITETV mvpd", "providers KITETV can authenticate",
            ]
        )
        let old = phone.device.stores.leaves(in: .pasteboard(StorageArea.pasteboard, team: Self.own.team))
        #expect(!old.isEmpty)
        for (key, text) in before
        where key != "TEAMKITE01 com.kite KITETV Meadowlark authn" && !key.contains("provider") {
            #expect(Self.contents(phone)[key] == text, "\(key)")
        }
        // Another app of the team imports its own, when it is launched with the new SDK.
        try phone.happen(.appUpdated(bundleID: Self.otherRequestor.bundleID, sdkVersion: PlatformVersion(3, 0)))
        phone.launch(Self.otherRequestor, providers: [Self.mvpds(perRequestor: false)[1]])
        #expect(phone.token(Self.otherRequestor)?.requestorID == "KITESPORTS")
        #expect(phone.mvpd(Self.otherRequestor) == "Plover")
    }

    @Test("Up to 1.6 a logout reaches the app's own file and the team's board, and no other app's file")
    func files() throws {
        var phone = Handset(.iOS, PlatformVersion(9))
        let mvpds = Self.mvpds(perRequestor: true)
        for app in [Self.own, Self.otherRequestor, Self.otherTeam] {
            try phone.install(app, sdk: Handset.sdk("1.6"), providers: mvpds)
            try phone.logIn(app, mvpds[0])
        }
        phone.logOut(Self.own)
        #expect(phone.mvpd(Self.own) == nil)
        #expect(phone.mvpd(Self.otherRequestor) == "Meadowlark")
        #expect(phone.mvpd(Self.otherTeam) == "Meadowlark")
    }
}
