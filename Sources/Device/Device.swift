public import OrderedCollections
public import VirtualTime

/// Hardware and operating system as a value: what an app finds on it, what the user sets, what an upgrade does.
public struct Device: Hashable, Sendable {
    /// What people call it in a scenario.
    public let name: String
    /// The operating system and its version.
    public internal(set) var system: OperatingSystem
    /// The identifiers that the hardware and the system hold, whether or not an app may see them.
    public internal(set) var identifiers: DeviceIdentifiers
    /// The installed apps by bundle id, in order of installation.
    public internal(set) var apps: OrderedDictionary<String, InstalledApp> = [:]
    /// Everything that is kept: pasteboards, user defaults, keychain, private files.
    public internal(set) var stores = DeviceStores()
    /// The TV provider account and each app's permission, as Settings shows them.
    public internal(set) var settings = TVProviderSettings()
    /// The wall clock and the monotonic clock.
    public internal(set) var clock: DeviceClock

    /// A device that has just been set up, with nothing installed.
    public init(name: String, system: OperatingSystem, identifiers: DeviceIdentifiers, at now: Instant) {
        self.name = name
        self.system = system
        self.identifiers = identifiers
        clock = DeviceClock(at: now)
    }
}
