public import OrderedCollections

/// Where something is kept on a device.
public enum StoreName: Hashable, Sendable {
    /// A named, persistent pasteboard; without a team it is the global one of iOS 6 and older.
    case pasteboard(String, team: String?)
    /// The user defaults of an app.
    case userDefaults(bundleID: String)
    /// The keychain items of an access group, which apps of one team may share.
    case keychain(accessGroup: String)
    /// A private file of an app.
    case file(String, bundleID: String)
}

/// What is kept: a text, or a map of such.
public indirect enum StoredValue: Hashable, Sendable {
    /// A text, such as a token's.
    case text(String)
    /// A map with keys in the order they were first written.
    case map(OrderedDictionary<String, StoredValue>)
}

/// Everything that is kept on a device, by store, in the order the stores were first written.
public struct DeviceStores: Hashable, Sendable {
    /// The stores and what is in them.
    public internal(set) var contents: OrderedDictionary<StoreName, OrderedDictionary<String, StoredValue>> = [:]

    /// Nothing is kept.
    public init() {}

    /// What `store` keeps under `path` (keys from the outside in); nil if nothing.
    public subscript(store: StoreName, path: [String]) -> StoredValue? {
        get { nil }
        set { _ = newValue }
    }
}
