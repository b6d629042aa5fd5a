import Documents

/// The `response` object of a HAR entry.
///
/// HAR has no word for a request that got no answer: tools write a response with status 0 and say why in `_error`;
/// Playwright writes status -1 and `_failureText`.
enum HARResponse {
    /// Reads the response that comes next, and what it holds besides; nil if nothing is to be kept.
    static func read(
        _ cursor: inout ImportCursor,
        limits: HARLimits
    ) throws(ImportFault) -> (Exchange.Outcome, extras: JSONValue?) {
        if cursor.kind == .null { return (.failure(""), try cursor.value()) }
        let start = cursor
        var parts = Parts()
        try parts.read(&cursor, limits: limits)
        guard let status = parts.status else {
            throw ImportFault(problem: .missing("status"), byteOffset: start.valueOffset)
        }
        if status == 0 || status == -1 {
            var again = start
            return failure(try again.value())
        }
        let response = HTTPResponse(
            status: status,
            reason: (parts.reason ?? nil) ?? "",
            version: (parts.version ?? nil) ?? "",
            headers: parts.headers?.fields ?? [],
            body: parts.content?.body
        )
        var extras = parts.extras
        extras.noteText("statusText", parts.reason)
        extras.noteText("httpVersion", parts.version)
        extras.noteHeaders(parts.headers)
        extras.note("cookies", parts.cookies, derived: HARCookies.set(in: response.headers))
        if let content = parts.content {
            extras.add("content", content.extras(in: response))
        } else {
            extras.addAbsent("content")
        }
        extras.note("redirectURL", parts.redirectURL, derived: .string(response.headers[first: "Location"] ?? ""))
        extras.note("headersSize", parts.headersSize, derived: HARRequest.unknownSize)
        extras.note("bodySize", parts.bodySize, derived: bodySize(of: response))
        let object = extras.object
        return (.response(response), object.members.isEmpty ? nil : .object(object))
    }

    /// The response object of `outcome`: what follows from it, changed by its extra members.
    static func value(for outcome: Exchange.Outcome, extras: JSONValue?) -> JSONValue {
        switch (outcome, extras) {
        case (.failure(let reason), .object(let extras)?):
            return .object(HARExtras.merge(extras, into: failureObject(reason: reason)))
        case (.failure, let extras?): return extras
        case (.failure(let reason), nil): return .object(failureObject(reason: reason))
        case (.response(let response), _): return .object(object(for: response, extras: extras?.object))
        }
    }

    private static func object(for response: HTTPResponse, extras: JSONObject?) -> JSONObject {
        var extras = extras ?? JSONObject()
        let derived: JSONObject = [
            "status": .number(JSONNumber(response.status)),
            "statusText": .string(response.reason),
            "httpVersion": .string(response.version),
            "cookies": HARCookies.set(in: response.headers),
            "headers": HARHeaders.value(of: response.headers, extras: extras["headers"]),
            "content": HARContent.value(for: response, extras: extras["content"]),
            "redirectURL": .string(response.headers[first: "Location"] ?? ""),
            "headersSize": HARRequest.unknownSize,
            "bodySize": bodySize(of: response),
        ]
        extras["headers"] = nil
        extras["content"] = nil
        return HARExtras.merge(extras, into: derived)
    }

    /// Returns the size of what came over the wire: known only where nothing was compressed.
    private static func bodySize(of response: HTTPResponse) -> JSONValue {
        guard response.headers[first: "Content-Encoding"] == nil else { return HARRequest.unknownSize }
        return .number(JSONNumber(response.body?.count ?? 0))
    }
}

// MARK: Requests without an answer

extension HARResponse {
    private static func failure(_ original: JSONValue) -> (Exchange.Outcome, extras: JSONValue?) {
        guard case .object(let object) = original else { return (.failure(""), original) }
        let reason = object["_error"]?.string ?? object["_failureText"]?.string ?? ""
        let extras = HARExtras.difference(of: object, from: failureObject(reason: reason))
        return (.failure(reason), extras.members.isEmpty ? nil : .object(extras))
    }

    private static func failureObject(reason: String) -> JSONObject {
        [
            "status": .number(JSONNumber(0)),
            "statusText": .string(""),
            "httpVersion": .string(""),
            "cookies": .array([]),
            "headers": .array([]),
            "content": .object(["size": .number(JSONNumber(0)), "mimeType": .string("")]),
            "redirectURL": .string(""),
            "headersSize": HARRequest.unknownSize,
            "bodySize": HARRequest.unknownSize,
            "_error": .string(reason),
        ]
    }
}

// MARK: Parts

extension HARResponse {
    /// The members of a response object, as far as they have been read.
    private struct Parts {
        var status: Int?
        var reason: String??
        var version: String??
        var headers: HARHeaders?
        var cookies: JSONValue?
        var content: HARContent?
        var redirectURL: JSONValue?
        var headersSize: JSONValue?
        var bodySize: JSONValue?
        var extras = HARExtrasBuilder()

        /// The status; `200.0` is what a language without integers writes.
        private mutating func readStatus(_ cursor: inout ImportCursor) throws(ImportFault) -> Int {
            let offset = cursor.valueOffset
            let number = try cursor.number()
            if let status = number.int64 { return Int(status) }
            let problem = ImportProblem.wrongType(expected: "an integer", found: "another number")
            guard let status = Double(number.text).flatMap({ Int(exactly: $0) }) else {
                throw ImportFault(problem: problem, byteOffset: offset)
            }
            try cursor.tolerate(.fractionalStatus, else: problem, at: offset)
            extras.add("status", .number(number))
            return status
        }

        mutating func read(_ cursor: inout ImportCursor, limits: HARLimits) throws(ImportFault) {
            try cursor.beginObject()
            while let key = try cursor.nextKey() {
                switch ExactText(key) {
                case "status":
                    try HAREntry.once(status == nil, key, cursor)
                    status = try readStatus(&cursor)
                case "statusText":
                    try HAREntry.once(reason == nil, key, cursor)
                    reason = .some(try cursor.optionalString())
                case "httpVersion":
                    try HAREntry.once(version == nil, key, cursor)
                    version = .some(try cursor.optionalString())
                case "headers":
                    try HAREntry.once(headers == nil, key, cursor)
                    headers = try HARHeaders.read(&cursor, limits: limits)
                case "cookies":
                    try HAREntry.once(cookies == nil, key, cursor)
                    cookies = try cursor.value()
                case "content":
                    try HAREntry.once(content == nil, key, cursor)
                    content = try HARContent.read(&cursor, limits: limits)
                case "redirectURL":
                    try HAREntry.once(redirectURL == nil, key, cursor)
                    redirectURL = try cursor.value()
                case "headersSize":
                    try HAREntry.once(headersSize == nil, key, cursor)
                    headersSize = try cursor.value()
                case "bodySize":
                    try HAREntry.once(bodySize == nil, key, cursor)
                    bodySize = try cursor.value()
                default: extras.add(key, try cursor.value())
                }
            }
        }
    }
}
