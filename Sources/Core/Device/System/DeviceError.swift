public import SubscriberAccount

/// The events that cannot happen to a device.
public enum DeviceError: Error, Hashable, Sendable {
    /// The event is about an app that is not installed.
    case unknownApp(String, known: [String])
    /// The app that is to be installed is there.
    case alreadyInstalled(String)
    /// The system would go back.
    case downgrade(from: OperatingSystem, to: PlatformVersion)
    /// The system is too old to know of TV providers.
    case noTVProvider(OperatingSystem)
    /// No time zone is this far east.
    case impossibleTimeZone(minutesEast: Int)
}

extension DeviceError: CustomStringConvertible {
    /// The description of the problem and its remedy.
    public var description: String {
        switch self {
        case .unknownApp(let bundleID, []):
            "no app \"\(bundleID)\" is installed on this device, nor any other: install it first"
        case .unknownApp(let bundleID, let known):
            "no app \"\(bundleID)\" is installed on this device: name one of \(known.joined(separator: ", ")), "
                + "or install it first"
        case .alreadyInstalled(let bundleID):
            "the app \"\(bundleID)\" is installed already: update it, or delete it first"
        case .downgrade(let system, let version):
            "\(system) cannot go back to \(version): upgrade to a later version, or begin with a device of the older one"
        case .noTVProvider(let system):
            "\(system) knows no TV provider: upgrade to \(system.family.rawValue) "
                + "\(AccountFeature.accountManager.firstVersion(on: system.accountPlatform)?.description ?? "") first"
        case .impossibleTimeZone(let minutes):
            "no time zone is \(minutes) minutes east of UTC: give a number from \(Device.timeZones.lowerBound) to "
                + "\(Device.timeZones.upperBound)"
        }
    }
}
