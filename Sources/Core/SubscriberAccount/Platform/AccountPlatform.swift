/// The operating systems that have the Video Subscriber Account framework; watchOS and Mac Catalyst have not.
///
/// Source: video-subscriber-account.md §1.
public enum AccountPlatform: String, Hashable, Sendable, CaseIterable {
    /// Phones; iPadOS counts as the same platform.
    case iOS
    /// Apple TV.
    case tvOS
    /// Macs: the module is there, sign-on is not.
    case macOS
    /// Apple Vision.
    case visionOS

    /// The place where the user changes what an app may read, as Settings spells it (row K-9); nil where no source
    /// states it.
    ///
    /// The switch of the single app stands in that app's own settings as well.
    public var settingsPath: [String]? {
        switch self {
        case .iOS: ["Settings", "TV Provider"]
        case .tvOS: ["Settings", "Accounts", "TV Provider"]
        case .macOS, .visionOS: nil
        }
    }
}
