import Documents

/// The `content` object of a HAR response.
struct HARContent {
    /// The body after transfer and content decoding; nil if the text is missing, empty if it is empty.
    var body: [UInt8]?
    private var writing: HARWriting?
    private var others: [JSONMember] = []
    /// The value that came in place of an object.
    private var replacement: JSONValue?

    /// Reads what comes next.
    static func read(
        _ cursor: inout ImportCursor,
        limits: HARLimits
    ) throws(ImportFault) -> HARContent {
        var content = HARContent()
        if cursor.kind == .null {
            content.replacement = try cursor.value()
            return content
        }
        var text: (String, offset: Int)?
        var encoding: (JSONValue, offset: Int)?
        var counting: Set<String> = []
        try cursor.beginObject()
        while let key = try cursor.nextKey() {
            switch ExactText(key) {
            case "text", "size", "mimeType", "encoding":
                try HAREntry.once(counting.insert(key).inserted, key, cursor)
            default: break
            }
            if ExactText(key) == "text" {
                let offset = cursor.valueOffset
                if let found = try cursor.optionalString() {
                    text = (found, offset)
                    continue
                }
                content.others.append(JSONMember(key, .null))
            } else {
                let offset = cursor.valueOffset
                let value = try cursor.value()
                if ExactText(key) == "encoding" { encoding = (value, offset) }
                content.others.append(JSONMember(key, value))
            }
        }
        if let text {
            let body = try HARBody.read(text, encoding: encoding, limits: limits, &cursor)
            content.body = body.bytes
            content.writing = body.writing
        }
        return content
    }

    /// Returns the members of it that are kept beside the body; nil if there are none.
    func extras(in response: HTTPResponse) -> JSONValue? {
        if let replacement { return replacement }
        var extras = HARExtrasBuilder()
        var size: JSONValue?
        var mimeType: JSONValue?
        for member in others {
            switch (member.$key, member.value) {
            case ("size", let value): size = value
            case ("mimeType", let value): mimeType = value
            case ("encoding", let value)
            where value == .string("base64") && body.map { HARBody.text(of: $0) == nil } == true: break
            default: extras.add(member.key, member.value)
            }
        }
        if let writing { extras.add("text", writing.extras) }
        extras.note("size", size, derived: .number(JSONNumber(body?.count ?? 0)))
        extras.note("mimeType", mimeType, derived: .string(response.headers[first: "Content-Type"] ?? ""))
        let object = extras.object
        return object.members.isEmpty ? nil : .object(object)
    }

    /// The content of `response`: what follows from it, changed by its extra members.
    static func value(for response: HTTPResponse, extras: JSONValue?) -> JSONValue {
        if let extras, extras.object == nil { return extras }
        var derived: JSONObject = [
            "size": .number(JSONNumber(response.body?.count ?? 0)),
            "mimeType": .string(response.headers[first: "Content-Type"] ?? ""),
        ]
        if let body = response.body { derived.members += HARBody.members(of: body, extras: extras) }
        var rest = extras?.object ?? JSONObject()
        if rest["text"]?.object != nil { rest["text"] = nil }
        return .object(HARExtras.merge(rest, into: derived))
    }
}
