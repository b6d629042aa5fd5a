public import SubscriberAccount

/// An app on a device.
public struct InstalledApp: Hashable, Sendable {
    /// Its bundle id, `com.kite.tv`.
    public var bundleID: String
    /// The team that signed it (Bundle Seed ID).
    public var teamID: String
    /// The version of Adobe's SDK in it; nil for an app without (REST API).
    public var sdkVersion: PlatformVersion?

    /// An app of these parts.
    public init(bundleID: String, teamID: String, sdkVersion: PlatformVersion? = nil) {
        self.bundleID = bundleID
        self.teamID = teamID
        self.sdkVersion = sdkVersion
    }
}
