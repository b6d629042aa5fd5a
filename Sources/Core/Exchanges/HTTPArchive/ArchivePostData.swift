import Documents

/// The `postData` object of a HAR request.
struct ArchivePostData {
    /// The body, from the text or, where a tool gives only the form's fields, from them; nil if it holds neither.
    var body: [UInt8]?
    private var original = JSONObject()
    private var hasText = false
    private var writing: ArchiveWriting?
    private var params: ArchiveFields?
    /// What came in place of an object.
    private var replacement: JSONValue?

    /// Reads what comes next.
    ///
    /// Anything but an object holds no body and is kept as it is.
    static func read(
        _ cursor: inout ImportCursor,
        limits: HTTPArchiveLimits
    ) throws(ImportFault) -> ArchivePostData {
        var content = ArchivePostData()
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
                try ArchiveEntry.once(!content.hasText, key, cursor)
                content.hasText = true
                let offset = cursor.valueOffset
                if let found = try cursor.optionalString() {
                    text = (found, offset)
                } else {
                    content.original.members.append(JSONMember(key, .null))
                }
            case "params":
                try ArchiveEntry.once(content.params == nil, key, cursor)
                content.params = try ArchiveFields.read(&cursor)
            case "mimeType", "encoding":
                try ArchiveEntry.once(content.original[key] == nil, key, cursor)
                let offset = cursor.valueOffset
                let value = try cursor.value()
                if ExactText(key) == "encoding" { encoding = (value, offset) }
                content.original.members.append(JSONMember(key, value))
            default: content.original.members.append(JSONMember(key, try cursor.value()))
            }
        }
        if let text {
            let body = try ArchiveBody.read(text, encoding: encoding, limits: limits, &cursor)
            content.body = body.bytes
            content.writing = body.writing
        } else if !content.hasText, case .plain(let fields)? = content.params, !fields.isEmpty,
            isForm(content.original["mimeType"]?.string ?? "")
        {
            content.body = Array(FormField.join(fields.map { FormField(name: $0.name, value: $0.value) }).utf8)
        }
        return content
    }

    /// What is kept of it beside the body.
    func residue(in request: HTTPRequest) -> JSONValue? {
        if let replacement { return replacement }
        guard let body else {
            var members = original.members.map { JSONMember(ArchiveResidue.escaped($0.key), $0.value) }
            if let params { members.append(JSONMember("params", params.value)) }
            return .object(JSONObject(members))
        }
        var residue = ArchiveResidueBuilder()
        if !hasText { residue.addAbsent("text") }
        if let writing { residue.add("text", writing.residue) }
        let mimeType = original["mimeType"]
        residue.note("mimeType", mimeType, derived: .string(request.headers[first: "Content-Type"] ?? ""))
        residue.noteFields(
            "params",
            params,
            derived: Self.formFields(of: body, mimeType: Self.mimeType(mimeType, in: request))
        )
        let isBinary = hasText && ArchiveBody.text(of: body) == nil
        for member in original.members {
            switch (member.$key, member.value) {
            case ("mimeType", _): break
            case ("encoding", let value) where isBinary && value == .string("base64"): break
            default: residue.add(member.key, member.value)
            }
        }
        let object = residue.object
        return object.members.isEmpty ? nil : .object(object)
    }

    /// The `postData` of `request`; nil if it has none.
    static func value(for request: HTTPRequest, residue: JSONValue?) -> JSONValue? {
        guard let body = request.body else {
            guard case .object(let object)? = residue else { return residue }
            return .object(ArchiveResidue.merge(object, into: JSONObject()))
        }
        var residue = residue?.object ?? JSONObject()
        let mimeType = mimeType(residue["mimeType"], in: request)
        var derived: JSONObject = ["mimeType": .string(mimeType)]
        derived.members += ArchiveBody.members(of: body, residue: .object(residue))
        if residue["text"]?.object != nil { residue["text"] = nil }
        derived["params"] = ArchiveFields.value(of: formFields(of: body, mimeType: mimeType))
        return .object(ArchiveResidue.merge(residue, into: derived))
    }

    /// The type of a body, on the way in as on the way out: what is stated of it, else what the header says.
    private static func mimeType(_ stated: JSONValue?, in request: HTTPRequest) -> String {
        stated?.string ?? request.headers[first: "Content-Type"] ?? ""
    }

    private static func formFields(of body: [UInt8], mimeType: String) -> [HeaderField] {
        guard isForm(mimeType) else { return [] }
        return FormField.parse(String(decoding: body, as: UTF8.self)).map { HeaderField($0.name, $0.value) }
    }

    /// Whether it is a form's type, whatever parameters it has: another that begins like it is none.
    private static func isForm(_ mimeType: String) -> Bool {
        let type = mimeType.utf8.prefix { $0 != UInt8(ascii: ";") }
        let end = type.lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }.map(type.index(after:))
        return sameLetters(String(Substring(type[..<(end ?? type.startIndex)])), "application/x-www-form-urlencoded")
    }
}
