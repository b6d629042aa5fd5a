public import SubscriberAccount
public import VirtualTime

/// What can happen to a device.
public enum DeviceEvent: Hashable, Sendable {
    case appInstalled(InstalledApp)
    /// Updated or downgraded to another SDK version; what it stored stays.
    case appUpdated(bundleID: String, sdkVersion: PlatformVersion?)
    case appDeleted(bundleID: String)
    case restarted
    case advertisingIdentifierReset
    case upgraded(to: PlatformVersion)
    /// The user allows or denies an app access to the TV provider, in Settings.
    case permissionSet(bundleID: String, isGranted: Bool)
    /// Answered in Apple's own prompt.
    case permissionAnswered(bundleID: String, isGranted: Bool)
    case providerSignedIn(TVProviderSettings.Account)
    case providerSignedOut
    /// The wall clock is set to show this.
    case wallClockSet(to: Instant)
    /// The wall clock jumps by this much (NTP, the user's time zone mistakes).
    case wallClockMoved(by: Duration)
    case fellAsleep
    case wokeUp
}

extension Device {
    /// Lets `event` happen, and tells what it changed in the stores.
    ///
    /// - Throws: `DeviceError` if it cannot happen: an unknown app, a downgrade of the system.
    public mutating func apply(_ event: DeviceEvent, at now: Instant) throws(DeviceError) -> [StorageChange] { [] }
}

/// What cannot happen to a device.
public enum DeviceError: Error, Hashable, Sendable {
    case unknownApp(String, known: [String])
    case alreadyInstalled(String)
    case downgrade(from: OperatingSystem, to: PlatformVersion)
}
