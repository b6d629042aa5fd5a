import FuzzReadings
import Exchanges
import PassAPI
import VirtualTime

extension FuzzTarget {
    /// Requests as a recording holds them, written as HTTP/1.1 with an absolute URL.
    public static let requestRecognition = FuzzTarget(
        "RequestRecognition",
        maximumBytes: 64 * 1024,
        check: { input throws(PropertyFailure) in try RequestChecks.check(input, isWhole: true) },
        quickCheck: { input throws(PropertyFailure) in try RequestChecks.check(input, isWhole: false) },
        mutate: { input, generator in
            if generator.below(16) == 0 { return RequestText.withDocumentedPath(input, &generator) }
            if generator.below(8) == 0, let longer = RequestText.withLongNumber(input, &generator) { return longer }
            return Array(TextMutation.changed(String(decoding: input, as: UTF8.self), &generator).utf8)
        }
    )
}

enum RequestChecks {
    /// - Parameters:
    ///   - input: the request as text.
    ///   - isWhole: whether it is also redacted, and named as an exchange if it is recognized.
    /// - Throws: the first property that does not hold.
    static func check(_ input: [UInt8], isWhole: Bool) throws(PropertyFailure) {
        guard let request = RequestText.request(input) else { return }
        let exchange = Exchange(
            ordinal: 1,
            startedAt: Instant(secondsSince1970: 1_795_132_800),
            durationMicroseconds: 1,
            request: request,
            outcome: .failure("no response")
        )
        let recognized = PassRequest(recognizing: request)
        // To name an exchange is to recognize its request once more: of one that is recognized that is looked at where
        // all is.
        let kind =
            if !isWhole, let recognized { ExchangeKind.operation(recognized.operation) } else {
                ExchangeKind(of: exchange)
            }
        try require(!kind.label.isEmpty, "has-a-name", "")
        try documented(request, kind)
        if isWhole { try RedactionChecks.check(exchange) }
        try ServedReadings.agree(exchange)
        guard let recognized else { return }
        try requireEqual(kind, ExchangeKind.operation(recognized.operation), "kind-of-what-is-recognized")
        let key = recognized.matchKey
        try require(
            key.utf8.allSatisfy { (0x21..<0x7F).contains($0) },
            "match-key-is-plain",
            key.debugDescription
        )
        try writing(recognized)
    }

    /// A call that the pages of reference have is recognized as the one that they say.
    private static func documented(_ request: HTTPRequest, _ kind: ExchangeKind) throws(PropertyFailure) {
        guard let operation = RequestPaths.operation(request.method, request.url), !isOverridden(request) else {
            return
        }
        var found: String?
        if case .operation(let recognized) = kind { found = recognized.rawValue }
        try requireEqual(found, operation, "recognizes-what-the-pages-have")
    }

    /// Checks whether another method may be in the body than in the request line (access-enabler.md §14.1).
    private static func isOverridden(_ request: HTTPRequest) -> Bool {
        guard let body = request.body else { return false }
        return body.contains(UInt8(ascii: "\\")) || HandReadForm.decoded(body).count(of: "_method") > 0
    }

    /// The request on the wire is recognized as itself.
    private static func writing(_ recognized: PassRequest) throws(PropertyFailure) {
        guard let wire = try? recognized.httpRequest() else { return }
        guard let again = PassRequest(recognizing: wire) else {
            // Another host than Adobe's, which the client was told to use.
            guard recognized["Host"] == nil else { return }
            throw PropertyFailure("recognizes-what-it-sends", wire.url)
        }
        try requireEqual(again.operation, recognized.operation, "recognizes-what-it-sends")
        try requireSame(again.matchKey, recognized.matchKey, "match-key-survives-the-wire")
        // The host is where a request is sent, and no field of it.
        let isSent = recognized["Host"] == nil
        // Fields of query and body, each as many as are recognized, may come to stand in one place.
        guard isSent, recognized.parameters.count < PassRequest.recognizedFields else { return }
        // Parameters are equal by their bytes; to print them all takes longer than the rest.
        try requireEqual(
            again.parameters,
            recognized.inSpecificationOrder.parameters,
            "parameters-survive-the-wire"
        )
    }
}

/// A request as text: request line, fields, an empty line, the body.
enum RequestText {
    /// The text with a number of 11 to 19 digits for the value of one of its parameters, fields or members: an id, a
    /// phone number, a time in microseconds; nil if it has none.
    static func withLongNumber(_ input: [UInt8], _ generator: inout SeededGenerator) -> [UInt8]? {
        let marks = input.indices.filter { input[$0] == UInt8(ascii: "=") || input[$0] == UInt8(ascii: ":") }
        guard let mark = generator.element(of: marks) else { return nil }
        let ends = Array("&;,}\r\n ".utf8)
        let end = input[(mark + 1)...].dropFirst().firstIndex { ends.contains($0) } ?? input.endIndex
        return Array(input[...mark]) + Array(generator.number().utf8) + Array(input[max(mark + 1, end)...])
    }

    /// The text with another method and path in its first line, as the pages of reference have them; the query stays.
    static func withDocumentedPath(_ input: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        let (method, url, _) = RequestPaths.example(generator.below(4 * RequestPaths.calls.count))
        let line = input.prefix { $0 != 0x0A && $0 != 0x0D }
        let query = line.drop { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let version = query.isEmpty ? Array(" HTTP/1.1".utf8) : Array(query)
        return Array("\(method) \(url)".utf8) + version + input[line.endIndex...]
    }

    /// Nil if there is no request line.
    static func request(_ input: [UInt8]) -> HTTPRequest? {
        var lines: [ArraySlice<UInt8>] = []
        var rest = input[...]
        while let end = rest.firstIndex(of: 0x0A) {
            var line = rest[..<end]
            if line.last == 0x0D { line = line.dropLast() }
            rest = rest[(end + 1)...]
            if line.isEmpty { break }
            lines.append(line)
        }
        if lines.isEmpty {
            lines = [rest]
            rest = []
        }
        let words = lines[0].split(separator: 0x20, maxSplits: 2).map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 3 else { return nil }
        let headers = lines.dropFirst().map { line in
            let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
            let value = line[colon...].dropFirst().drop { $0 == 0x20 }
            return HeaderField(String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
        }
        return HTTPRequest(
            method: words[0],
            url: words[1],
            version: words[2],
            headers: HeaderFields(headers),
            body: rest.isEmpty ? nil : Array(rest)
        )
    }
}
