public import Device
public import SubscriberAccount

/// The decisions that a scenario may make about a device where the sources leave it open: the device's own assumptions
/// and the framework's.
public struct DeviceOptions: Hashable, Sendable {
    /// The behavior of the device.
    public var device = DeviceAssumptions.default
    /// The behavior of Apple's framework on it.
    public var platform = PlatformAssumptions.default

    /// The documented defaults.
    public init() {}

    /// All of it, the device's own choices first.
    public static let table = OptionTable<DeviceOptions>(
        DeviceAssumptions.table.lifted(to: \.device) + PlatformAssumptions.table.lifted(to: \.platform)
    )
}

extension DeviceAssumptions {
    /// The decisions that a scenario may make about a device.
    public static let table = OptionTable<DeviceAssumptions>([
        .choice("global-pasteboards", \.globalPasteboards),
        .choice("pasteboard-life", \.pasteboardLife),
        .flag("keychain-survives-deletion", \.keychainSurvivesDeletion),
        .flag("permission-survives-deletion", \.permissionSurvivesDeletion),
        .flag("account-survives-upgrade", \.accountSurvivesUpgrade),
        .flag("session-ends-by-wall-clock", \.sessionEndsByWallClock),
        .flag("limits-ad-tracking", \.limitsAdTracking),
    ])
}
