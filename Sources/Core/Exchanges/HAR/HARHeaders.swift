import Documents

/// The header fields of a HAR message, and what their objects hold besides name and value.
struct HARHeaders {
    var fields: HeaderFields = []
    /// For each field the other members of its object; empty where no object has any.
    var extraMembers: [JSONObject] = []

    /// Reads the array that comes next.
    static func read(
        _ cursor: inout ImportCursor,
        limits: HARLimits
    ) throws(ImportFault) -> HARHeaders {
        var headers = HARHeaders()
        headers.fields.reserveCapacity(16)
        try cursor.beginArray()
        while try cursor.nextElement() {
            let start = cursor.valueOffset
            guard headers.fields.count < limits.headerFields else {
                throw ImportFault(problem: .limit(name: "headerFields", value: limits.headerFields), byteOffset: start)
            }
            var name: String?
            var values: [String]?
            var others: [JSONMember] = []
            try cursor.beginObject()
            while let key = try cursor.nextKey() {
                switch ExactText(key) {
                case "name":
                    try HAREntry.once(name == nil, key, cursor)
                    name = try cursor.string()
                case "value":
                    try HAREntry.once(values == nil, key, cursor)
                    let isList = cursor.kind == .array
                    let room = limits.headerFields - headers.fields.count
                    values = isList ? try list(&cursor, room: room, limits: limits) : [try cursor.string()]
                    if isList { others.append(listed(values?.count ?? 0)) }
                default: others.append(JSONMember(HARExtras.escaped(key), try cursor.value()))
                }
            }
            guard let name else { throw ImportFault(problem: .missing("name"), byteOffset: start) }
            guard let values else { throw ImportFault(problem: .missing("value"), byteOffset: start) }
            headers.fields.append(HeaderField(name, values.first ?? ""))
            headers.addExtras(others)
            for value in values.dropFirst() {
                headers.fields.append(HeaderField(name, value))
                headers.addExtras([])
            }
        }
        return headers
    }

    /// A list where a text belongs, as Polly.JS writes fields that came more than once; there is `room` for so many.
    private static func list(
        _ cursor: inout ImportCursor,
        room: Int,
        limits: HARLimits
    ) throws(ImportFault) -> [String] {
        let start = cursor.valueOffset
        try cursor.tolerate(
            .listOfValues,
            else: .wrongType(expected: "a string", found: ImportCursor.Kind.array.rawValue),
            at: start
        )
        let values = try cursor.strings()
        guard values.count <= room else {
            throw ImportFault(problem: .limit(name: "headerFields", value: limits.headerFields), byteOffset: start)
        }
        return values
    }

    /// Notes that so many fields from this one on were a list.
    private static func listed(_ count: Int) -> JSONMember {
        JSONMember(HARExtras.absentKey, .number(JSONNumber(count)))
    }

    private mutating func addExtras(_ members: [JSONMember]) {
        if members.isEmpty, extraMembers.isEmpty { return }
        while extraMembers.count < fields.count - 1 { extraMembers.append(JSONObject()) }
        extraMembers.append(JSONObject(members))
    }

    /// The members of the array that the extra members keep; nil where there are none.
    var extras: JSONValue? { extraMembers.isEmpty ? nil : .array(extraMembers.map(JSONValue.object)) }

    /// `fields` as JSON, with the other members that `extras` keeps.
    static func value(of fields: HeaderFields, extras: JSONValue?) -> JSONValue {
        guard let extraMembers = extras?.array else { return HARFields.value(of: fields) }
        var objects: [JSONValue] = []
        var index = 0
        while index < fields.count {
            let members = index < extraMembers.count ? extraMembers[index].object?.members ?? [] : []
            let listed = members.first { $0.$key == HARExtras.absentKey }?.value.number?.int64
            let count = min(max(1, Int(clamping: listed ?? 1)), fields.count - index)
            let values = fields[index..<index + count].map { JSONValue.string($0.value) }
            var object: JSONObject = ["name": .string(fields[index].name)]
            object["value"] = listed == nil ? values[0] : .array(listed == 0 ? [] : values)
            object.members += members.filter { $0.$key != HARExtras.absentKey }
                .map { JSONMember(HARExtras.unescaped($0.key), $0.value) }
            objects.append(.object(object))
            index += count
        }
        return .array(objects)
    }
}
