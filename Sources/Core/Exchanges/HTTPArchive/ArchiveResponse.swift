import Documents

/// The `response` object of a HAR entry.
///
/// HAR has no word for a request that got no answer: tools write a response with status 0 and say why in `_error`;
/// Playwright writes status -1 and `_failureText`.
enum ArchiveResponse {
    /// Reads the response that comes next, and what it holds besides; nil if nothing is to be kept.
    static func read(
        _ cursor: inout ImportCursor,
        limits: HTTPArchiveLimits
    ) throws(ImportFault) -> (Exchange.Outcome, residue: JSONValue?) {
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
        var residue = parts.residue
        residue.noteText("statusText", parts.reason)
        residue.noteText("httpVersion", parts.version)
        residue.noteHeaders(parts.headers)
        residue.note("cookies", parts.cookies, derived: ArchiveCookies.set(in: response.headers))
        if let content = parts.content {
            residue.add("content", content.residue(in: response))
        } else {
            residue.addAbsent("content")
        }
        residue.note("redirectURL", parts.redirectURL, derived: .string(response.headers[first: "Location"] ?? ""))
        residue.note("headersSize", parts.headersSize, derived: ArchiveRequest.unknownSize)
        residue.note("bodySize", parts.bodySize, derived: bodySize(of: response))
        let object = residue.object
        return (.response(response), object.members.isEmpty ? nil : .object(object))
    }

    /// The response object of `outcome`: what follows from it, changed by its residue.
    static func value(for outcome: Exchange.Outcome, residue: JSONValue?) -> JSONValue {
        switch (outcome, residue) {
        case (.failure(let reason), .object(let residue)?):
            return .object(ArchiveResidue.merge(residue, into: failureObject(reason: reason)))
        case (.failure, let residue?): return residue
        case (.failure(let reason), nil): return .object(failureObject(reason: reason))
        case (.response(let response), _): return .object(object(for: response, residue: residue?.object))
        }
    }

    private static func object(for response: HTTPResponse, residue: JSONObject?) -> JSONObject {
        var residue = residue ?? JSONObject()
        let derived: JSONObject = [
            "status": .number(JSONNumber(response.status)),
            "statusText": .string(response.reason),
            "httpVersion": .string(response.version),
            "cookies": ArchiveCookies.set(in: response.headers),
            "headers": ArchiveHeaders.value(of: response.headers, residue: residue["headers"]),
            "content": ArchiveContent.value(for: response, residue: residue["content"]),
            "redirectURL": .string(response.headers[first: "Location"] ?? ""),
            "headersSize": ArchiveRequest.unknownSize,
            "bodySize": bodySize(of: response),
        ]
        residue["headers"] = nil
        residue["content"] = nil
        return ArchiveResidue.merge(residue, into: derived)
    }

    /// What came over the wire: known only where nothing was compressed.
    private static func bodySize(of response: HTTPResponse) -> JSONValue {
        guard response.headers[first: "Content-Encoding"] == nil else { return ArchiveRequest.unknownSize }
        return .number(JSONNumber(response.body?.count ?? 0))
    }
}

// MARK: Requests without an answer

extension ArchiveResponse {
    private static func failure(_ original: JSONValue) -> (Exchange.Outcome, residue: JSONValue?) {
        guard case .object(let object) = original else { return (.failure(""), original) }
        let reason = object["_error"]?.string ?? object["_failureText"]?.string ?? ""
        let residue = ArchiveResidue.difference(of: object, from: failureObject(reason: reason))
        return (.failure(reason), residue.members.isEmpty ? nil : .object(residue))
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
            "headersSize": ArchiveRequest.unknownSize,
            "bodySize": ArchiveRequest.unknownSize,
            "_error": .string(reason),
        ]
    }
}

// MARK: Parts

extension ArchiveResponse {
    /// The members of a response object, as far as they have been read.
    private struct Parts {
        var status: Int?
        var reason: String??
        var version: String??
        var headers: ArchiveHeaders?
        var cookies: JSONValue?
        var content: ArchiveContent?
        var redirectURL: JSONValue?
        var headersSize: JSONValue?
        var bodySize: JSONValue?
        var residue = ArchiveResidueBuilder()

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
            residue.add("status", .number(number))
            return status
        }

        mutating func read(_ cursor: inout ImportCursor, limits: HTTPArchiveLimits) throws(ImportFault) {
            try cursor.beginObject()
            while let key = try cursor.nextKey() {
                switch ExactText(key) {
                case "status":
                    try ArchiveEntry.once(status == nil, key, cursor)
                    status = try readStatus(&cursor)
                case "statusText":
                    try ArchiveEntry.once(reason == nil, key, cursor)
                    reason = .some(try cursor.optionalString())
                case "httpVersion":
                    try ArchiveEntry.once(version == nil, key, cursor)
                    version = .some(try cursor.optionalString())
                case "headers":
                    try ArchiveEntry.once(headers == nil, key, cursor)
                    headers = try ArchiveHeaders.read(&cursor, limits: limits)
                case "cookies":
                    try ArchiveEntry.once(cookies == nil, key, cursor)
                    cookies = try cursor.value()
                case "content":
                    try ArchiveEntry.once(content == nil, key, cursor)
                    content = try ArchiveContent.read(&cursor, limits: limits)
                case "redirectURL":
                    try ArchiveEntry.once(redirectURL == nil, key, cursor)
                    redirectURL = try cursor.value()
                case "headersSize":
                    try ArchiveEntry.once(headersSize == nil, key, cursor)
                    headersSize = try cursor.value()
                case "bodySize":
                    try ArchiveEntry.once(bodySize == nil, key, cursor)
                    bodySize = try cursor.value()
                default: residue.add(key, try cursor.value())
                }
            }
        }
    }
}
