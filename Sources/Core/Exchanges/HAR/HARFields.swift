import Documents

/// An array of names and values in a HAR: cookies, the query, a form.
///
/// Whatever such an array really holds is kept; only when all its elements are a name and a value as texts, and
/// nothing else, can it be compared with what follows from the exchange.
enum HARFields: Equatable {
    /// Names and values alone.
    case plain([HeaderField])
    /// Anything else.
    case other(JSONValue)

    /// Reads what comes next.
    static func read(_ cursor: inout ImportCursor) throws(ImportFault) -> HARFields {
        let start = cursor
        if let fields = try? readPlain(&cursor) { return .plain(fields) }
        cursor = start
        return .other(try cursor.value())
    }

    /// The array as JSON.
    var value: JSONValue {
        switch self {
        case .plain(let fields): Self.value(of: fields)
        case .other(let value): value
        }
    }

    /// `fields` as an array of objects with a name and a value.
    static func value(of fields: [HeaderField]) -> JSONValue {
        .array(
            fields.map {
                .object(JSONObject([JSONMember("name", .string($0.name)), JSONMember("value", .string($0.value))]))
            }
        )
    }

    /// The names and values, nil at anything else; the cursor is then somewhere in between.
    private static func readPlain(_ cursor: inout ImportCursor) throws(ImportFault) -> [HeaderField]? {
        guard cursor.kind == .array else { return nil }
        var fields: [HeaderField] = []
        try cursor.beginArray()
        while try cursor.nextElement() {
            guard cursor.kind == .object else { return nil }
            var name: String?
            var value: String?
            try cursor.beginObject()
            while let key = try cursor.nextKey() {
                guard cursor.kind == .string else { return nil }
                switch ExactText(key) {
                case "name" where name == nil: name = try cursor.string()
                case "value" where value == nil: value = try cursor.string()
                default: return nil
                }
            }
            guard let name, let value else { return nil }
            fields.append(HeaderField(name, value))
        }
        return fields
    }
}
