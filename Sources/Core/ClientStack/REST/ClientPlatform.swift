public import Device
import SubscriberAccount

/// The platforms that the app runs on, as far as the cookbook distinguishes them.
///
/// Source: apple-sso-flow.md §5, §7; row K-73.
public enum ClientPlatform: String, Hashable, Sendable, CaseIterable {
    /// Apple TV: second screen, direct logout.
    case tvOS
    /// iPhone: first screen, web view.
    case iOS
    /// iPad: as iPhone; Adobe's `deviceType` knows only iOS.
    case iPadOS

    /// `deviceType` of the two platform sign-on calls (rest-api-v1.md §7.6, §7.7).
    public var deviceType: String { self == .tvOS ? "tvOS" : "iOS" }

    /// True if the user logs in on a second device.
    public var usesSecondScreen: Bool { self == .tvOS }

    /// The platform as the Video Subscriber Account framework knows it.
    var accountPlatform: AccountPlatform { self == .tvOS ? .tvOS : .iOS }

    /// The platform that a device of this family runs.
    public init(_ family: OperatingSystem.Family) {
        switch family {
        case .tvOS: self = .tvOS
        case .iOS: self = .iOS
        case .iPadOS: self = .iPadOS
        }
    }

    /// The family of operating systems that it is.
    public var family: OperatingSystem.Family {
        switch self {
        case .tvOS: .tvOS
        case .iOS: .iOS
        case .iPadOS: .iPadOS
        }
    }

    /// The place in the settings where a user signs out of the TV provider (rows K-76, K-79, K-81).
    public var settingsPath: String { (accountPlatform.settingsPath ?? []).joined(separator: " → ") }
}
