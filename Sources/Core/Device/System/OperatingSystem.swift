public import SubscriberAccount

/// An operating system and its version: `iOS 6.1`.
public struct OperatingSystem: Hashable, Sendable, CustomStringConvertible {
    /// The kinds of devices that run it.
    public enum Family: String, Hashable, Sendable, CaseIterable {
        /// iPhone.
        case iOS
        /// iPad; called iOS up to 12, its version numbers go on.
        case iPadOS
        /// Apple TV.
        case tvOS
    }

    /// The kind of device that runs it.
    public var family: Family
    public var version: PlatformVersion

    /// A system of this family and version.
    public init(_ family: Family, _ version: PlatformVersion) {
        self.family = family
        self.version = version
    }

    /// Family and version, `iOS 6.1`.
    public var description: String { "\(family.rawValue) \(version)" }
}

extension OperatingSystem {
    /// The platform as the tables of the Video Subscriber Account framework count it; iPadOS is iOS there.
    public var accountPlatform: AccountPlatform {
        switch family {
        case .iOS, .iPadOS: .iOS
        case .tvOS: .tvOS
        }
    }

    /// Checks whether the framework of this system has `feature`.
    public func has(_ feature: AccountFeature) -> Bool { feature.isAvailable(on: accountPlatform, version) }
}
