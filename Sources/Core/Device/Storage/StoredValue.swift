public import OrderedCollections

/// A stored value: a text, or a map of such.
public indirect enum StoredValue: Hashable, Sendable {
    /// A text, such as a token's.
    case text(String)
    /// A map with keys in the order they were first written.
    case map(OrderedDictionary<String, StoredValue>)

    /// The text, if it is one.
    public var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The map, if it is one.
    public var map: OrderedDictionary<String, StoredValue>? {
        if case .map(let map) = self { map } else { nil }
    }

    /// The value that the map holds under `key`; nil if it holds nothing there, or is a text.
    public subscript(key: String) -> StoredValue? {
        if case .map(let map) = self { map[key] } else { nil }
    }
}

/// A text in a store, and where it is kept.
public struct StoredLeaf: Hashable, Sendable {
    /// The keys that lead to it, from the outside in.
    public var path: [String]
    public var text: String

    /// A text under these keys.
    public init(_ path: [String], _ text: String) {
        self.path = path
        self.text = text
    }
}

extension StoredValue {
    /// The value without the empty maps in it, or nil if nothing is left; what lies too deep is left out.
    var pruned: StoredValue? { pruned(depth: 0) }

    private func pruned(depth: Int) -> StoredValue? {
        guard case .map(let map) = self else { return self }
        guard depth < DeviceStores.maximumDepth else { return nil }
        var kept: OrderedDictionary<String, StoredValue> = [:]
        for (key, value) in map { kept[key] = value.pruned(depth: depth + 1) }
        return kept.isEmpty ? nil : .map(kept)
    }

    func appendLeaves(_ path: [String], to leaves: inout [StoredLeaf]) {
        switch self {
        case .text(let text): leaves.append(StoredLeaf(path, text))
        case .map(let map): for (key, value) in map { value.appendLeaves(path + [key], to: &leaves) }
        }
    }
}

extension OrderedDictionary<String, StoredValue> {
    /// Puts `value` under `path`, which is not empty; nil removes, and with it each map that it leaves empty.
    mutating func assign(_ value: StoredValue?, under path: ArraySlice<String>) {
        guard let key = path.first else { return }
        let rest = path.dropFirst()
        if rest.isEmpty {
            self[key] = value
            return
        }
        var map: OrderedDictionary<String, StoredValue> = [:]
        if case .map(let standing)? = self[key] {
            map = standing
            self[key] = .text("")  // let go, so that the map is changed in place
        } else if value == nil {
            return
        }
        map.assign(value, under: rest)
        self[key] = map.isEmpty ? nil : .map(map)
    }
}
