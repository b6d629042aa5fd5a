public import Device
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
        let service: ServiceConfiguration
        do throws(OptionError) { service = try setup.service.applied(to: .example) } catch { throw .option(error) }
        self.init(Backend(at: setup.start, service: .simulated(SimulatedService(service, seed: setup.seed))))
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
            try DeviceOptions.table.apply(setup.assumptions, to: &choices)
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
            platformAssumptions: choices.platform
        )
        let index = add(device)
        if let account = setup.account {
            let event = DeviceEvent.providerSignedIn(self.account(account, on: index))
            do throws(DeviceError) { _ = try devices[index].apply(event, at: now) } catch { throw .device(error) }
        }
        for app in setup.apps { try install(app, on: index) }
    }

    /// Installs an app on a device; it is not launched.
    ///
    /// - Returns: its place among ``apps``.
    /// - Throws: `SetupError` if it is installed already, or an option is wrong.
    @discardableResult
    public mutating func install(_ app: AppSetup, on device: Int) throws(SetupError) -> Int {
        let installed = InstalledApp(bundleID: app.bundleID, teamID: app.teamID, sdkVersion: app.kind.sdkVersion)
        let event = DeviceEvent.appInstalled(installed)
        do throws(DeviceError) { _ = try devices[device].apply(event, at: now) } catch { throw .device(error) }
        if let isGranted = app.permission {
            happen(.permissionSet(bundleID: app.bundleID, isGranted: isGranted), to: device)
        }
        do throws(OptionError) {
            return run(try client(of: app, on: devices[device]), as: app.bundleID, on: device)
        } catch {
            throw .option(error)
        }
    }

    /// An account in Settings that `setup` describes, beginning now.
    func account(_ setup: DeviceSetup.Account, on device: Int) -> TVProviderSettings.Account {
        let begin = devices[device].sessionTime(at: now)
        let mapping = backend.service.configuration?.provider(setup.provider)?.listing.platformMappingID
        return TVProviderSettings.Account(
            providerIdentifier: mapping ?? setup.provider,
            user: setup.user,
            expires: setup.lifetime.map { begin + $0 }
        )
    }
}

/// The reasons that a world cannot be set up.
public enum SetupError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An option that there is not, or a value it cannot have.
    case option(OptionError)
    /// Two devices have the same name.
    case sameName(String)
    /// An app cannot be installed.
    case device(DeviceError)

    /// The problem, and what to do.
    public var description: String {
        switch self {
        case .option(let error): "\(error)"
        case .sameName(let name): "two devices are called \(name). Give each a name of its own"
        case .device(let error): "\(error)"
        }
    }
}
