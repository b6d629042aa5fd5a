/// Reads a mapping of known keys, and lets no other key pass.
struct MapReader {
    private let entries: [FileNode.Entry]
    private let what: String
    /// The place of the mapping.
    let place: Place

    /// A mapping that is a `what`, with some of these keys; `older` has names that keys had before.
    ///
    /// - Throws: `Problem` if it is not a mapping, has another key, or a key under both of its names.
    init(_ node: FileNode, _ what: String, keys: [String], older: [String: String] = [:]) throws(Problem) {
        guard case .map(var entries) = node.content else {
            throw node.wrong(what, "a mapping with the keys \(keys.joined(separator: ", "))")
        }
        for index in entries.indices {
            guard let key = older[entries[index].key] else { continue }
            guard !entries.contains(where: { $0.key == key }) else {
                throw Problem(entries[index].place, "\"\(entries[index].key)\" is \"\(key)\", which is here too")
            }
            entries[index].key = key
        }
        for entry in entries where !keys.contains(entry.key) {
            throw .unknown("key in \(what)", entry.key, at: entry.place, known: keys)
        }
        self.entries = entries
        self.what = what
        place = node.place
    }

    /// The value of `key`; nil if it is not there, or has no value.
    subscript(key: String) -> FileNode? {
        entries.first { $0.key == key && !$0.value.isNothing }?.value
    }

    /// Returns true if `key` is there, with a value or without.
    func has(_ key: String) -> Bool { entries.contains { $0.key == key } }

    /// Returns the place of `key`.
    func place(of key: String) -> Place { entries.first { $0.key == key }?.place ?? place }

    /// Returns the value of `key`.
    ///
    /// - Throws: `Problem` if it is not there.
    func required(_ key: String) throws(Problem) -> FileNode {
        guard let node = self[key] else { throw Problem(place, "\(what) needs the key \"\(key)\"") }
        return node
    }

    /// Returns the value of `key`, read by `read`; nil if it is not there.
    func optional<Value>(
        _ key: String,
        _ read: (FileNode) -> (String) throws(Problem) -> Value
    ) throws(Problem) -> Value? {
        guard let node = self[key] else { return nil }
        return try read(node)("\"\(key)\"")
    }
}
