public import Device
public import SubscriberAccount

/// What a scenario may decide about a device where the sources leave it open: the device's own choices and the framework's.
public struct DeviceOptions: Hashable, Sendable {
    /// How the device behaves.
    public var device = DeviceChoices.default
    /// How Apple's framework on it behaves.
    public var platform = PlatformChoices.default

    /// The documented defaults.
    public init() {}

    /// All of it, the device's own choices first.
    public static let table = OptionTable<DeviceOptions>(
        deviceOptions
            + PlatformChoices.table.options.map { option in
                .init(
                    name: option.name,
                    values: option.values,
                    read: { option.read($0.platform) },
                    write: { option.write(&$0.platform, $1) }
                )
            }
    )

    private static let deviceOptions: [OptionTable<DeviceOptions>.Option] = [
        .choice(
            "global-pasteboards",
            [("copied-to-each-team", .copiedToEachTeam), ("dropped", DeviceChoices.GlobalPasteboards.dropped)],
            get: { $0.device.globalPasteboards },
            set: { $0.device.globalPasteboards = $1 }
        ),
        .choice(
            "pasteboard-life",
            [("until-last-app", .untilLastApp), ("forever", DeviceChoices.PasteboardLife.forever)],
            get: { $0.device.pasteboardLife },
            set: { $0.device.pasteboardLife = $1 }
        ),
        .flag(
            "keychain-survives-deletion",
            get: { $0.device.keychainSurvivesDeletion },
            set: { $0.device.keychainSurvivesDeletion = $1 }
        ),
        .flag(
            "permission-survives-deletion",
            get: { $0.device.permissionSurvivesDeletion },
            set: { $0.device.permissionSurvivesDeletion = $1 }
        ),
        .flag(
            "account-survives-upgrade",
            get: { $0.device.accountSurvivesUpgrade },
            set: { $0.device.accountSurvivesUpgrade = $1 }
        ),
        .flag(
            "session-ends-by-wall-clock",
            get: { $0.device.sessionEndsByWallClock },
            set: { $0.device.sessionEndsByWallClock = $1 }
        ),
        .flag(
            "limits-ad-tracking",
            get: { $0.device.limitsAdTracking },
            set: { $0.device.limitsAdTracking = $1 }
        ),
    ]
}
