import Documents

/// The `postData` object of a HAR request.
struct HARPostData {
    /// The body, from the text or, where a tool gives only the form's fields, from them; nil if it holds neither.
    var body: [UInt8]?
    private var original = JSONObject()
    private var hasText = false
    private var writing: HARWriting?
    private var params: HARFields?
    /// The value that came in place of an object.
    private var replacement: JSONValue?

    /// Reads what comes next.
    ///
    /// Anything but an object holds no body and is kept as it is.
    static func read(
        _ cursor: inout ImportCursor,
        limits: HARLimits
    ) throws(ImportFault) -> HARPostData {
        var content = HARPostData()
        if cursor.kind == .null {
            content.replacement = try cursor.value()
            return content
        }
        var text: (String, offset: Int)?
        var encoding: (JSONValue, offset: Int)?
        try cursor.beginObject()
        while let key = try cursor.nextKey() {
            switch ExactText(key) {
            case "text":
                try HAREntry.once(!content.hasText, key, cursor)
                content.hasText = true
                let offset = cursor.valueOffset
                if let found = try cursor.optionalString() {
                    text = (found, offset)
                } else {
                    content.original.members.append(JSONMember(key, .null))
                }
            case "params":
                try HAREntry.once(content.params == nil, key, cursor)
                content.params = try HARFields.read(&cursor)
            case "mimeType", "encoding":
                try HAREntry.once(content.original[key] == nil, key, cursor)
                let offset = cursor.valueOffset
                let value = try cursor.value()
                if ExactText(key) == "encoding" { encoding = (value, offset) }
                content.original.members.append(JSONMember(key, value))
            default: content.original.members.append(JSONMember(key, try cursor.value()))
            }
        }
        if let text {
            let body = try HARBody.read(text, encoding: encoding, limits: limits, &cursor)
            content.body = body.bytes
            content.writing = body.writing
        } else if !content.hasText, case .plain(let fields)? = content.params, !fields.isEmpty,
            isForm(content.original["mimeType"]?.string ?? "")
        {
            content.body = Array(FormField.join(fields.map { FormField(name: $0.name, value: $0.value) }).utf8)
        }
        return content
    }

    /// Returns the members of it that are kept beside the body.
    func extras(in request: HTTPRequest) -> JSONValue? {
        if let replacement { return replacement }
        guard let body else {
            var members = original.members.map { JSONMember(HARExtras.escaped($0.key), $0.value) }
            if let params { members.append(JSONMember("params", params.value)) }
            return .object(JSONObject(members))
        }
        var extras = HARExtrasBuilder()
        if !hasText { extras.addAbsent("text") }
        if let writing { extras.add("text", writing.extras) }
        let mimeType = original["mimeType"]
        extras.note("mimeType", mimeType, derived: .string(request.headers[first: "Content-Type"] ?? ""))
        extras.noteFields(
            "params",
            params,
            derived: Self.formFields(of: body, mimeType: Self.mimeType(mimeType, in: request))
        )
        let isBinary = hasText && HARBody.text(of: body) == nil
        for member in original.members {
            switch (member.$key, member.value) {
            case ("mimeType", _): break
            case ("encoding", let value) where isBinary && value == .string("base64"): break
            default: extras.add(member.key, member.value)
            }
        }
        let object = extras.object
        return object.members.isEmpty ? nil : .object(object)
    }

    /// The `postData` of `request`; nil if it has none.
    static func value(for request: HTTPRequest, extras: JSONValue?) -> JSONValue? {
        guard let body = request.body else {
            guard case .object(let object)? = extras else { return extras }
            return .object(HARExtras.merge(object, into: JSONObject()))
        }
        var extras = extras?.object ?? JSONObject()
        let mimeType = mimeType(extras["mimeType"], in: request)
        var derived: JSONObject = ["mimeType": .string(mimeType)]
        derived.members += HARBody.members(of: body, extras: .object(extras))
        if extras["text"]?.object != nil { extras["text"] = nil }
        derived["params"] = HARFields.value(of: formFields(of: body, mimeType: mimeType))
        return .object(HARExtras.merge(extras, into: derived))
    }

    /// The type of a body, on the way in as on the way out: what is stated of it, else what the header says.
    private static func mimeType(_ stated: JSONValue?, in request: HTTPRequest) -> String {
        stated?.string ?? request.headers[first: "Content-Type"] ?? ""
    }

    private static func formFields(of body: [UInt8], mimeType: String) -> [HeaderField] {
        guard isForm(mimeType) else { return [] }
        return FormField.parse(String(decoding: body, as: UTF8.self)).map { HeaderField($0.name, $0.value) }
    }

    /// Checks whether it is a form's type, whatever parameters it has: another that begins like it is not.
    private static func isForm(_ mimeType: String) -> Bool {
        let type = mimeType.utf8.prefix { $0 != UInt8(ascii: ";") }
        let end = type.lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }.map(type.index(after:))
        return sameLetters(String(Substring(type[..<(end ?? type.startIndex)])), "application/x-www-form-urlencoded")
    }
}
