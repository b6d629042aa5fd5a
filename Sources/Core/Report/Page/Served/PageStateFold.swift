import Documents

/// The state of a page put together from the changes at its stops, as the page's script does it.
struct PageStateFold: Sendable {
    private var entries: [Int: JSONObject] = [:]

    /// Takes over what changed at a stop.
    mutating func apply(_ stop: JSONObject) {
        for change in stop["changes"]?.array ?? [] {
            guard let object = change.object, let entry = object["entry"]?.number?.int64.map(Int.init) else { continue }
            if object["name"] == .null {
                entries[entry] = nil
                continue
            }
            var known = entries[entry] ?? [:]
            for member in object.members { known[member.key] = member.value == .null ? nil : member.value }
            entries[entry] = known
        }
    }

    /// All of it as the changes of a stop before which nothing was known.
    var changes: [JSONValue] { entries.sorted { $0.key < $1.key }.map { .object($0.value) } }
}
