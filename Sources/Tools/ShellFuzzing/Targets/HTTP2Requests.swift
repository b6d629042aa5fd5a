import FuzzReadings
import Fuzzing
import NIOHTTP1
import ProxyProtocol

/// A request of HTTP/2 as text: a field on each line, an empty line, the body; behind another empty line trailers.
///
/// A text of HTTP/1.1 never begins with a colon, a list of fields of HTTP/2 always does: pseudo-header fields come first.
/// The list is what HPACK would give: names and values in any bytes but line feeds, with nothing taken off them.
struct HTTP2Text {
    var fields: [HTTP2RequestHead.Field]
    /// Nil if the head ends the stream.
    var body: [UInt8]?
    var trailers: [HTTP2RequestHead.Field] = []

    /// Nil if the text begins with something else than a colon.
    init?(_ input: [UInt8]) {
        guard input.first == UInt8(ascii: ":") else { return nil }
        let (head, behind) = Self.section(input[...])
        fields = Self.fields(head)
        guard let behind else { return }
        let (body, rest) = Self.section(behind)
        self.body = Array(body)
        trailers = rest.map(Self.fields) ?? []
    }

    /// Returns the parts before and behind the first empty line; the second is nil if there is none.
    private static func section(_ text: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, ArraySlice<UInt8>?) {
        for end in text.indices.dropLast() where text[end] == 0x0A && text[end + 1] == 0x0A {
            return (text[..<end], text[(end + 2)...])
        }
        return (text, nil)
    }

    /// Lines as fields: a name, a colon with a blank behind it that belong to neither, a value.
    private static func fields(_ text: ArraySlice<UInt8>) -> [HTTP2RequestHead.Field] {
        text.split(separator: 0x0A).map { line in
            // The first byte is no separator: it may be that of a pseudo-header field.
            let colon = line.dropFirst().firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
            var value = line[colon...].dropFirst()
            if value.first == 0x20 { value.removeFirst() }
            return HTTP2RequestHead.Field(
                String(decoding: line[..<colon], as: UTF8.self),
                String(decoding: value, as: UTF8.self)
            )
        }
    }

    // MARK: What the library passes

    /// True if the stream gets to the recorder at all.
    ///
    /// What RFC 9113 §8.1.1, §8.2 and §8.3 call malformed the library refuses, so that none of it is the recorder's to
    /// see: other names and values, fields of a connection, pseudo-header fields that are not those of a request, a
    /// body that is not as long as it states.
    var isPassed: Bool {
        let pseudo = fields.prefix { $0.name.utf8.first == UInt8(ascii: ":") }
        let others = fields[pseudo.endIndex...] + trailers
        let names = pseudo.map(\.name)
        guard Set(names).count == names.count,
            [":method", ":scheme", ":path"].allSatisfy(names.contains),
            names.allSatisfy([":method", ":scheme", ":path", ":authority"].contains),
            pseudo.allSatisfy({ $0.value.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } }),
            value(":method") != "CONNECT", value(":path") != "",
            others.allSatisfy({ Self.isPassed($0) })
        else { return false }
        let lengths = Set(fields.filter { $0.name == "content-length" }.map { $0.value })
        let length = value(":method") == "HEAD" ? 0 : body?.count ?? 0
        return lengths.allSatisfy { Int($0) == length } && lengths.count <= 1
    }

    private static func isPassed(_ field: HTTP2RequestHead.Field) -> Bool {
        let name = Array(field.name.utf8)
        let forbidden = ["connection", "transfer-encoding", "proxy-connection", "keep-alive", "upgrade"]
        guard StrictReader.isToken(name[...]), !name.contains(where: { (0x41...0x5A).contains($0) }),
            !forbidden.contains(field.name), field.name != "te" || field.value == "trailers"
        else { return false }
        return field.value.utf8.allSatisfy { $0 != 0 && $0 != 0x0A && $0 != 0x0D }
    }

    private func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    // MARK: What becomes of it

    /// The request as it is handed on, in the form of HTTP/1.1 that the library gives it; nil if its stream is refused.
    var request: ReadRequests.Request? {
        guard isPassed, let checked = try? HTTP2RequestHead(fields) else { return nil }
        func value(_ name: String) -> String { checked.fields.first { $0.name == name }?.value ?? "" }
        let isEnded = body == nil
        var headers: [(String, String)] = []
        if !checked.fields.contains(where: { $0.name == "host" }) { headers.append(("host", value(":authority"))) }
        let method = HTTPMethod(rawValue: value(":method"))
        let expectsBody = ![.GET, .HEAD, .DELETE, .CONNECT, .TRACE].contains(method)
        if expectsBody, !checked.fields.contains(where: { $0.name == "content-length" }) {
            headers.append(isEnded ? ("content-length", "0") : ("transfer-encoding", "chunked"))
        }
        headers += checked.fields.filter { $0.name.utf8.first != UInt8(ascii: ":") }.map { ($0.name, $0.value) }
        let head = HTTPRequestHead(
            version: HTTPVersion(major: 2, minor: 0),
            method: method,
            uri: value(":path"),
            headers: HTTPHeaders(headers)
        )
        let trailers = trailers.isEmpty ? nil : HTTPHeaders(trailers.map { ($0.name, $0.value) })
        return ReadRequests.Request(head: head, body: body ?? [], trailers: trailers, hasEnded: true)
    }

    /// Checks that what is sent on states what the list did: whom it is for, what it requests, and each field in its
    /// place.
    ///
    /// - Parameters:
    ///   - sent: the request as the server reads it.
    ///   - keepsHost: whether the server is named as the client named it.
    /// - Throws: the first property that does not hold.
    func check(_ sent: StrictRequest, keepsHost: Bool) throws(PropertyFailure) {
        try requireEqual(sent.method, value(":method") ?? "", "http2-method")
        try requireEqual(sent.target, value(":path") ?? "", "http2-path")
        try requireEqual(sent.body, body ?? [], "http2-body")
        if keepsHost {
            let named = [":authority", "host"].compactMap(value).first ?? ""
            try requireEqual(sent.values("host"), [Self.withoutBlanks(named)], "http2-one-host")
        }
        // RFC 9113 §8.2.3: the pieces of a cookie are one field everywhere else.
        let crumbs = fields.filter { $0.name == "cookie" }.map(\.value)
        let cookie = crumbs.isEmpty ? [] : [Self.withoutBlanks(crumbs.joined(separator: "; "))]
        try requireEqual(sent.values("cookie"), cookie, "http2-one-cookie")
        let handled = [
            "host", "cookie", "te", "accept-encoding", "content-length", "proxy-authorization", "proxy-authenticate",
        ]
        let came = fields.filter { $0.name.utf8.first != UInt8(ascii: ":") && !handled.contains($0.name) }
        let went = sent.fields.filter { !(handled + ["transfer-encoding", "connection"]).contains($0.name) }
        try requireEqual(went.map(\.name), came.map(\.name), "http2-fields")
        try requireEqual(went.map(\.value), came.map { Self.withoutBlanks($0.value) }, "http2-fields")
    }

    private static func withoutBlanks(_ text: String) -> [UInt8] {
        Array(text.utf8.trimming { $0 == 0x20 || $0 == 0x09 })
    }
}
