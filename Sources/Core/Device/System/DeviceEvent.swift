public import SubscriberAccount
public import VirtualTime

/// The events that can happen to a device.
///
/// What each event does stands in one table, ``DeviceEventEffect/table``.
public enum DeviceEvent: Hashable, Sendable {
    /// An app was installed that was not there.
    case appInstalled(InstalledApp)
    /// Updated or downgraded to another SDK version; what it stored stays.
    case appUpdated(bundleID: String, sdkVersion: PlatformVersion?)
    /// The user deleted an app.
    case appDeleted(bundleID: String)
    /// Switched off and on.
    case restarted
    /// The user asked for a new advertising identifier.
    case advertisingIdentifierReset
    /// The system is of this version now; each version between counts as well.
    case upgraded(to: PlatformVersion)
    /// The user allows or denies an app access to the TV provider, in Settings.
    case permissionSet(bundleID: String, isGranted: Bool)
    /// Answered in Apple's own prompt.
    case permissionAnswered(bundleID: String, isGranted: Bool)
    /// Restrictions such as parental controls forbid an app access from now on.
    case permissionRestricted(bundleID: String)
    /// The user signed in with a TV provider, in Settings or in Apple's picker; one that was signed in before is out.
    case providerSignedIn(TVProviderSettings.Account)
    /// The user signed out in Settings: no app can.
    case providerSignedOut
    /// The wall clock is set to show this.
    case wallClockSet(to: Instant)
    /// The wall clock jumps by this much (NTP, the user's time zone mistakes).
    case wallClockMoved(by: Duration)
    /// The device is in another time zone, or daylight saving time begins or ends there; no clock moves.
    case timeZoneChanged(minutesEast: Int)
    /// The monotonic clock stands; without effect on a device that sleeps.
    case fellAsleep
    /// The monotonic clock goes on; without effect on a device that is awake.
    case wokeUp
}

extension DeviceEvent {
    /// An event without what it is about: what the table of effects knows it by.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case appInstalled, appUpdated, appDeleted
        case restarted, advertisingIdentifierReset, upgraded
        case permissionSet, permissionAnswered, permissionRestricted
        case providerSignedIn, providerSignedOut
        case wallClockSet, wallClockMoved, timeZoneChanged, fellAsleep, wokeUp
    }

    /// The kind of event that it is.
    var kind: Kind {
        switch self {
        case .appInstalled: .appInstalled
        case .appUpdated: .appUpdated
        case .appDeleted: .appDeleted
        case .restarted: .restarted
        case .advertisingIdentifierReset: .advertisingIdentifierReset
        case .upgraded: .upgraded
        case .permissionSet: .permissionSet
        case .permissionAnswered: .permissionAnswered
        case .permissionRestricted: .permissionRestricted
        case .providerSignedIn: .providerSignedIn
        case .providerSignedOut: .providerSignedOut
        case .wallClockSet: .wallClockSet
        case .wallClockMoved: .wallClockMoved
        case .timeZoneChanged: .timeZoneChanged
        case .fellAsleep: .fellAsleep
        case .wokeUp: .wokeUp
        }
    }

    /// The app that it is about; nil where it is about the device.
    public var bundleID: String? {
        switch self {
        case .appInstalled(let app): app.bundleID
        case .appUpdated(let bundleID, _), .appDeleted(let bundleID), .permissionSet(let bundleID, _),
            .permissionAnswered(let bundleID, _), .permissionRestricted(let bundleID):
            bundleID
        case .restarted, .advertisingIdentifierReset, .upgraded, .providerSignedIn, .providerSignedOut, .wallClockSet,
            .wallClockMoved, .timeZoneChanged, .fellAsleep, .wokeUp:
            nil
        }
    }
}
