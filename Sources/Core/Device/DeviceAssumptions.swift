/// The assumed behavior of a device where the sources leave it open, and the settings of its user.
///
/// Every property is **unconfirmed** by the reference pages; its default is what seems likeliest, and anyone who knows
/// better sets it. What concerns the framework alone stands in `PlatformAssumptions`.
public struct DeviceAssumptions: Hashable, Sendable {
    /// The fates of the global pasteboards when iOS 7 makes them private to a team.
    public enum GlobalPasteboards: String, Hashable, Sendable, CaseIterable {
        /// Each team that has an app on the device keeps a copy.
        case copiedToEachTeam = "copied to each team"
        /// They are gone.
        case dropped
    }

    /// The lifetimes of a persistent pasteboard after an app was deleted.
    public enum PasteboardLife: String, Hashable, Sendable, CaseIterable {
        /// As long as an app that reaches it is installed.
        case untilLastApp = "until the last app"
        /// For ever.
        case forever
    }

    /// The fate of global pasteboards at iOS 7.
    ///
    /// Default: each team keeps a copy, since the stale tokens must still be there for the scrubber to remove (rows K-146,
    /// K-147).
    public var globalPasteboards = GlobalPasteboards.copiedToEachTeam
    /// The time for which pasteboards outlive the apps that wrote them.
    ///
    /// Default: they go with the last app that reaches them.
    public var pasteboardLife = PasteboardLife.untilLastApp
    /// True if keychain items stay when the app that wrote them is deleted.
    ///
    /// Default: they do, as ever since iOS 2, documented or not.
    public var keychainSurvivesDeletion = true
    /// True if the device remembers an app's permission to read the TV provider after the app was deleted.
    ///
    /// Default: no, the app that comes back has to ask again.
    public var permissionSurvivesDeletion = false
    /// True if the TV provider account outlives an upgrade of the system (video-subscriber-account.md §11).
    ///
    /// Default: it does.
    public var accountSurvivesUpgrade = true
    /// True if the session of the TV provider ends by the device's wall clock; if not, by true time, as a server knows
    /// it.
    ///
    /// Default: by the wall clock, so that a wrong date ends it early or late.
    public var sessionEndsByWallClock = true
    /// True if the user limits ad tracking.
    ///
    /// Default: no.
    public var limitsAdTracking = false

    /// The documented defaults.
    public static let `default` = DeviceAssumptions()

    /// The documented defaults, to be changed one by one.
    public init() {}
}
