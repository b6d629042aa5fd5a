import Documents

/// Collects the extra members of one object while it is read.
struct HARExtrasBuilder {
    private var members: [JSONMember] = []
    private var absent: [String] = []

    /// The extra members.
    var object: JSONObject {
        var members = self.members
        HARExtras.appendAbsent(absent, to: &members)
        return JSONObject(members)
    }

    /// Keeps a member as it is.
    mutating func add(_ key: String, _ value: JSONValue?) {
        guard let value else { return }
        members.append(JSONMember(HARExtras.escaped(key), value))
    }

    /// Keeps the difference of a nested object, if there is one.
    mutating func add(_ key: String, difference: JSONObject) {
        if !difference.members.isEmpty { add(key, .object(difference)) }
    }

    /// Remembers that the original lacks a derived member.
    mutating func addAbsent(_ key: String) { absent.append(key) }

    /// Keeps what differs from the derived value: all of it, the difference of two objects, or that it is absent.
    mutating func note(_ key: String, _ found: JSONValue?, derived: JSONValue) {
        switch (found, derived) {
        case (nil, _): addAbsent(key)
        case (.object(let object)?, .object(let derived)):
            add(key, difference: HARExtras.difference(of: object, from: derived))
        case (let found?, _): if found != derived { add(key, found) }
        }
    }
}
