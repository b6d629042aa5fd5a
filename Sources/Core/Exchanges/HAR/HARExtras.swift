import Documents

/// The members of a HAR's object beyond what follows from the exchange.
///
/// The importer derives from an exchange the object that a plain export would write, and keeps only the difference:
///
/// - a member that differs from the derived one, or has no derived one, stands in the extra members as it was; where
///   both are objects, the extra members hold their difference in turn;
/// - a member that stands several times is kept as often, each as it was;
/// - a derived member that the original lacks is named in the list `"-"`;
/// - an original member whose name is made of hyphens alone gets one more, so that nothing is mistaken for that list.
///
/// So the extra members keep the names and nesting of a HAR, and redaction can walk it like one.
enum HARExtras {
    /// The name of the list of derived members that the original lacks.
    static let absentKey = "-"

    /// The difference between `original` and `derived`.
    static func difference(of original: JSONObject, from derived: JSONObject) -> JSONObject {
        var extras: [JSONMember] = []
        let repeated = derived.members.map(\.key).filter { original.count(of: $0) > 1 }
        for member in original.members {
            switch (member.value, derived[member.key]) {
            case (let value, _) where repeated.contains(exactly: member.key):
                extras.append(JSONMember(escaped(member.key), value))
            case (.object(let inner), .object(let innerDerived)):
                let rest = difference(of: inner, from: innerDerived)
                if !rest.members.isEmpty { extras.append(JSONMember(escaped(member.key), .object(rest))) }
            case (let value, let other): if value != other { extras.append(JSONMember(escaped(member.key), value)) }
            }
        }
        appendAbsent(derived.members.lazy.map(\.key).filter { original[$0] == nil }, to: &extras)
        return JSONObject(extras)
    }

    /// The object that `extras` is the difference of, seen from `derived`.
    static func merge(_ extras: JSONObject, into derived: JSONObject) -> JSONObject {
        if extras.members.isEmpty { return derived }
        let absent = extras[absentKey]?.array ?? []
        var merged = JSONObject()
        merged.members.reserveCapacity(derived.members.count + extras.members.count)
        for member in derived.members {
            if absent.contains(where: { $0.string.map { ExactText($0) == member.$key } ?? false }) { continue }
            let key = escaped(member.key)
            switch (member.value, extras[key]) {
            case (_, _?) where extras.count(of: key) > 1:
                merged.members += extras.members.filter { $0.$key == key }
                    .map { JSONMember(member.key, $0.value) }
            case (let value, nil): merged.members.append(JSONMember(member.key, value))
            case (.object(let inner), .object(let rest)?):
                merged.members.append(JSONMember(member.key, .object(merge(rest, into: inner))))
            case (_, let value?): merged.members.append(JSONMember(member.key, value))
            }
        }
        for member in extras.members where member.$key != absentKey {
            let key = unescaped(member.key)
            if derived[key] == nil { merged.members.append(JSONMember(key, member.value)) }
        }
        return merged
    }

    /// Adds the list of absent members if there are any.
    static func appendAbsent(_ names: some Sequence<String>, to extras: inout [JSONMember]) {
        let absent = names.map(JSONValue.string)
        if !absent.isEmpty { extras.append(JSONMember(absentKey, .array(absent))) }
    }

    /// The name under which a member of the original stands among extra members.
    static func escaped(_ key: String) -> String {
        isHyphens(key) ? key + "-" : key
    }

    /// The name that one of the extra members had in the original.
    static func unescaped(_ key: String) -> String {
        isHyphens(key) ? String(key.dropLast()) : key
    }

    private static func isHyphens(_ key: String) -> Bool {
        guard key.utf8.first == UInt8(ascii: "-") else { return false }
        return key.utf8.allSatisfy { $0 == UInt8(ascii: "-") }
    }
}

extension JSONObject {
    /// Returns the number of members with this name.
    fileprivate func count(of key: String) -> Int { members.count { $0.$key == key } }
}
