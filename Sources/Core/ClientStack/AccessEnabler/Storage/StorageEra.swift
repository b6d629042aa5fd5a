public import Device
public import SubscriberAccount

/// The places and forms in which a version of AccessEnabler keeps its tokens.
///
/// Source: access-enabler.md §9, rows K-118, K-121, K-122, K-128, K-131.
public enum StorageEra: String, Hashable, Sendable, CaseIterable {
    /// One AuthN token in a named pasteboard; in a private file of the app where authentication is per requestor.
    case singleToken
    /// A map of requestors, MVPDs and tokens in a named pasteboard.
    case nestedMap
    /// The same map in the app's user defaults: tvOS has no pasteboards.
    case userDefaults
    /// The same map in the keychain.
    case keychain
    /// The keychain again, in a format that older versions cannot read.
    case keychain370

    /// The era of `version` on `system`.
    ///
    /// Access for every era is by the same functions; what differs is data.
    public static func of(
        _ version: PlatformVersion,
        on system: OperatingSystem
    ) -> StorageEra {
        rules.last { $0.isTV == (system.family == .tvOS) && version >= $0.since }?.era ?? .singleToken
    }

    /// The eras whose tokens this one takes over, the latest first (rows K-140, K-143).
    ///
    /// The keychain of before 3.7.0 is not among them: that is migrated as a whole, not imported (§9).
    var imported: [StorageEra] {
        switch self {
        case .singleToken, .userDefaults: []
        case .nestedMap: [.singleToken]
        case .keychain, .keychain370: [.nestedMap, .singleToken]
        }
    }

    /// From which version on an era holds, on which kind of device.
    struct Rule: Hashable {
        var isTV: Bool
        var since: PlatformVersion
        var era: StorageEra
        /// The source that states it.
        var source: String
    }

    /// All thresholds, in ascending order for each kind of device; the last that holds counts.
    static var rules: [Rule] {
        [
            Rule(isTV: false, since: PlatformVersion(0), era: .singleToken, source: "seed 004, K-121, K-122"),
            Rule(isTV: false, since: PlatformVersion(1, 7), era: .nestedMap, source: "seed 004, K-118, K-136"),
            // Between 1.10 and 3.7 (unconfirmed); 3.0 changed other things as well.
            Rule(isTV: false, since: PlatformVersion(3, 0), era: .keychain, source: "3.7.0 upgrade path; unconfirmed"),
            Rule(isTV: false, since: PlatformVersion(3, 7), era: .keychain370, source: "3.7.0 upgrade path"),
            Rule(isTV: true, since: PlatformVersion(0), era: .userDefaults, source: "seed 004, K-131"),
        ]
    }
}
