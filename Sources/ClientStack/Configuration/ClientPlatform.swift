/// What the app runs on, as far as the cookbook tells platforms apart.
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

    /// Whether the user logs in on a second device.
    public var usesSecondScreen: Bool { self == .tvOS }

    /// Where a user signs out of the platform (rows K-76, K-79, K-81).
    public var settingsPath: String {
        usesSecondScreen ? "Settings → Accounts → TV Provider" : "Settings → TV Provider"
    }
}

/// A version of the operating system, as far as `#available` looks at it.
public struct OSVersion: Hashable, Comparable, Sendable {
    /// The number before the point.
    public var major: Int
    /// The number after it.
    public var minor: Int

    /// The version of these numbers.
    public init(_ major: Int, _ minor: Int = 0) {
        self.major = major
        self.minor = minor
    }

    /// Whether `lhs` is older.
    public static func < (lhs: OSVersion, rhs: OSVersion) -> Bool {
        lhs.major != rhs.major ? lhs.major < rhs.major : lhs.minor < rhs.minor
    }

    /// The first version with `featuredAccountProviderIdentifiers` (row K-35).
    public static let featuredProviders = OSVersion(11)
    /// The first version that names an unsupported provider in its error (video-subscriber-account.md §10).
    public static let unsupportedProviderIdentifier = OSVersion(10, 3)
}
