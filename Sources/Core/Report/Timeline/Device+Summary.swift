import Device
import VirtualTime

extension StorageChange {
    /// The change in a line: `removed authn KITETV Meadowlark from pasteboard com.adobe.pass by scrubber: device id changed`.
    var summary: String {
        let what = path.isEmpty ? "everything" : path.map(Self.shortened).joined(separator: " ")
        let preposition = action == .removed ? "from" : "in"
        return "\(what) \(preposition) \(store.title), by \(agent.rawValue): \(reason.words)"
    }

    /// A device id is 64 digits long; its beginning tells it from another.
    private static func shortened(_ key: String) -> String { key.utf8.count > 40 ? key.prefix(8) + "…" : key }
}

extension DeviceEvent {
    var summary: String {
        switch self {
        case .appInstalled(let app): "\(app.bundleID) is installed" + (app.sdkVersion.map { ", SDK \($0)" } ?? "")
        case .appUpdated(let id, let version): "\(id) is updated" + (version.map { " to SDK \($0)" } ?? "")
        case .appDeleted(let id): "\(id) is deleted"
        case .restarted: "the device is restarted"
        case .advertisingIdentifierReset: "the user resets the advertising identifier"
        case .upgraded(let version): "the system is upgraded to \(version)"
        case .permissionSet(let id, let isGranted):
            "the user \(isGranted ? "grants" : "denies") \(id) access to the TV provider in Settings"
        case .permissionAnswered(let id, let isGranted):
            "the user \(isGranted ? "grants" : "denies") \(id) access to the TV provider"
        case .permissionRestricted(let id): "restrictions deny \(id) access to the TV provider"
        case .providerSignedIn(let account): "the user signs in with \(account.providerIdentifier) in Settings"
        case .providerSignedOut: "the user signs out of the TV provider in Settings"
        case .wallClockSet(let instant): "the date is set to \(instant)"
        case .wallClockMoved(let duration): "the clock is moved by \(ElapsedTime(duration))"
        case .timeZoneChanged(let minutes): "the time zone is \(minutes) min east of UTC"
        case .fellAsleep: "the device falls asleep"
        case .wokeUp: "the device wakes up"
        }
    }
}
