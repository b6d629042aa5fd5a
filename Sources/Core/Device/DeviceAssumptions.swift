/// How a device is taken to behave where the sources leave it open, and what its user has set.
///
/// Every property is **unconfirmed** by the reference pages; its default is what seems likeliest, and who knows better sets
/// it. What concerns the framework alone stands in `PlatformAssumptions`.
public struct DeviceAssumptions: Hashable, Sendable {
    /// What becomes of the global pasteboards when iOS 7 makes them private to a team.
    public enum GlobalPasteboards: String, Hashable, Sendable, CaseIterable {
        /// Each team that has an app on the device keeps a copy.
        case copiedToEachTeam = "copied to each team"
        /// They are gone.
        case dropped
    }

    /// How long a persistent pasteboard lives on after an app was deleted.
    public enum PasteboardLife: String, Hashable, Sendable, CaseIterable {
        /// As long as an app that reaches it is installed.
        case untilLastApp = "until the last app"
        /// For ever.
        case forever
    }

    /// The fate of global pasteboards at iOS 7.
    ///
    /// Default: each team keeps a copy, since the stale tokens must still be there for the scrubber to remove (rows
    /// K-146, K-147).
    public var globalPasteboards = GlobalPasteboards.copiedToEachTeam
    /// The life of pasteboards after the apps that wrote them were deleted.
    ///
    /// Default: they are removed with the last app that reaches them.
    public var pasteboardLife = PasteboardLife.untilLastApp
    /// Keeps keychain items when the app that wrote them is deleted.
    ///
    /// Default: yes, as ever since iOS 2, documented or not.
    public var keychainSurvivesDeletion = true
    /// Remembers an app's permission to read the TV provider after the app was deleted.
    ///
    /// Default: no, the app has to ask again when it is installed again.
    public var permissionSurvivesDeletion = false
    /// Keeps the TV provider account over an upgrade of the system; Apple does not state it.
    ///
    /// Default: yes.
    public var accountSurvivesUpgrade = true
    /// Expires the session of the TV provider by the device's wall clock; if not, by true time, as a server knows it.
    ///
    /// Default: yes, so that a wrong date expires it early or late.
    public var sessionEndsByWallClock = true
    /// Limits ad tracking.
    ///
    /// Default: no.
    public var limitsAdTracking = false

    /// The documented defaults.
    public static let `default` = DeviceAssumptions()

    /// The documented defaults, to be changed one by one.
    public init() {}
}
