import Documents

/// The header fields of a HAR message, and what their objects hold besides name and value.
struct ArchiveHeaders {
    /// The fields.
    var fields: HeaderFields = []
    /// For each field the other members of its object; empty where no object has any.
    var extras: [JSONObject] = []

    /// Reads the array that comes next.
    static func read(
        _ cursor: inout ImportCursor,
        limits: HTTPArchiveLimits
    ) throws(ImportFault) -> ArchiveHeaders {
        var headers = ArchiveHeaders()
        headers.fields.reserveCapacity(16)
        try cursor.beginArray()
        while try cursor.nextElement() {
            let start = cursor.valueOffset
            guard headers.fields.count < limits.headerFields else {
                throw ImportFault(problem: .limit(name: "headerFields", value: limits.headerFields), byteOffset: start)
            }
            var name: String?
            var value: String?
            var others: [JSONMember] = []
            try cursor.beginObject()
            while let key = try cursor.nextKey() {
                switch key {
                case "name":
                    try ArchiveEntry.once(name == nil, key, cursor)
                    name = try cursor.string()
                case "value":
                    try ArchiveEntry.once(value == nil, key, cursor)
                    value = try cursor.string()
                default: others.append(JSONMember(key, try cursor.value()))
                }
            }
            guard let name else { throw ImportFault(problem: .missing("name"), byteOffset: start) }
            guard let value else { throw ImportFault(problem: .missing("value"), byteOffset: start) }
            headers.fields.append(HeaderField(name, value))
            headers.addExtras(others)
        }
        return headers
    }

    private mutating func addExtras(_ members: [JSONMember]) {
        if members.isEmpty, extras.isEmpty { return }
        while extras.count < fields.count - 1 { extras.append(JSONObject()) }
        extras.append(JSONObject(members))
    }

    /// What the residue keeps of the array; nil where there is nothing.
    var residue: JSONValue? { extras.isEmpty ? nil : .array(extras.map(JSONValue.object)) }

    /// `fields` as JSON, with the other members that `residue` keeps.
    static func value(of fields: HeaderFields, residue: JSONValue?) -> JSONValue {
        guard let extras = residue?.array else { return ArchiveFields.value(of: fields) }
        return .array(
            fields.enumerated().map { index, field in
                var object: JSONObject = ["name": .string(field.name), "value": .string(field.value)]
                if index < extras.count { object.members += extras[index].object?.members ?? [] }
                return .object(object)
            }
        )
    }
}
