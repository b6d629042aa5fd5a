extension JSONObject {
    /// Sets one value after the other, as the subscript does, in time that grows with members and values only in sum.
    ///
    /// The subscript looks through all members each time: a thousand keys that a log has of its own would be a million
    /// looks.
    package mutating func assign(_ values: [(key: String, value: JSONValue?)]) {
        guard values.count > Self.fewValues else {
            for (key, value) in values { self[key] = value }
            return
        }
        // A member that goes leaves its place empty until the end, so that the others keep theirs.
        var kept: [JSONMember?] = members
        var places: [ExactText: [Int]] = [:]
        for (index, member) in members.enumerated() { places[member.$key, default: []].append(index) }
        for (key, value) in values {
            let name = ExactText(key)
            if let value {
                if let first = places[name]?.first {
                    kept[first]?.value = value
                } else {
                    places[name] = [kept.count]
                    kept.append(JSONMember(key, value))
                }
            } else {
                for index in places.removeValue(forKey: name) ?? [] { kept[index] = nil }
            }
        }
        members = kept.compactMap { $0 }
    }

    /// So many are set faster than members are sorted by their keys.
    private static let fewValues = 8
}
