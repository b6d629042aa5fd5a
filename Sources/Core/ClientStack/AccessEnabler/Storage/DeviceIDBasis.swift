public import Device
public import SubscriberAccount

/// The values that AccessEnabler computes a device id from.
///
/// Source: access-enabler.md §10, §15; rows K-144, K-156, K-159.
public enum DeviceIDBasis: String, Hashable, Sendable, CaseIterable {
    /// The Wi-Fi MAC address; the same for all apps, and from iOS 7 on for all devices.
    case wifiAddress = "Wi-Fi MAC"
    /// The advertising identifier (IDFA).
    case advertisingIdentifier = "IDFA"
    /// The identifier for vendors (IDFV).
    case identifierForVendor = "IDFV"

    /// The basis of `version` on `system`.
    public static func of(
        _ version: PlatformVersion,
        on system: OperatingSystem,
        options: StorageOptions = .default
    ) -> DeviceIDBasis {
        guard system.family != .tvOS else { return .identifierForVendor }
        return rules(options).last { version >= $0.sdk && system.version >= $0.system }?.basis ?? .wifiAddress
    }

    /// From which versions of SDK and iOS on a basis holds.
    struct Rule: Hashable {
        var sdk: PlatformVersion
        var system: PlatformVersion
        var basis: DeviceIDBasis
        /// The source that states it.
        var source: String
    }

    /// All thresholds; the last that holds counts.
    static func rules(_ options: StorageOptions) -> [Rule] {
        let iOS7 = PlatformVersion(7)
        let (first, later): (DeviceIDBasis, DeviceIDBasis) =
            switch options.identifierSinceIOS7 {
            case .byVersion: (.advertisingIdentifier, .identifierForVendor)
            case .advertisingIdentifier: (.advertisingIdentifier, .advertisingIdentifier)
            case .identifierForVendor: (.identifierForVendor, .identifierForVendor)
            }
        return [
            Rule(sdk: PlatformVersion(0), system: PlatformVersion(0), basis: .wifiAddress, source: "seed 004, K-159"),
            Rule(sdk: PlatformVersion(1, 7, 5), system: iOS7, basis: first, source: "seed 004, K-144, K-159"),
            Rule(sdk: PlatformVersion(1, 8), system: iOS7, basis: later, source: "technical note on SSO, 1.8 and 1.10"),
        ]
    }
}

extension Device {
    /// The identifier that `basis` names, as the app `bundleID` sees it; empty if it sees none.
    func identifier(_ basis: DeviceIDBasis, for bundleID: String) -> String {
        switch basis {
        case .wifiAddress: visibleWiFiAddress
        case .advertisingIdentifier: visibleAdvertisingIdentifier ?? ""
        case .identifierForVendor: identifierForVendor(of: bundleID) ?? ""
        }
    }
}
