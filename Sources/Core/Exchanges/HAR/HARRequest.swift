import Documents

/// The `request` object of a HAR entry.
enum HARRequest {
    /// Reads the request that comes next, and what it holds besides.
    static func read(
        _ cursor: inout ImportCursor,
        limits: HARLimits
    ) throws(ImportFault) -> (HTTPRequest, extras: JSONObject) {
        let start = cursor.valueOffset
        var extras = HARExtrasBuilder()
        var method: String?
        var url: String?
        var version: String??
        var headers: HARHeaders?
        var cookies: HARFields?
        var query: HARFields?
        var content: HARPostData?
        var headersSize: JSONValue?
        var bodySize: JSONValue?
        try cursor.beginObject()
        while let key = try cursor.nextKey() {
            switch ExactText(key) {
            case "method":
                try HAREntry.once(method == nil, key, cursor)
                method = try cursor.string()
            case "url":
                try HAREntry.once(url == nil, key, cursor)
                url = try cursor.string()
            case "httpVersion":
                try HAREntry.once(version == nil, key, cursor)
                version = .some(try cursor.optionalString())
            case "headers":
                try HAREntry.once(headers == nil, key, cursor)
                headers = try HARHeaders.read(&cursor, limits: limits)
            case "cookies":
                try HAREntry.once(cookies == nil, key, cursor)
                cookies = try HARFields.read(&cursor)
            case "queryString":
                try HAREntry.once(query == nil, key, cursor)
                query = try HARFields.read(&cursor)
            case "postData":
                try HAREntry.once(content == nil, key, cursor)
                content = try HARPostData.read(&cursor, limits: limits)
            case "headersSize":
                try HAREntry.once(headersSize == nil, key, cursor)
                headersSize = try cursor.value()
            case "bodySize":
                try HAREntry.once(bodySize == nil, key, cursor)
                bodySize = try cursor.value()
            default: extras.add(key, try cursor.value())
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
        extras.noteText("httpVersion", version)
        extras.noteHeaders(headers)
        extras.noteFields("cookies", cookies, derived: HARCookies.sent(in: request.headers))
        extras.noteFields("queryString", query, derived: queryFields(of: url))
        if let content { extras.add("postData", content.extras(in: request)) }
        extras.note("headersSize", headersSize, derived: unknownSize)
        extras.note("bodySize", bodySize, derived: .number(JSONNumber(request.body?.count ?? 0)))
        return (request, extras.object)
    }

    /// The object of `request`: what follows from it, changed by its extra members.
    static func object(for request: HTTPRequest, extras: JSONValue?) -> JSONObject {
        var extras = extras?.object ?? JSONObject()
        var derived: JSONObject = [
            "method": .string(request.method),
            "url": .string(request.url),
            "httpVersion": .string(request.version),
            "cookies": HARFields.value(of: HARCookies.sent(in: request.headers)),
            "headers": HARHeaders.value(of: request.headers, extras: extras["headers"]),
            "queryString": HARFields.value(of: queryFields(of: request.url)),
        ]
        extras["headers"] = nil
        if let postData = HARPostData.value(for: request, extras: extras["postData"]) {
            derived["postData"] = postData
        }
        extras["postData"] = nil
        derived["headersSize"] = unknownSize
        derived["bodySize"] = .number(JSONNumber(request.body?.count ?? 0))
        return HARExtras.merge(extras, into: derived)
    }

    /// The value in a HAR for a size that was not measured.
    static let unknownSize = JSONValue.number(JSONNumber(-1))

    /// The names and values of the URL's query, decoded once.
    private static func queryFields(of url: String) -> [HeaderField] {
        guard let query = URLParts(url).query else { return [] }
        return FormField.parse(query).map { HeaderField($0.name, $0.value) }
    }
}

// MARK: What the messages' readers note alike

extension HARExtrasBuilder {
    /// Remembers that a text is absent or `null`, both of which the exchange holds as an empty text.
    mutating func noteText(_ key: String, _ found: String??) {
        switch found {
        case .none: addAbsent(key)
        case .some(.none): add(key, .null)
        case .some(.some): break
        }
    }

    /// Keeps what header objects hold besides, or that there is no list of them.
    mutating func noteHeaders(_ found: HARHeaders?) {
        guard let found else { return addAbsent("headers") }
        add("headers", found.extras)
    }

    /// Keeps names and values unless they are the derived ones.
    mutating func noteFields(_ key: String, _ found: HARFields?, derived: @autoclosure () -> [HeaderField]) {
        guard let found else { return addAbsent(key) }
        if case .plain(let fields) = found, fields == derived() { return }
        add(key, found.value)
    }
}
