import NIOHTTP1
import Testing

@testable import Proxy

/// Requests of HTTP/2 that could be read in two ways, before a server that speaks HTTP/1.1.
@Suite struct HTTP2RequestCheckTests {
    /// Sends what `requests` says on one connection, then another request, and hands over what came of it.
    private func sent(
        _ bytes: [UInt8],
        protocols: [String] = ["http/1.1"],
        expects: (RawHTTP2Client, TestOrigin, TestRecorder) async throws -> Void
    ) async throws {
        let origin = try await TestOrigin.secure(protocols: protocols) { .text($0.uri) }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await RawHTTP2Client.connect(through: recorder, to: "localhost:\(origin.port)")
            try await client.begin(bytes)
            try await client.client.send(RawHTTP2Client.request("/after", stream: 101))
            #expect(await client.response(101).body == "/after", "the connection goes on")
            try await expects(client, origin, recorder)
            await client.close()
        }
    }

    /// The same before a server or before the service that is served: what comes out, and what is recorded of it.
    private func refused(_ bytes: [UInt8], _ behind: Behind) async throws -> [String] {
        var notices: [String] = []
        try await behind.run { running in
            let client = try await RawHTTP2Client.connect(through: running.recorder, to: running.authority)
            try await client.begin(bytes)
            try await client.client.send(RawHTTP2Client.request("/after", stream: 101))
            #expect(await client.response(101).status == running.status, "the connection goes on")
            #expect(client.responses[1]?.reset == 1, "PROTOCOL_ERROR")
            #expect(client.responses[1]?.status == nil)
            #expect(running.paths() == ["/after"])
            let urls = await running.recorder.events.exchanges(1).map(\.request.url)
            #expect(urls.count == 1 && urls.first?.hasSuffix("/after") == true)
            notices = await running.recorder.events.notices(1).map { "\($0)" }
            await client.close()
        }
        return notices
    }

    @Test(
        "A length that could be read in two ways resets the stream, and nothing of it reaches a server",
        .timeLimit(.minutes(2)),
        arguments: [
            [""], ["+35"], ["35,35"], ["35", "35"], ["-0"], [" 35"], ["35 "], ["3 5"], ["35", "36"], ["0x23"],
        ],
        Behind.allCases
    )
    func lengths(values: [String], behind: Behind) async throws {
        let smuggled = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"
        let fields = values.map { ("content-length", $0) }
        let bytes =
            RawHTTP2Client.request("/1", method: "POST", stream: 1, fields, ends: false)
            + FrameBytes.body(smuggled, stream: 1)
        _ = try await refused(bytes, behind)
    }

    @Test("A length with zeros before it goes on as the number", .timeLimit(.minutes(2)))
    func zeros() async throws {
        let bytes =
            RawHTTP2Client.request("/1", method: "POST", stream: 1, [("content-length", "0010")], ends: false)
            + FrameBytes.body("0123456789", stream: 1)
        try await sent(bytes) { client, origin, _ in
            #expect(await client.response(1).body == "/1")
            let request = try #require(origin.requests.first { $0.uri == "/1" })
            #expect(request.headers["content-length"] == ["10"] && request.text == "0123456789")
        }
    }

    @Test(
        "Two hosts, or a URL for a path, reset the stream",
        .timeLimit(.minutes(2)),
        arguments: [("/1", "b.example"), ("http://b.example/1", "localhost"), ("1", "localhost")],
        Behind.allCases
    )
    func hosts(target: (path: String, host: String), behind: Behind) async throws {
        let request = RawHTTP2Client.request(target.path, stream: 1, [("host", target.host)])
        #expect(try await refused(request, behind).contains { $0.contains("a request of HTTP/2 is malformed") })
    }

    @Test(
        "No host, or no path, resets the stream",
        .timeLimit(.minutes(2)),
        arguments: [":authority", ":path"],
        Behind.allCases
    )
    func missing(name: String, behind: Behind) async throws {
        let fields = [(":method", "CONNECT"), (":scheme", "https"), (":path", "/1"), (":authority", "localhost")]
        let left = fields.filter { $0.0 != name && (name == ":authority" || $0.0 != ":scheme") }
            .map { $0.0 == ":method" && name == ":authority" ? (":method", "GET") : $0 }
        _ = try await refused(FrameBytes.block(left, stream: 1), behind)
    }

    @Test("A host without an authority is served", .timeLimit(.minutes(2)), arguments: [["http/1.1"], ["h2"]])
    func hostAlone(protocols: [String]) async throws {
        let fields = [(":method", "GET"), (":scheme", "https"), (":path", "/1"), ("host", "kite.example")]
        try await sent(FrameBytes.block(fields, stream: 1), protocols: protocols) { client, origin, _ in
            #expect(await client.response(1).body == "/1")
            #expect(origin.requests.first { $0.uri == "/1" }?.headers["host"] == ["kite.example"])
        }
    }

    /// RFC 9113 §8.2.3.
    @Test("The crumbs of a cookie are one cookie for the server and in the recording", .timeLimit(.minutes(2)))
    func cookies() async throws {
        let crumbs = [("cookie", "a=b"), ("x", "1"), ("cookie", "c=d")]
        try await sent(RawHTTP2Client.request("/1", stream: 1, crumbs)) { client, origin, recorder in
            #expect(await client.response(1).body == "/1")
            #expect(origin.requests.first { $0.uri == "/1" }?.headers["cookie"] == ["a=b; c=d"])
            let exchange = await recorder.events.exchanges(2).first { $0.request.url.hasSuffix("/1") }
            #expect(exchange?.request.headers.filter { $0.isNamed("cookie") }.map(\.value) == ["a=b; c=d"])
        }
    }

    @Test(
        "A method is passed on, or answered 501, whatever the client speaks",
        .timeLimit(.minutes(2)),
        arguments: ["BREW", "get", "QUERY", "M-SEARCH", "SOURCE", "GETS"]
    )
    func methods(method: String) async throws {
        try await sent(RawHTTP2Client.request("/1", method: method, stream: 1)) { client, origin, recorder in
            let modern = await client.response(1).status
            let old = try await recorder.connect(to: "localhost:\(origin.port)")
            try await old.startTLS(host: "localhost", roots: try recorder.roots())
            try await old.send("\(method) /1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let line = await old.read(until: "\r\n")
            #expect(line.hasPrefix("HTTP/1.1 \(modern ?? "") "), "\(line)")
            #expect(modern == (["QUERY", "M-SEARCH", "SOURCE"].contains(method) ? "200" : "501"))
            await old.close()
        }
    }
}
