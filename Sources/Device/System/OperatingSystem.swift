public import SubscriberAccount

/// An operating system and its version: `iOS 6.1`.
public struct OperatingSystem: Hashable, Sendable, CustomStringConvertible {
    /// What kind of device runs it.
    public enum Family: String, Hashable, Sendable, CaseIterable {
        /// iPhone.
        case iOS
        /// iPad; called iOS up to 12, its version numbers go on.
        case iPadOS
        /// Apple TV.
        case tvOS
    }

    /// What kind of device runs it.
    public var family: Family
    /// Its version.
    public var version: PlatformVersion

    /// A system of this family and version.
    public init(_ family: Family, _ version: PlatformVersion) {
        self.family = family
        self.version = version
    }

    /// `iOS 6.1`
    public var description: String { "\(family.rawValue) \(version)" }
}
