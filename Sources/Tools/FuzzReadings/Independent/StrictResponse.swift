/// A response of HTTP/1, read letter by letter as RFC 9112 writes it and no other way: what a client would make of it that
/// forgives nothing.
package struct StrictResponse {
    /// The lines before a body.
    package struct Head {
        package var version = ""
        package var status = 0
        package var reason: [UInt8] = []
        /// Names in lower case, values without the blanks around them.
        package var fields: [StrictReader.Field] = []

        /// The values of a field.
        package func values(_ name: String) -> [[UInt8]] { fields.filter { $0.name == name }.map(\.value) }

        /// True if it states that the connection ends with it (RFC 9110 §7.6.1: a list of options, in any case).
        var closes: Bool {
            values("connection").flatMap { $0.split(separator: UInt8(ascii: ",")) }
                .contains { option in
                    String(decoding: option, as: UTF8.self).lowercased()
                        .split { $0 == " " || $0 == "\t" } == ["close"]
                }
        }
    }

    /// The heads before the response's own: 100, 103.
    package var interim: [Head] = []
    package var head = Head()
    package var body: [UInt8] = []
    package var trailers: [StrictReader.Field] = []
    /// True if nothing but the end of the connection shows where the body ends.
    package var endsWithConnection = false

    /// Reads one response from the beginning of the bytes, and answers what follows it.
    ///
    /// - Parameters:
    ///   - bytes: all that comes on the connection until its end.
    ///   - isForHead: whether HEAD is what it answers.
    /// - Returns: the response, and the bytes behind it.
    /// - Throws: ``StrictReader/Fault`` where the bytes are no response, or only a part of one.
    package static func read(
        _ bytes: [UInt8],
        isForHead: Bool
    ) throws(StrictReader.Fault) -> (response: StrictResponse, rest: ArraySlice<UInt8>) {
        var reader = StrictReader(bytes: bytes)
        var response = StrictResponse()
        response.head = try head(&reader)
        while (100...199).contains(response.head.status), response.head.status != 101 {
            response.interim.append(response.head)
            // RFC 9112 §9.6: who reads "close" closes the connection behind the response that says it.
            guard !response.head.closes else { throw reader.fault("the connection ends with \(response.head.status)") }
            response.head = try head(&reader)
        }
        let fields = response.head.fields
        // RFC 9112 §6.3: what these say of a length is not about bytes that follow.
        if isForHead || [101, 204, 304].contains(response.head.status) {
            try Self.oneLength(fields, reader)
        } else if let (body, trailers) = try reader.body(fields) {
            (response.body, response.trailers) = (body, trailers)
        } else {
            response.endsWithConnection = true
            response.body = Array(bytes[reader.offset...])
            reader.offset = bytes.count
        }
        return (response, bytes[reader.offset...])
    }

    private static func head(_ reader: inout StrictReader) throws(StrictReader.Fault) -> Head {
        var head = Head()
        let words = try reader.line().split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 3, words[1].count == 3, let status = StrictReader.number(words[1], radix: 10),
            status >= 100, words[2].allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F })
        else { throw reader.fault("this is not a status line") }
        head.version = String(decoding: words[0], as: UTF8.self)
        guard ["HTTP/1.1", "HTTP/1.0"].contains(head.version) else { throw reader.fault("this is not HTTP/1") }
        head.status = status
        head.reason = Array(words[2])
        head.fields = try reader.fields()
        // RFC 9110 §8.6, RFC 9112 §6.1: there is nothing to tell the length of, and HTTP/1.0 has no chunks.
        let hasLength = head.fields.contains { $0.name == "content-length" }
        let hasCoding = head.fields.contains { $0.name == "transfer-encoding" }
        if status < 200 || status == 204, hasLength || hasCoding {
            throw reader.fault("\(status) gives a length")
        }
        // RFC 9110 §15.2, RFC 9112 §6.1.
        if head.version == "HTTP/1.0", hasCoding || status < 200 {
            throw reader.fault("HTTP/1.0 has no transfer coding, and nothing before the response")
        }
        return head
    }

    /// A length that no bytes follow is a number all the same, and told once.
    private static func oneLength(
        _ fields: [StrictReader.Field],
        _ reader: StrictReader
    ) throws(StrictReader.Fault) {
        let told = fields.filter { ["content-length", "transfer-encoding"].contains($0.name) }
        guard told.count <= 1 else { throw reader.fault("a length is given twice") }
        if let length = told.first, length.name == "content-length",
            StrictReader.number(length.value[...], radix: 10) == nil
        {
            throw reader.fault("the length is not a number")
        }
    }
}
