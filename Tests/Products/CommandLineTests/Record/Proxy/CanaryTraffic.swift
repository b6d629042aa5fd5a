import Documents
import Exchanges
import Foundation

/// Exchanges with a secret in every place that can hold one, as a client and a server say them.
///
/// They are those of the ``CanaryCapture``, and further ones with what only live traffic has.
struct CanaryTraffic: Sendable {
    /// A request and how it is answered.
    struct Exchange: Sendable {
        var method = "GET"
        var url: String
        var fields: [(String, String)] = []
        var body: [UInt8] = []
        var trailers: [(String, String)] = []
        var answer: [UInt8]
        var pause: UInt32 = 0
    }

    private(set) var exchanges: [Exchange] = []
    private(set) var canaries: [CanaryCapture.Canary] = []
    /// The password of the proxy, after `tester:`.
    private(set) var password = ""
    /// The report of an app, as JSON Lines.
    private(set) var vsaLog = ""

    init() throws {
        let capture = try CanaryCapture()
        canaries = capture.canaries
        vsaLog = capture.vsaLog
        try addCaptured(capture.archive)
        password = canary("password of the proxy")
        addHeads()
        addBodies()
        addBrokenOff()
    }

    private mutating func canary(_ place: String) -> String {
        let number = canaries.count + 1
        let value = "Canary\(number)-\(String(number &* 2_654_435_761, radix: 36))~Zq/+x\(number * 7919)"
        canaries.append(CanaryCapture.Canary(place: place, value: value))
        return value
    }

    // MARK: The capture

    private mutating func addCaptured(_ archive: String) throws {
        let entries = try JSONValue(parsing: Array(archive.utf8))["log"]?["entries"]?.array ?? []
        for (index, entry) in entries.enumerated() {
            guard let request = entry["request"], let response = entry["response"] else { continue }
            let content = response["content"]
            var body = Array((content?["text"]?.string ?? "").utf8)
            if content?["encoding"]?.string == "base64" {
                body = try Base64.decode(String(decoding: body, as: UTF8.self))
            }
            let fields = Self.fields(response)
            let status = response["status"]?.number?.int64 ?? 200
            exchanges.append(
                Exchange(
                    method: request["method"]?.string ?? "GET",
                    url: (request["url"]?.string ?? "").replacing(/^https:/, with: "http:"),
                    fields: Self.fields(request),
                    body: Array((request["postData"]?["text"]?.string ?? "").utf8),
                    answer: Self.answer(Int(status), fields, body, Framing(rawValue: index % 3) ?? .length)
                )
            )
        }
    }

    private static func fields(_ message: JSONValue) -> [(String, String)] {
        (message["headers"]?.array ?? []).compactMap { field in
            guard let name = field["name"]?.string, let value = field["value"]?.string, !name.hasPrefix(":"),
                !framing.contains(name.lowercased())
            else { return nil }
            return (name, value)
        }
    }

    private static let framing: Set = [
        "host", "content-length", "transfer-encoding", "content-encoding", "connection", "proxy-authorization",
    ]

    // MARK: What a capture has not

    private mutating func addHeads() {
        exchanges.append(
            Exchange(
                method: "POST",
                url: "http://api.auth.adobe.com/o/client/token?access_token=\(percent(canary("query of a POST")))",
                fields: [
                    ("Content-Type", "application/x-www-form-urlencoded"), ("Trailer", "X-Auth-Token"),
                    ("Cookie", "sid=\(canary("cookie of a POST"))"),
                ],
                body: Array("user=kite&password=\(percent(canary("password in a form in chunks")))".utf8),
                trailers: [("X-Auth-Token", canary("trailer of a request"))],
                answer: Array(
                    """
                    HTTP/1.1 103 Early Hints\r\nSet-Cookie: early=\(canary("cookie of an informational answer"))\r\n\r\n\
                    HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: Set-Cookie\r\n\
                    Authorization: Bearer \(canary("authorization in an answer"))\r\n\r\n\
                    2\r\nok\r\n0\r\nSet-Cookie: late=\(canary("cookie in a trailer"))\r\n\r\n
                    """.utf8
                ),
                // So long that it is written before its end, too.
                pause: 700_000
            )
        )
        exchanges.append(
            Exchange(
                url: "http://kite:\(percent(canary("password in a URL")))@play.kite.example/private",
                fields: [("Authorization", "Bearer \(canary("bearer token"))")],
                answer: Self.answer(
                    302,
                    [("Location", "https://play.kite.example/in?refresh_token=\(percent(canary("Location")))")],
                    [],
                    .length
                )
            )
        )
        exchanges.append(
            Exchange(
                url: "http://live.kite.example/socket?token=\(percent(canary("query of a WebSocket")))",
                fields: [
                    ("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"),
                    ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
                    ("Cookie", "sid=\(canary("cookie of a WebSocket"))"),
                    ("Authorization", "Bearer \(canary("authorization of a WebSocket"))"),
                ],
                answer: Array(
                    """
                    HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                    Set-Cookie: ws=\(canary("cookie of a WebSocket's answer"))\r\n\r\n\
                    said in the other protocol: \(canary("bytes after an upgrade"))
                    """.utf8
                )
            )
        )
    }

    private mutating func addBodies() {
        let document = "<samlp:Response><saml:NameID>\(canary("subject in a SAML form"))</saml:NameID></samlp:Response>"
        exchanges.append(
            Exchange(
                method: "POST",
                url: "http://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer",
                fields: [("Content-Type", "application/x-www-form-urlencoded")],
                body: Array("SAMLResponse=\(percent(Base64.encode(Array(document.utf8))))&RelayState=x".utf8),
                answer: Self.answer(
                    200,
                    [("Content-Type", "text/xml")],
                    Array("<token><userId>\(canary("element of XML"))</userId></token>".utf8),
                    .gzip
                )
            )
        )
        exchanges.append(
            Exchange(
                method: "POST",
                url: "http://play.kite.example/login",
                fields: [("Content-Type", "application/json"), ("Content-Encoding", "gzip")],
                body: Gzip.stored(Array(#"{"password": "\#(canary("password in JSON under gzip"))"}"#.utf8)),
                answer: Self.answer(
                    200,
                    [("Content-Type", "application/json")],
                    Array(#"[{"a": [{"access_token": "\#(canary("token deep in JSON"))"}]}]"#.utf8),
                    .chunks
                )
            )
        )
        let boundary = "kite"
        exchanges.append(
            Exchange(
                method: "POST",
                url: "http://play.kite.example/form",
                fields: [("Content-Type", "multipart/form-data; boundary=\(boundary)")],
                body: Array(
                    """
                    --\(boundary)\r\nContent-Disposition: form-data; name="password"\r\n\r\n\
                    \(canary("part of a form"))\r\n--\(boundary)--\r\n
                    """.utf8
                ),
                answer: Self.answer(204, [], [], .length)
            )
        )
    }

    private mutating func addBrokenOff() {
        // More than is recorded: no JSON any more.
        let rows = String(repeating: #"{"row": "0123456789"}, "#, count: 4_000)
        exchanges.append(
            Exchange(
                url: "http://play.kite.example/long",
                answer: Self.answer(
                    200,
                    [("Content-Type", "application/json")],
                    Array(
                        #"{"access_token": "\#(canary("token in JSON that is cut"))", "rows": [\#(rows)], "end": 1}"#
                            .utf8
                    ),
                    .chunks
                )
            )
        )
        exchanges.append(
            Exchange(
                url: "http://play.kite.example/broken?token=\(percent(canary("query of what breaks off")))",
                answer: Array(
                    """
                    HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n\
                    {"refresh_token": "\(canary("token in JSON that breaks off"))", "more": "
                    """.utf8
                )
            )
        )
        exchanges.append(
            Exchange(
                url: "http://play.kite.example/none?token=\(percent(canary("query of what has no answer")))",
                fields: [("Cookie", "sid=\(canary("cookie of what has no answer"))")],
                answer: []
            )
        )
    }

    // MARK: Bytes

    enum Framing: Int {
        case length, chunks, gzip
    }

    private static func answer(
        _ status: Int,
        _ fields: [(String, String)],
        _ body: [UInt8],
        _ framing: Framing
    ) -> [UInt8] {
        let head = "HTTP/1.1 \(status) X\r\n" + fields.map { "\($0): \($1)\r\n" }.joined()
        guard status != 204, status != 304 else { return Array("\(head)\r\n".utf8) }
        switch framing {
        case .length: return Array("\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body
        case .chunks: return Array("\(head)Transfer-Encoding: chunked\r\n\r\n".utf8) + chunks(body, of: 1_001)
        case .gzip:
            return Array("\(head)Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
                + chunks(Gzip.stored(body), of: 11)
        }
    }

    /// A body in chunks of a size, without trailers.
    static func chunks(_ body: [UInt8], of size: Int, trailers: [(String, String)] = []) -> [UInt8] {
        var result: [UInt8] = []
        for start in stride(from: 0, to: body.count, by: size) {
            let piece = body[start..<min(body.count, start + size)]
            result += Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + [0x0D, 0x0A]
        }
        return result + Array("0\r\n\(trailers.map { "\($0): \($1)\r\n" }.joined())\r\n".utf8)
    }

    private func percent(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~")))
            ?? text
    }
}
