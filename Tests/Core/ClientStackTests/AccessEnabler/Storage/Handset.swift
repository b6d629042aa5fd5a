import Device
import PassAPI
import SubscriberAccount
import Tokens
import VirtualTime

@testable import ClientStack

/// A device with apps around AccessEnabler, and what their users do, as far as storage is concerned.
struct Handset {
    var device: Device
    var now = Kite.now
    /// Each launched app's storage, by bundle id.
    var storages: [String: TokenStorage] = [:]
    var options = StorageOptions.default
    private var tokensIssued = 0

    init(_ family: OperatingSystem.Family = .iOS, _ version: PlatformVersion = PlatformVersion(7), seed: UInt64 = 7) {
        device = Device(
            name: "handset",
            system: OperatingSystem(family, version),
            identifiers: DeviceIdentifiers(seed: seed),
            at: Kite.now
        )
    }

    /// The time on its wall clock.
    var wall: Instant { device.clock.wallTime(at: now) }

    /// Installs an app, and launches it for its requestor.
    @discardableResult
    mutating func install(
        _ app: App,
        sdk: PlatformVersion,
        providers: [MVPD] = Kite.mvpds
    ) throws -> [StorageChange] {
        try happen(.appInstalled(InstalledApp(bundleID: app.bundleID, teamID: app.team, sdkVersion: sdk)))
            + launch(app, providers: providers)
    }

    /// Lets something happen to the device.
    @discardableResult
    mutating func happen(_ event: DeviceEvent) throws -> [StorageChange] { try device.apply(event, at: now) }

    /// Launches an installed app: `init` and `setRequestor`.
    @discardableResult
    mutating func launch(
        _ app: App,
        providers: [MVPD] = Kite.mvpds,
        check: IntegrityCheck = .none
    ) -> [StorageChange] {
        guard var storage = TokenStorage(on: device, bundleID: app.bundleID, options: options) else { return [] }
        var changes = storage.start(check, on: &device)
        changes += storage.identify(as: app.requestor, allowing: providers, on: &device, at: wall)
        storages[app.bundleID] = storage
        return changes
    }

    /// The user logs in with an MVPD; the token is good for `life`.
    @discardableResult
    mutating func logIn(_ app: App, _ mvpd: MVPD, for life: Duration = .seconds(2_592_000)) throws -> [StorageChange] {
        guard let storage = storages[app.bundleID] else { return [] }
        tokensIssued += 1
        let token = try Token.authentication(
            "guid-\(tokensIssued)",
            app.requestor,
            mvpd.id,
            until: now + life
        )
        return storage.store(token, from: mvpd.id, on: &device)
            + storage.store(StoredProvider(mvpd: mvpd.id, canAuthenticate: true), on: &device)
    }

    /// The service authorizes a resource for `life`.
    @discardableResult
    mutating func authorize(
        _ app: App,
        _ resource: String,
        _ mvpd: MVPD,
        for life: Duration = .seconds(86_400)
    ) throws -> [StorageChange] {
        guard let storage = storages[app.bundleID] else { return [] }
        let token = try Token.authorization(resource, app.requestor, mvpd.id, until: now + life)
        return storage.store(token, of: resource, from: mvpd.id, on: &device)
    }

    /// The token that signs an app's requestor on.
    func token(_ app: App) -> StoredToken? { storages[app.bundleID]?.authentication(on: device, at: wall) }

    /// The MVPD that the app is signed in with.
    func mvpd(_ app: App) -> String? { token(app)?.msoID }

    /// Checks whether a resource is authorized.
    func isAuthorized(_ app: App, _ resource: String, _ mvpd: MVPD) -> Bool {
        storages[app.bundleID]?.authorization(of: resource, from: mvpd.id, on: device, at: wall) != nil
    }

    @discardableResult
    mutating func logOut(_ app: App) -> [StorageChange] { storages[app.bundleID]?.clear(on: &device) ?? [] }

    /// `setSelectedProvider(nil)`.
    @discardableResult
    mutating func cancel(_ app: App, _ mvpd: MVPD? = nil) -> [StorageChange] {
        storages[app.bundleID]?.dropProvider(mvpd?.id, on: &device) ?? []
    }

    /// An app, the team that signed it, and its requestor.
    struct App: Hashable {
        var bundleID: String
        var team: String
        var requestor: String

        init(_ bundleID: String, team: String = "TEAMKITE01", requestor: String = "KITETV") {
            self.bundleID = bundleID
            self.team = team
            self.requestor = requestor
        }

        static let kite = App("com.kite.tv")
        /// Of the same team, with the same prefix.
        static let kiteSports = App("com.kite.sports", requestor: "KITESPORTS")
        /// Of the same team, with another prefix.
        static let gull = App("org.gull.tv", requestor: "GULL")
        /// Of another team, with Kite's prefix.
        static let heron = App("com.kite.heron", team: "TEAMHERON1", requestor: "HERON")
    }

    /// A version of the SDK by its usual name.
    static func sdk(_ text: String) -> PlatformVersion { PlatformVersion(text) ?? PlatformVersion(0) }
}

/// Tokens as the service would print them.
extension Token {
    static func authentication(
        _ guid: String,
        _ requestor: String,
        _ mvpd: String,
        until expiry: Instant
    ) throws -> AuthenticationToken {
        try AuthenticationToken(
            parsing: AuthenticationToken.text(
                guid: guid,
                requestorID: requestor,
                domainName: "kite.example",
                expires: TokenDate(expiry),
                msoID: mvpd,
                fingerprint: "da39a3ee5e6b4b0d3255bfef95601890afd80709",
                signing: { _ in [1, 2, 3] }
            )
        )
    }

    static func authorization(
        _ resource: String,
        _ requestor: String,
        _ mvpd: String,
        until expiry: Instant
    ) throws -> AuthorizationToken {
        try AuthorizationToken(
            parsing: AuthorizationToken.text(
                requestorID: requestor,
                resourceID: resource,
                expires: TokenDate(expiry),
                msoID: mvpd,
                fingerprint: "da39a3ee5e6b4b0d3255bfef95601890afd80709",
                signing: { _ in [1, 2, 3] }
            )
        )
    }
}
