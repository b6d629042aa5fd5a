import Documents

/// The `request` object of a HAR entry.
enum ArchiveRequest {
    /// Reads the request that comes next, and what it holds besides.
    static func read(
        _ cursor: inout ImportCursor,
        limits: HTTPArchiveLimits
    ) throws(ImportFault) -> (HTTPRequest, residue: JSONObject) {
        let start = cursor.valueOffset
        var residue = ArchiveResidueBuilder()
        var method: String?
        var url: String?
        var version: String??
        var headers: ArchiveHeaders?
        var cookies: ArchiveFields?
        var query: ArchiveFields?
        var content: ArchivePostData?
        var headersSize: JSONValue?
        var bodySize: JSONValue?
        try cursor.beginObject()
        while let key = try cursor.nextKey() {
            switch ExactText(key) {
            case "method":
                try ArchiveEntry.once(method == nil, key, cursor)
                method = try cursor.string()
            case "url":
                try ArchiveEntry.once(url == nil, key, cursor)
                url = try cursor.string()
            case "httpVersion":
                try ArchiveEntry.once(version == nil, key, cursor)
                version = .some(try cursor.optionalString())
            case "headers":
                try ArchiveEntry.once(headers == nil, key, cursor)
                headers = try ArchiveHeaders.read(&cursor, limits: limits)
            case "cookies":
                try ArchiveEntry.once(cookies == nil, key, cursor)
                cookies = try ArchiveFields.read(&cursor)
            case "queryString":
                try ArchiveEntry.once(query == nil, key, cursor)
                query = try ArchiveFields.read(&cursor)
            case "postData":
                try ArchiveEntry.once(content == nil, key, cursor)
                content = try ArchivePostData.read(&cursor, limits: limits)
            case "headersSize":
                try ArchiveEntry.once(headersSize == nil, key, cursor)
                headersSize = try cursor.value()
            case "bodySize":
                try ArchiveEntry.once(bodySize == nil, key, cursor)
                bodySize = try cursor.value()
            default: residue.add(key, try cursor.value())
            }
        }
        guard let method else { throw ImportFault(problem: .missing("method"), byteOffset: start) }
        guard let url else { throw ImportFault(problem: .missing("url"), byteOffset: start) }
        let request = HTTPRequest(
            method: method,
            url: url,
            version: (version ?? nil) ?? "",
            headers: headers?.fields ?? [],
            body: content?.body
        )
        residue.noteText("httpVersion", version)
        residue.noteHeaders(headers)
        residue.noteFields("cookies", cookies, derived: ArchiveCookies.sent(in: request.headers))
        residue.noteFields("queryString", query, derived: queryFields(of: url))
        if let content { residue.add("postData", content.residue(in: request)) }
        residue.note("headersSize", headersSize, derived: unknownSize)
        residue.note("bodySize", bodySize, derived: .number(JSONNumber(request.body?.count ?? 0)))
        return (request, residue.object)
    }

    /// The object of `request`: what follows from it, changed by its residue.
    static func object(for request: HTTPRequest, residue: JSONValue?) -> JSONObject {
        var residue = residue?.object ?? JSONObject()
        var derived: JSONObject = [
            "method": .string(request.method),
            "url": .string(request.url),
            "httpVersion": .string(request.version),
            "cookies": ArchiveFields.value(of: ArchiveCookies.sent(in: request.headers)),
            "headers": ArchiveHeaders.value(of: request.headers, residue: residue["headers"]),
            "queryString": ArchiveFields.value(of: queryFields(of: request.url)),
        ]
        residue["headers"] = nil
        if let postData = ArchivePostData.value(for: request, residue: residue["postData"]) {
            derived["postData"] = postData
        }
        residue["postData"] = nil
        derived["headersSize"] = unknownSize
        derived["bodySize"] = .number(JSONNumber(request.body?.count ?? 0))
        return ArchiveResidue.merge(residue, into: derived)
    }

    /// What a HAR says of a size that nobody measured.
    static let unknownSize = JSONValue.number(JSONNumber(-1))

    /// The names and values of the URL's query, decoded once.
    private static func queryFields(of url: String) -> [HeaderField] {
        guard let query = URLParts(url).query else { return [] }
        return FormField.parse(query).map { HeaderField($0.name, $0.value) }
    }
}

// MARK: What the messages' readers note alike

extension ArchiveResidueBuilder {
    /// Remembers that a text is absent or `null`, both of which the exchange holds as an empty text.
    mutating func noteText(_ key: String, _ found: String??) {
        switch found {
        case .none: addAbsent(key)
        case .some(.none): add(key, .null)
        case .some(.some): break
        }
    }

    /// Keeps what header objects hold besides, or that there is no list of them.
    mutating func noteHeaders(_ found: ArchiveHeaders?) {
        guard let found else { return addAbsent("headers") }
        add("headers", found.residue)
    }

    /// Keeps names and values unless they are the derived ones.
    mutating func noteFields(_ key: String, _ found: ArchiveFields?, derived: @autoclosure () -> [HeaderField]) {
        guard let found else { return addAbsent(key) }
        if case .plain(let fields) = found, fields == derived() { return }
        add(key, found.value)
    }
}
