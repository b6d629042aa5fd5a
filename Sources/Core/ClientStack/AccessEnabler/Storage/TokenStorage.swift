public import Device
import OrderedCollections
public import PassAPI
public import SubscriberAccount
public import VirtualTime

/// AccessEnabler's token storage, as one app with one version of the SDK sees it.
///
/// It holds no tokens itself. They live in the stores of the `Device` that every call is handed, so that what another app
/// writes or an upgrade wipes is seen at once. What it holds is who asks: app, SDK version, requestor with the MVPDs it
/// allows, and the device id, which is computed at launch and at each `setRequestor`.
///
/// Make one at launch, `start` it, and `identify` it when `setRequestor` has its configuration. There is no way to store a
/// media token (row K-125).
public struct TokenStorage: Hashable, Sendable {
    /// The app's bundle id.
    public let bundleID: String
    /// The version of the SDK in the app.
    public let version: PlatformVersion
    /// The places and forms in which that version keeps tokens.
    public let era: StorageEra
    /// The choices made where sources are silent.
    public let options: StorageOptions
    /// The device id that the SDK sends and binds tokens to (row K-156).
    public internal(set) var deviceID: DeviceID
    /// The id that a recording shows, in place of the computed one; its basis is unknown.
    let recordedDeviceID: String?
    /// The current requestor; empty before `setRequestor`.
    public internal(set) var requestor = ""
    /// The MVPDs that the requestor allows.
    var allowed: Set<String> = []
    /// Those of them whose tokens are good only for the requestor that got them (`authPerAggregator`).
    var perRequestor: Set<String> = []

    /// The storage of the SDK in the app `bundleID`; nil if no such app with an SDK is installed.
    ///
    /// `deviceID` takes the place of the device id that would be computed.
    public init?(
        on device: Device,
        bundleID: String,
        options: StorageOptions = .default,
        deviceID recordedDeviceID: String? = nil
    ) {
        guard let version = device.apps[bundleID]?.sdkVersion else { return nil }
        self.bundleID = bundleID
        self.version = version
        self.options = options
        era = StorageEra.of(version, on: device.system)
        self.recordedDeviceID = recordedDeviceID
        deviceID = DeviceID(on: device, bundleID: bundleID, version: version, options: options)
        if let recordedDeviceID { deviceID.hash = recordedDeviceID }
    }

    /// Does the work of launch: the SDK is made, migrates older tokens (3.7.0) and checks its storage (3.8.3).
    public mutating func start(_ check: IntegrityCheck = .none, on device: inout Device) -> [StorageChange] {
        refreshDeviceID(on: device)
        return migrate(on: &device) + checkIntegrity(check, on: &device)
    }

    /// Does the work of `setRequestor`, once the configuration has listed the MVPDs: importer, then scrubber.
    ///
    /// Their order is not documented; this one satisfies what is said of each (access-enabler.md §6.1; rows K-141, K-144).
    /// `wall` is what the device's wall clock shows.
    public mutating func identify(
        as requestor: String,
        allowing providers: [MVPD],
        on device: inout Device,
        at wall: Instant
    ) -> [StorageChange] {
        self.requestor = requestor
        allowed = Set(providers.map(\.id))
        perRequestor = Set(providers.lazy.filter(\.isAuthenticationPerRequestor).map(\.id))
        refreshDeviceID(on: device)
        return importToken(on: &device, at: wall) + scrub(on: &device)
    }

    mutating func refreshDeviceID(on device: Device) {
        deviceID = DeviceID(on: device, bundleID: bundleID, version: version, options: options)
        if let recordedDeviceID { deviceID.hash = recordedDeviceID }
    }
}

// MARK: Places

extension TokenStorage {
    /// The areas it works in.
    func areas(on device: Device) -> [StorageArea] { StorageArea.areas(of: era, for: bundleID, on: device) }

    /// The area in which it keeps what belongs to `mvpd`: the private file up to 1.6 if authentication is per requestor.
    func area(for mvpd: String?, on device: Device) -> StorageArea? {
        if era == .singleToken, let mvpd, perRequestor.contains(mvpd) {
            return StorageArea(store: device.file(StorageArea.privateFile, for: bundleID), isSingle: true)
        }
        return StorageArea.main(of: era, for: bundleID, on: device)
    }

    /// The treatment of tokens of a device id other than its own.
    var foreignTokens: ForeignTokens { ForeignTokens.of(version) }

    /// The bucket of `mvpd` for the current requestor, and its path; by its own device id, or any if it does not look at that.
    func bucket(of mvpd: String, on device: Device) -> StoredValue? {
        guard let area = area(for: mvpd, on: device), let root = device.stores.contents[area.store]?[area.tokens] else {
            return nil
        }
        if area.isSingle { return root }
        guard let devices = root[requestor]?[mvpd] else { return nil }
        if let own = devices[deviceID.hash] { return own }
        return foreignTokens == .used ? devices.map?.values.last : nil
    }
}
