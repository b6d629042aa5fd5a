import OrderedCollections
import SubscriberAccount

// What an app is told when it asks for an identifier. Source: access-enabler.md §10; seed rows K-144, K-159.

extension Device {
    /// The value that apps read as the Wi-Fi MAC address from iOS 7 on, and on every tvOS.
    public static let hiddenWiFiAddress = "02:00:00:00:00:00"

    /// The value that apps read as the advertising identifier when the user limits ad tracking.
    public static let hiddenAdvertisingIdentifier = "00000000-0000-0000-0000-000000000000"

    /// The Wi-Fi MAC address as apps see it: the real one up to iOS 6, then a constant (row K-159).
    public var visibleWiFiAddress: String {
        system.family != .tvOS && system.version < PlatformVersion(7)
            ? identifiers.wifiAddress : Self.hiddenWiFiAddress
    }

    /// The advertising identifier (IDFA) as apps see it; nil before iOS 6, which brought it.
    ///
    /// Zeros if ``DeviceAssumptions/limitsAdTracking`` is set, from iOS 10 on: before, apps still saw the real one.
    public var visibleAdvertisingIdentifier: String? {
        guard hasIdentifiersOfSix else { return nil }
        let isHidden = choices.limitsAdTracking && system.version >= PlatformVersion(10)
        return isHidden ? Self.hiddenAdvertisingIdentifier : identifiers.advertisingIdentifier
    }

    /// The identifier for vendors (IDFV) as the app sees it; nil before iOS 6, and for an unknown app.
    ///
    /// It is one for all apps of a ``Vendor``, and another after all of them were deleted and one came back.
    public func identifierForVendor(of bundleID: String) -> String? { vendorIdentifiers[bundleID] }

    private var hasIdentifiersOfSix: Bool { system.family == .tvOS || system.version >= PlatformVersion(6) }

    /// Works out each app's identifier for vendors, which clients ask for far more often than anything changes it.
    mutating func deriveVendorIdentifiers() {
        vendorIdentifiers = [:]
        guard hasIdentifiersOfSix else { return }
        for app in apps.values {
            vendorIdentifiers[app.bundleID] = identifiers.identifier(for: Vendor(of: app, under: system))
        }
    }
}
