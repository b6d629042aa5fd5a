import Exchanges
import Foundation
import NIOCore
import NIOHTTP1
import Testing
import VirtualTime

@testable import Proxy
@testable import ProxyProtocol

/// The export of a new recording is held against a file that was written by hand after HAR 1.2
/// (w3c.github.io/web-performance/specs/HAR/Overview.html), and read by another reader of JSON than ours.
@Suite("The export of a new recording is HAR 1.2, member by member") struct NewHARTests {
    /// 2026-11-18T11:06:40.123456Z.
    private static let start = Instant(microsecondsSince1970: 1_795_000_000_123_456)

    private func at(_ milliseconds: Int64) -> Instant { Self.start + .milliseconds(milliseconds) }

    private func draft(_ number: Int, _ method: HTTPMethod, _ path: String, _ headers: HTTPHeaders) -> ExchangeBuilder {
        let url = "https://api.auth.adobe.com" + path
        var draft = ExchangeBuilder(
            HTTPRequestHead(version: .http1_1, method: method, uri: path, headers: headers),
            url: url,
            origin: Origin(isSecure: true, host: "api.auth.adobe.com"),
            client: ClientFacts(connection: 3, version: "HTTP/1.1", origin: nil, isIntercepted: true),
            limits: RecorderLimits(),
            budget: BodyBudget(limit: 1 << 20),
            filter: RecordingFilter(),
            at: Self.start
        )
        draft.begin(number, at: Self.start)
        return draft
    }

    private func head(_ status: HTTPResponseStatus, _ headers: HTTPHeaders = [:]) -> HTTPResponseHead {
        HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    }

    /// Connecting took 4 ms, of which TLS 3; sending, waiting and receiving as the instants say.
    private static let connected = UpstreamFacts(
        connection: 5,
        address: "192.0.2.7",
        version: "HTTP/1.1",
        isReused: false,
        connectMicroseconds: 1_000,
        handshakeMicroseconds: 3_000,
        isVerified: true
    )

    private func archive(_ drafts: ExchangeBuilder...) throws -> [UInt8] {
        let exchanges = try drafts.map { draft in
            guard case .exchange(let seen) = draft.result() else { throw SkippedExchange() }
            return seen.exchange
        }
        return HAR.serialized(
            Recording(information: RecordingInformation(creator: "kinescope record"), exchanges: exchanges)
        )
    }

    private struct SkippedExchange: Error {}

    /// Returns the differences of two values: the path, and both.
    private func differences(_ one: Any?, _ other: Any?, _ path: String = "log") -> [String] {
        if let one = one as? [String: Any], let other = other as? [String: Any] {
            return Set(one.keys).union(other.keys).sorted().flatMap {
                differences(one[$0], other[$0], "\(path).\($0)")
            }
        }
        if let one = one as? [Any], let other = other as? [Any], one.count == other.count {
            return zip(one, other).enumerated().flatMap { differences($1.0, $1.1, "\(path)[\($0)]") }
        }
        if let one = one as? NSNumber, let other = other as? NSNumber, one == other { return [] }
        if let one = one as? String, let other = other as? String, one == other { return [] }
        return ["\(path): \(one ?? "absent"), by hand \(other ?? "absent")"]
    }

    private func log(_ bytes: [UInt8]) throws -> Any? {
        (try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])?["log"]
    }

    private func entries(_ entries: String) -> [UInt8] {
        Array(
            #"""
            {"log":{"version":"1.2","creator":{"name":"kinescope record","version":""},"entries":[\#(entries)]}}
            """#.utf8
        )
    }

    @Test("A compressed answer: bodySize is what came, content.size what it decodes to; cookies stand a second time")
    func compressed() throws {
        var draft = draft(
            1,
            .POST,
            "/reggie/v1/KITETV/regcode?format=json&q=a+b",
            [
                "Host": "api.auth.adobe.com", "Cookie": "sid=1; theme=dark", "Content-Type": "application/json",
                "Content-Length": "12",
            ]
        )
        draft.upstream(Self.connected)
        draft.requestBody(ByteBuffer(string: #"{"ttl":1800}"#), at: at(5))
        draft.requestEnded(trailers: nil, at: at(6))
        draft.informational(head(.custom(code: 103, reasonPhrase: "Early Hints"), ["Link": "</a.css>"]), at: at(20))
        draft.responseHead(
            head(
                .ok,
                [
                    "Content-Type": "application/json", "Content-Encoding": "gzip", "Content-Length": "80",
                    "Set-Cookie": "sid=2; Path=/reggie; Domain=adobe.com; Secure; HttpOnly", "set-cookie": "t=; Path=/",
                ]
            ),
            at: at(56)
        )
        draft.responseBody(ByteBuffer(bytes: Coded.gzip), at: at(60))
        draft.responseEnded(trailers: nil, at: at(66))
        let written = try archive(draft)
        let byHand = entries(
            #"""
            {"startedDateTime":"2026-11-18T11:06:40.123456Z","time":66,
            "request":{"method":"POST","url":"https://api.auth.adobe.com/reggie/v1/KITETV/regcode?format=json&q=a+b",
            "httpVersion":"HTTP/1.1","cookies":[{"name":"sid","value":"1"},{"name":"theme","value":"dark"}],
            "headers":[{"name":"Host","value":"api.auth.adobe.com"},{"name":"Cookie","value":"sid=1; theme=dark"},
            {"name":"Content-Type","value":"application/json"},{"name":"Content-Length","value":"12"}],
            "queryString":[{"name":"format","value":"json"},{"name":"q","value":"a b"}],
            "postData":{"mimeType":"application/json","params":[],"text":"{\"ttl\":1800}"},"headersSize":-1,"bodySize":12},
            "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1",
            "cookies":[{"name":"sid","value":"2","path":"/reggie","domain":"adobe.com","httpOnly":true,"secure":true},
            {"name":"t","value":"","path":"/","domain":"","httpOnly":false,"secure":false}],
            "headers":[{"name":"Content-Type","value":"application/json"},{"name":"Content-Encoding","value":"gzip"},
            {"name":"Content-Length","value":"80"},
            {"name":"Set-Cookie","value":"sid=2; Path=/reggie; Domain=adobe.com; Secure; HttpOnly"},
            {"name":"set-cookie","value":"t=; Path=/"}],
            "content":{"size":87,"mimeType":"application/json",
            "text":"{\"status\":\"200\",\"message\":\"tuned in to the kite channel, tuned in to the kite channel\"}"},
            "redirectURL":"","headersSize":-1,"bodySize":80},
            "cache":{},"timings":{"connect":4,"ssl":3,"send":2,"wait":50,"receive":10},
            "serverIPAddress":"192.0.2.7","connection":"5",
            "_kinescope":{"clientConnection":3,"isIntercepted":true,"certificate":"verified",
            "informational":[{"status":103,"reason":"Early Hints","headers":[{"name":"Link","value":"</a.css>"}]}]}}
            """#
        )
        #expect(differences(try log(written), try log(byHand)) == [])
        let read = try HAR.recording(parsing: byHand).exchanges
        let own = try HAR.recording(parsing: written).exchanges
        #expect(read.map(\.request) == own.map(\.request) && read.map(\.outcome) == own.map(\.outcome))
        #expect(read.map(\.notes) == own.map(\.notes))
    }

    @Test("A request without a response has status 0, sizes that nobody knows, and says why beside")
    func failure() throws {
        var draft = draft(1, .GET, "/api/v1/checkauthn", ["Host": "api.auth.adobe.com"])
        draft.upstream(Self.connected)
        draft.requestEnded(trailers: nil, at: at(6))
        draft.failed("the server closed the connection", isUnanswered: true, at: at(16))
        let written = try archive(draft)
        let byHand = entries(
            #"""
            {"startedDateTime":"2026-11-18T11:06:40.123456Z","time":16,
            "request":{"method":"GET","url":"https://api.auth.adobe.com/api/v1/checkauthn","httpVersion":"HTTP/1.1",
            "cookies":[],"headers":[{"name":"Host","value":"api.auth.adobe.com"}],"queryString":[],"headersSize":-1,"bodySize":0},
            "response":{"status":0,"statusText":"","httpVersion":"","cookies":[],"headers":[],
            "content":{"size":0,"mimeType":""},"redirectURL":"","headersSize":-1,"bodySize":-1,
            "_error":"the server closed the connection"},
            "cache":{},"timings":{"connect":4,"ssl":3,"send":2,"wait":10,"receive":0},
            "serverIPAddress":"192.0.2.7","connection":"5",
            "_kinescope":{"clientConnection":3,"isIntercepted":true,"certificate":"verified"}}
            """#
        )
        #expect(differences(try log(written), try log(byHand)) == [])
    }

    @Test("A redirect without a body, bytes that are no text, and an answer that the client has already")
    func others() throws {
        var redirect = draft(1, .GET, "/api/v1/authenticate", ["Host": "api.auth.adobe.com"])
        redirect.requestEnded(trailers: nil, at: at(1))
        redirect.responseHead(
            head(.found, ["Location": "https://kite.example/done", "Content-Length": "0"]),
            at: at(2)
        )
        redirect.responseEnded(trailers: nil, at: at(3))
        var image = draft(2, .GET, "/m.png", ["Host": "api.auth.adobe.com"])
        image.requestEnded(trailers: nil, at: at(1))
        image.responseHead(head(.ok, ["Content-Type": "image/png"]), at: at(2))
        image.responseBody(ByteBuffer(bytes: [0x89, 0x50, 0x4E, 0x47]), at: at(3))
        image.responseEnded(trailers: nil, at: at(4))
        var known = draft(3, .GET, "/config", ["Host": "api.auth.adobe.com", "If-None-Match": "\"a\""])
        known.requestEnded(trailers: nil, at: at(1))
        known.responseHead(head(.notModified, ["ETag": "\"a\"", "Content-Encoding": "gzip"]), at: at(2))
        known.responseEnded(trailers: nil, at: at(3))
        let written = try archive(redirect, image, known)
        func entry(_ path: String, _ headers: String, _ response: String, time: Int) -> String {
            #"""
            {"startedDateTime":"2026-11-18T11:06:40.123456Z","time":\#(time),
            "request":{"method":"GET","url":"https://api.auth.adobe.com\#(path)","httpVersion":"HTTP/1.1",
            "cookies":[],"headers":[{"name":"Host","value":"api.auth.adobe.com"}\#(headers)],"queryString":[],
            "headersSize":-1,"bodySize":0},
            "response":{"httpVersion":"HTTP/1.1","cookies":[],"headersSize":-1,\#(response)},
            "cache":{},"timings":{"send":1,"wait":1,"receive":\#(time - 2)},
            "_kinescope":{"clientConnection":3,"isIntercepted":true}}
            """#
        }
        let byHand = entries(
            [
                entry(
                    "/api/v1/authenticate",
                    "",
                    #"""
                    "status":302,"statusText":"Found","redirectURL":"https://kite.example/done","bodySize":0,
                    "headers":[{"name":"Location","value":"https://kite.example/done"},{"name":"Content-Length","value":"0"}],
                    "content":{"size":0,"mimeType":""}
                    """#,
                    time: 3
                ),
                entry(
                    "/m.png",
                    "",
                    #"""
                    "status":200,"statusText":"OK","redirectURL":"","bodySize":4,
                    "headers":[{"name":"Content-Type","value":"image/png"}],
                    "content":{"size":4,"mimeType":"image/png","text":"iVBORw==","encoding":"base64"}
                    """#,
                    time: 4
                ),
                // "Set to zero in case of responses coming from the cache (304)", whatever its header fields say.
                entry(
                    "/config",
                    #",{"name":"If-None-Match","value":"\"a\""}"#,
                    #"""
                    "status":304,"statusText":"Not Modified","redirectURL":"","bodySize":0,
                    "headers":[{"name":"ETag","value":"\"a\""},{"name":"Content-Encoding","value":"gzip"}],
                    "content":{"size":0,"mimeType":""}
                    """#,
                    time: 3
                ),
            ].joined(separator: ",")
        )
        #expect(differences(try log(written), try log(byHand)) == [])
    }
}
