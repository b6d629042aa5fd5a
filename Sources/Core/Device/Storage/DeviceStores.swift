public import OrderedCollections

/// Everything that is kept on a device, by store, in the order the stores were first written.
///
/// A store is a map of texts and further maps. No empty map is ever kept: with its last key a map goes, and with its last
/// key a store.
public struct DeviceStores: Hashable, Sendable {
    /// The stores and what is in them.
    public internal(set) var contents: OrderedDictionary<StoreName, OrderedDictionary<String, StoredValue>> = [:]

    /// The number of keys that a path may have; under a longer one nothing is kept.
    public static let maximumDepth = 32

    /// Nothing is kept.
    public init() {}

    /// The value that `store` keeps under `path` (keys from the outside in); nil if there is none.
    ///
    /// The empty path names the store as a whole, which is a map: a text assigned to it is not kept. Assigning makes the
    /// maps on the way, in place of a text that stands there; assigning nil removes, and so does assigning an empty map.
    public subscript(store: StoreName, path: [String]) -> StoredValue? {
        get {
            guard let keys = contents[store] else { return nil }
            guard let first = path.first else { return .map(keys) }
            var value = keys[first]
            for key in path.dropFirst() { value = value?[key] }
            return value
        }
        set {
            guard path.count <= Self.maximumDepth else { return }
            var keys = contents[store] ?? [:]
            // Nobody else may hold the map while it changes, or it would be copied.
            if !keys.isEmpty { contents[store] = [:] }
            if path.isEmpty {
                switch newValue?.pruned {
                case nil: keys = [:]
                case .map(let map): keys = map
                case .text: break
                }
            } else {
                keys.assign(newValue?.pruned, under: path[...])
            }
            if keys.isEmpty { contents[store] = nil } else { contents[store] = keys }
        }
    }

    /// The text that `store` keeps under `path`; nil if there is none, or a map.
    public subscript(text store: StoreName, path: [String]) -> String? { self[store, path]?.text }

    /// The texts in `store`, in the order their keys were first written; those below `path` only, if there is one.
    public func leaves(in store: StoreName, under path: [String] = []) -> [StoredLeaf] {
        guard let value = self[store, path] else { return [] }
        var leaves: [StoredLeaf] = []
        value.appendLeaves(path, to: &leaves)
        return leaves
    }
}
