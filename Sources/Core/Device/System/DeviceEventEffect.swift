import SubscriberAccount

/// One thing that an event does to a device: a row of the table.
struct DeviceEventEffect: Hashable, Sendable {
    /// The event that does it.
    var event: DeviceEvent.Kind
    /// On which systems.
    var families: [OperatingSystem.Family] = OperatingSystem.Family.allCases
    /// The version that an upgrade has to reach or pass; nil: no matter.
    var crossing: PlatformVersion?
    /// The choice under which it does not happen; nil: it always does.
    var prevented: Prevention?
    var effect: Effect
    /// Its effect, in words that follow the event's: `wipes pasteboards`.
    var reason: String
    /// The source that states it: page and section, and rows of requirements.md.
    var source: String

    /// The effects that an event can have.
    enum Effect: String, Hashable, Sendable, CaseIterable {
        // Apps and system
        case addApp, replaceSDK, removeApp, setSystem
        // Stores
        case removeUserDefaults, removeFiles, removePasteboardsOfLastApp, removeKeychainOfLastApp
        case makePasteboardsPrivate, wipePasteboards
        // Identifiers
        case renewAdvertisingIdentifier, renewVendorIdentifierAfterLastApp
        // Settings
        case answerPermission, setPermission, restrictPermission, forgetPermission, signIn, signOut
        // Clocks
        case setWallClock, moveWallClock, setTimeZone, stopMonotonicClock, startMonotonicClock, resetMonotonicClock
    }

    /// A choice under which an effect does not happen.
    enum Prevention: String, Hashable, Sendable, CaseIterable {
        case keychainSurvivesDeletion, permissionSurvivesDeletion, accountSurvivesUpgrade, pasteboardsLiveForever

        /// Checks whether it was chosen.
        func holds(under choices: DeviceAssumptions) -> Bool {
            switch self {
            case .keychainSurvivesDeletion: choices.keychainSurvivesDeletion
            case .permissionSurvivesDeletion: choices.permissionSurvivesDeletion
            case .accountSurvivesUpgrade: choices.accountSurvivesUpgrade
            case .pasteboardsLiveForever: choices.pasteboardLife == .forever
            }
        }
    }

    /// Checks whether it happens to `device` when it meets `event`, which is of the row's kind.
    func applies(to event: DeviceEvent, on device: Device) -> Bool {
        guard families.contains(device.system.family) else { return false }
        if let crossing {
            guard case .upgraded(let version) = event, device.system.version < crossing, crossing <= version else {
                return false
            }
        }
        return prevented?.holds(under: device.choices) != true
    }
}

// MARK: The table

extension DeviceEventEffect {
    private init(
        _ event: DeviceEvent.Kind,
        on families: [OperatingSystem.Family] = OperatingSystem.Family.allCases,
        crossing: PlatformVersion? = nil,
        unless prevented: Prevention? = nil,
        _ effect: Effect,
        _ reason: String,
        source: String
    ) {
        self.event = event
        self.families = families
        self.crossing = crossing
        self.prevented = prevented
        self.effect = effect
        self.reason = reason
        self.source = source
    }

    private static let touch: [OperatingSystem.Family] = [.iOS, .iPadOS]
    private static let apple = "Apple's long-standing behavior"
    private static let permission = "video-subscriber-account.md §1, §2"

    /// Everything that events do, in the order in which it is done; upgrades from the oldest version on.
    public static let table: [DeviceEventEffect] = apps + upgrades + settings + clocks

    /// The rows of each event, in the table's order.
    static let rows: [DeviceEvent.Kind: [DeviceEventEffect]] = Dictionary(grouping: table, by: \.event)

    private static let apps: [DeviceEventEffect] = [
        .init(.appInstalled, .addApp, "brings an app that has stored nothing", source: "issue 3, item 1"),
        .init(.appUpdated, .replaceSDK, "keeps what the app stored", source: "access-enabler.md §9; K-140, K-160"),
        .init(.appDeleted, .removeUserDefaults, "removes its user defaults", source: apple),
        .init(.appDeleted, .removeFiles, "removes its private files", source: apple),
        .init(
            .appDeleted,
            unless: .pasteboardsLiveForever,
            .removePasteboardsOfLastApp,
            "leaves no app that reaches the pasteboard",
            source: "unconfirmed: DeviceChoices.pasteboardLife"
        ),
        .init(
            .appDeleted,
            unless: .keychainSurvivesDeletion,
            .removeKeychainOfLastApp,
            "leaves no app that reaches the keychain group",
            source: "unconfirmed: DeviceChoices.keychainSurvivesDeletion"
        ),
        .init(
            .appDeleted,
            unless: .permissionSurvivesDeletion,
            .forgetPermission,
            "forgets its permission to read the TV provider",
            source: "unconfirmed: DeviceChoices.permissionSurvivesDeletion"
        ),
        .init(
            .appDeleted,
            .renewVendorIdentifierAfterLastApp,
            "ends the vendor's identifier, if it was the vendor's last app",
            source: "access-enabler.md §10; Apple's documentation of identifierForVendor"
        ),
        .init(.appDeleted, .removeApp, "removes the app", source: apple),
        .init(.restarted, .resetMonotonicClock, "keeps everything that is stored", source: "tokens.md §9; K-126"),
    ]

    private static let upgrades: [DeviceEventEffect] = [
        .init(
            .upgraded,
            on: touch,
            crossing: PlatformVersion(7),
            .makePasteboardsPrivate,
            "makes pasteboards private to a team",
            source: "access-enabler.md §12; K-133 to K-135, K-146"
        ),
        .init(
            .upgraded,
            on: touch,
            crossing: PlatformVersion(10),
            .wipePasteboards,
            "wipes pasteboards",
            source: "access-enabler.md §12; K-132"
        ),
        .init(
            .upgraded,
            unless: .accountSurvivesUpgrade,
            .signOut,
            "signs the TV provider out",
            source: "video-subscriber-account.md §11, unconfirmed: DeviceChoices.accountSurvivesUpgrade"
        ),
        .init(.upgraded, .setSystem, "changes what apps see of identifiers", source: "access-enabler.md §10; K-159"),
        .init(.upgraded, .resetMonotonicClock, "restarts the device", source: apple),
    ]

    private static let settings: [DeviceEventEffect] = [
        .init(
            .advertisingIdentifierReset,
            .renewAdvertisingIdentifier,
            "makes a new advertising identifier",
            source: "access-enabler.md §10"
        ),
        .init(.permissionAnswered, .answerPermission, "is the user's choice at the prompt", source: permission),
        .init(.permissionSet, .setPermission, "is the user's switch in Settings", source: permission),
        .init(.permissionRestricted, .restrictPermission, "forbids granting", source: permission),
        .init(.providerSignedIn, .signIn, "puts the account in Settings", source: "video-subscriber-account.md §5"),
        .init(.providerSignedOut, .signOut, "takes the account out of Settings", source: "apple-sso-flow.md §7"),
    ]

    private static let clocks: [DeviceEventEffect] = [
        .init(.wallClockSet, .setWallClock, "moves the wall clock alone", source: "issue 3, item 4"),
        .init(.wallClockMoved, .moveWallClock, "moves the wall clock alone", source: "issue 3, item 4"),
        .init(.timeZoneChanged, .setTimeZone, "moves no clock", source: "issue 3, item 4"),
        .init(.fellAsleep, .stopMonotonicClock, "stops the monotonic clock", source: "issue 3, item 4"),
        .init(.wokeUp, .startMonotonicClock, "lets the monotonic clock continue", source: "issue 3, item 4"),
    ]
}
