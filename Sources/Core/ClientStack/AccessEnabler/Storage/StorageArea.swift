import Device
import SubscriberAccount

/// One place in a device's stores where AccessEnabler of some era keeps what it keeps, and under which keys.
///
/// The names are invented: the real ones are not public (access-enabler.md §0).
struct StorageArea: Hashable {
    var store: StoreName
    /// The key above all tokens.
    var tokens = "tokens"
    /// The key above each requestor's provider.
    var providers = "providers"
    /// True if there is but one place for tokens, not one for each requestor, MVPD and device id.
    var isSingle = false

    /// The pasteboard of 1.7 and newer.
    static let pasteboard = "com.adobe.pass"
    /// The pasteboard of up to 1.6, which 1.7 reads only to import.
    static let singlePasteboard = "com.adobe.pass.single"
    /// The private file of up to 1.6 for authentication per requestor.
    static let privateFile = "adobe-pass-token"

    /// The areas of `era` as the app reaches them on `device`, the one for authentication per requestor first.
    static func areas(of era: StorageEra, for bundleID: String, on device: Device) -> [StorageArea] {
        switch era {
        case .singleToken:
            let file = StorageArea(store: device.file(privateFile, for: bundleID), isSingle: true)
            guard let shared = device.pasteboard(named: singlePasteboard, for: bundleID) else { return [file] }
            return [file, StorageArea(store: shared, isSingle: true)]
        case .nestedMap, .userDefaults, .keychain, .keychain370:
            return main(of: era, for: bundleID, on: device).map { [$0] } ?? []
        }
    }

    /// The area of `era` that apps share, as far as they share any; nil for an app that is not installed.
    static func main(of era: StorageEra, for bundleID: String, on device: Device) -> StorageArea? {
        switch era {
        case .singleToken:
            device.pasteboard(named: singlePasteboard, for: bundleID).map { StorageArea(store: $0, isSingle: true) }
        case .nestedMap: device.pasteboard(named: pasteboard, for: bundleID).map { StorageArea(store: $0) }
        case .userDefaults: StorageArea(store: device.userDefaults(for: bundleID))
        case .keychain: device.keychain(for: bundleID).map { StorageArea(store: $0) }
        case .keychain370:
            device.keychain(for: bundleID).map {
                StorageArea(store: $0, tokens: "tokens 3.7.0", providers: "providers 3.7.0")
            }
        }
    }

    /// The keys that lead to the bucket of these three.
    func path(_ requestor: String, _ mvpd: String, _ deviceID: String) -> [String] {
        isSingle ? [tokens] : [tokens, requestor, mvpd, deviceID]
    }
}
