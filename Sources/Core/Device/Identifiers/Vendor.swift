import SubscriberAccount

/// Whom an identifier for vendors belongs to: apps of one team whose bundle ids begin alike.
///
/// Source: access-enabler.md §10 and §11. Of apps from the App Store the team says who the vendor is, of others the bundle
/// id alone; the tech note that §11 restates counts both, and so does this.
public struct Vendor: Hashable, Sendable {
    /// The team that signed the apps.
    public var teamID: String
    /// The common part of their bundle ids.
    public var prefix: String

    /// The vendor of `app` under `version` of iOS or its kin.
    ///
    /// From iOS 7 on the last component of the bundle id does not count (§10). On iOS 6 the first two do, as Apple's
    /// documentation of `identifierForVendor` says. An id of one component counts whole.
    public init(of app: InstalledApp, under system: OperatingSystem) {
        teamID = app.teamID
        let components = app.bundleID.split(separator: ".", omittingEmptySubsequences: false)
        let isOld = system.family != .tvOS && system.version < PlatformVersion(7)
        let counted = isOld ? min(2, components.count) : components.count - 1
        prefix = components.count == 1 ? app.bundleID : components.prefix(counted).joined(separator: ".")
    }
}
