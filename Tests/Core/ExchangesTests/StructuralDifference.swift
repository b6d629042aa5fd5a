import Documents

/// Returns the place where two JSON values differ otherwise than in the order of members and the spelling of numbers;
/// nil if they do not.
func structuralDifference(_ one: JSONValue?, _ other: JSONValue?, at path: String = "$") -> String? {
    switch (one, other) {
    case (.object(let one)?, .object(let other)?):
        guard one.members.count == other.members.count else {
            let (names, others) = (Set(one.members.map(\.key)), Set(other.members.map(\.key)))
            return
                "\(path): only left \(names.subtracting(others).sorted()), only right \(others.subtracting(names).sorted())"
        }
        // Of several members of one name the first is compared with the first, and so on.
        var others = Dictionary(grouping: other.members.reversed(), by: \.key)
        for member in one.members {
            let value = others[member.key]?.popLast()?.value
            if let found = structuralDifference(member.value, value, at: "\(path).\(member.key)") { return found }
        }
        return nil
    case (.array(let one)?, .array(let other)?):
        guard one.count == other.count else { return "\(path): \(one.count) elements, \(other.count) elements" }
        for index in one.indices {
            if let found = structuralDifference(one[index], other[index], at: "\(path)[\(index)]") { return found }
        }
        return nil
    case (.number(let one)?, .number(let other)?):
        return Double(one.text) == Double(other.text) ? nil : "\(path): \(one.text), \(other.text)"
    default:
        return one == other ? nil : "\(path): \(one?.serialized ?? "absent"), \(other?.serialized ?? "absent")"
    }
}
