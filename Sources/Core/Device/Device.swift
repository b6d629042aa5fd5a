public import OrderedCollections
public import SubscriberAccount
public import VirtualTime

/// Hardware and operating system as a value: what an app finds on it, what the user sets, what an upgrade does.
public struct Device: Hashable, Sendable {
    /// The name that people give it in a scenario.
    public let name: String
    /// The operating system and its version.
    public internal(set) var system: OperatingSystem
    /// The identifiers that the hardware and the system hold, whether or not an app may see them.
    public internal(set) var identifiers: DeviceIdentifiers
    /// The installed apps by bundle id, in order of installation.
    public internal(set) var apps: OrderedDictionary<String, InstalledApp> = [:]
    /// Everything that is kept: pasteboards, user defaults, keychain, private files.
    ///
    /// Apps write to it themselves, where `pasteboard(named:for:)` and its kin say; the system does by `apply(_:at:)`.
    public var stores = DeviceStores()
    /// The TV provider account and each app's permission, as Settings shows them.
    public internal(set) var settings = TVProviderSettings()
    /// The wall clock and the monotonic clock.
    public internal(set) var clock: DeviceClock
    /// Its behavior where the sources leave it open.
    public let choices: DeviceAssumptions

    /// Each app's identifier for vendors, as it follows from the rest.
    var vendorIdentifiers: OrderedDictionary<String, String> = [:]

    /// A device that has just been set up, with nothing installed.
    ///
    /// - Parameters:
    ///   - name: what people call it in a scenario.
    ///   - system: the operating system and its version.
    ///   - identifiers: the identifiers that the hardware and the system hold.
    ///   - now: true time.
    ///   - clockOffset: how far the wall clock is ahead of true time.
    ///   - choices: how it behaves where the sources leave it open.
    ///   - platformAssumptions: the same for the Video Subscriber Account framework.
    public init(
        name: String,
        system: OperatingSystem,
        identifiers: DeviceIdentifiers,
        at now: Instant,
        clockOffset: Duration = .zero,
        choices: DeviceAssumptions = .default,
        platformAssumptions: PlatformAssumptions = .default
    ) {
        self.name = name
        self.system = system
        self.identifiers = identifiers
        self.choices = choices
        clock = DeviceClock(at: now, offset: clockOffset)
        settings.choices = platformAssumptions
    }

    /// The installed app of this bundle id; nil if there is none.
    public func app(_ bundleID: String) -> InstalledApp? { apps[bundleID] }
}
