import ClientStack
public import Device
import Documents
import PassAPI
import Services
import SubscriberAccount
import VirtualTime

// A world as a scenario sets it up.

extension World {
    /// The world that `setup` describes, in which nothing has happened yet.
    ///
    /// - Throws: `OptionError` for an option that there is not or a value it cannot have, `SetupError` for devices or
    ///   apps that clash.
    public init(_ setup: WorldSetup) throws(SetupError) {
        let service: TwinConfiguration
        do throws(OptionError) {
            service = try setup.service.applied(to: .example)
        } catch {
            throw .option(error)
        }
        self.init(at: setup.start, backend: .twin(Twin(service, seed: setup.seed)))
        for device in setup.devices { try add(device, seed: setup.seed) }
    }

    /// Adds the device that `setup` describes, with its apps.
    ///
    /// - Throws: `SetupError` as ``init(_:)``.
    public mutating func add(_ setup: DeviceSetup, seed: UInt64) throws(SetupError) {
        guard !devices.contains(where: { $0.name == setup.name }) else { throw .sameName(setup.name) }
        var digest = Digest()
        digest.absorb(seed)
        digest.absorb(setup.name)
        var choices = DeviceOptions()
        do throws(OptionError) {
            try DeviceOptions.table.apply(setup.choices, to: &choices)
        } catch {
            throw .option(error)
        }
        let device = Device(
            name: setup.name,
            system: setup.system,
            identifiers: DeviceIdentifiers(seed: digest.value),
            at: now,
            clockOffset: setup.clockOffset,
            choices: choices.device,
            platformChoices: choices.platform
        )
        let index = add(device)
        if let account = setup.account {
            do throws(DeviceError) {
                _ = try devices[index].apply(.providerSignedIn(self.account(account, on: index)), at: now)
            } catch {
                throw .device(error)
            }
        }
        for app in setup.apps { try install(app, on: index) }
    }

    /// Installs an app on a device; it is not launched.
    ///
    /// - Returns: its place among ``apps``.
    /// - Throws: `SetupError` if it is installed already, or an option is wrong.
    @discardableResult
    public mutating func install(_ app: AppSetup, on device: Int) throws(SetupError) -> Int {
        let installed = InstalledApp(bundleID: app.bundleID, teamID: app.teamID, sdkVersion: app.sdkVersion)
        do throws(DeviceError) {
            _ = try devices[device].apply(.appInstalled(installed), at: now)
        } catch {
            throw .device(error)
        }
        if let isGranted = app.permission {
            happen(.permissionSet(bundleID: app.bundleID, isGranted: isGranted), to: device)
        }
        do throws(OptionError) {
            return run(try client(of: app, on: device), as: app.bundleID, on: device)
        } catch {
            throw .option(error)
        }
    }

    /// An account in Settings that `setup` describes, beginning now.
    func account(_ setup: DeviceSetup.Account, on device: Int) -> TVProviderSettings.Account {
        let begin = devices[device].sessionTime(at: now)
        let mapping = twin?.configuration.provider(setup.provider)?.listing.platformMappingID
        return TVProviderSettings.Account(
            providerIdentifier: mapping ?? setup.provider,
            user: setup.user,
            expires: setup.lifetime.map { begin + $0 }
        )
    }

    // MARK: Clients

    private func client(of app: AppSetup, on device: Int) throws(OptionError) -> AppClient {
        if app.isBrowser {
            var configuration = BrowserConfiguration(
                bundleID: app.bundleID,
                requestor: app.requestor,
                mvpd: app.provider,
                softwareStatement: Self.softwareStatement,
                redirectURL: "https://\(domain(of: app.requestor))/done"
            )
            try BrowserOptions.table.apply(app.options, to: &configuration.options)
            return .browser(BrowserClient(configuration: configuration))
        }
        if app.sdkVersion != nil {
            var configuration = AccessEnablerConfiguration(
                bundleID: app.bundleID,
                requestor: app.requestor,
                softwareStatement: Self.softwareStatement
            )
            configuration.deviceInformation = Self.deviceInformation(of: devices[device].system)
            // Invented, like the statement: what the Programmer's key and secret would give before 3.0.
            configuration.signedRequestor = Base64.encode(Array("signed \(app.requestor)".utf8))
            configuration.secondScreenKeys = SecondScreenKeys(secret: "kite-secret", publicKey: "kite-public")
            try AccessEnablerConfiguration.table.apply(app.options, to: &configuration)
            return .accessEnabler(AccessEnablerApp(configuration: configuration))
        }
        let hardware = devices[device]
        let platform: ClientPlatform =
            switch hardware.system.family {
            case .tvOS: .tvOS
            case .iOS: .iOS
            case .iPadOS: .iPadOS
            }
        var configuration = ClientConfiguration(
            requestor: app.requestor,
            platform: platform,
            osVersion: hardware.system.version,
            deviceID: hardware.identifierForVendor(of: app.bundleID) ?? hardware.name,
            deviceInfo: Self.deviceInformation(of: hardware.system),
            softwareStatement: Self.softwareStatement
        )
        configuration.domainName = domain(of: app.requestor)
        configuration.redirectURL = "https://\(configuration.domainName)/done"
        var options = RESTAppOptions()
        try RESTAppOptions.table.apply(app.options, to: &options)
        configuration.options = options.client
        guard options.differsFromDocuments else { return .cookbook(Client(configuration: configuration)) }
        return .behavior(BehaviorClient(configuration: behavior(options.behavior, of: configuration, app.bundleID)))
    }

    /// The client of `configuration`, if it did what `behavior` says.
    private func behavior(
        _ behavior: ClientBehavior,
        of configuration: ClientConfiguration,
        _ bundleID: String
    ) -> BehaviorConfiguration {
        var app = BehaviorConfiguration(
            requestor: configuration.requestor,
            bundleID: bundleID,
            deviceID: configuration.deviceID,
            domainName: configuration.domainName,
            redirectURL: configuration.redirectURL,
            behavior: behavior
        )
        app.deviceInformation = configuration.deviceInfo
        app.softwareStatement = configuration.softwareStatement
        return app
    }

    /// The first domain that the back end knows of a requestor.
    private func domain(of requestor: String) -> String {
        twin?.configuration.requestors.first { $0.id == requestor }?.domains.first ?? "adobe.com"
    }

    /// An invented statement: header and claims of a JWT, and a signature that nobody checks.
    static let softwareStatement =
        "eyJhbGciOiJSUzI1NiJ9.eyJzb2Z0d2FyZV9pZCI6ImtpdGUifQ.c2lnbmF0dXJl"

    /// `X-Device-Info` of an Apple device (rest-api-v1.md §2).
    private static func deviceInformation(of system: OperatingSystem) -> String {
        let isTV = system.family == .tvOS
        let information = JSONValue.object([
            "primaryHardwareType": .string(
                isTV ? "SetTopBox" : system.family == .iOS ? "MobilePhone" : "Tablet"
            ),
            "model": .string(isTV ? "AppleTV" : system.family == .iOS ? "iPhone" : "iPad"),
            "version": .string("11,1"),
            "manufacturer": .string("Apple"),
            "osName": .string(isTV ? "tvOS" : "iOS"),
            "osVersion": .string("\(system.version)"),
        ])
        return Base64.encode(Array(information.serialized.utf8))
    }
}

/// Why a world cannot be set up.
public enum SetupError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An option that there is not, or a value it cannot have.
    case option(OptionError)
    /// Two devices have the same name.
    case sameName(String)
    /// An app cannot be installed.
    case device(DeviceError)

    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .option(let error): "\(error)"
        case .sameName(let name): "two devices are called \(name); give each a name of its own"
        case .device(let error): "\(error)"
        }
    }
}
