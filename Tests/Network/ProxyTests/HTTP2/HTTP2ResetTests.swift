import Testing

@testable import Proxy

/// A server of HTTP/2 that resets a stream, before clients of either version.
@Suite struct HTTP2ResetTests {
    /// Answers the first request and resets the others with CANCEL.
    private static func server(code: UInt8 = 8) async throws -> RawHTTP2Server {
        let ok = FrameBytes.hpack([(":status", "200"), ("content-length", "2")])
        return try await RawHTTP2Server.start { block in
            guard block.stream == 1 else {
                return FrameBytes(type: 3, stream: block.stream, payload: [0, 0, 0, code]).bytes
            }
            return FrameBytes(type: 1, flags: 4, stream: 1, payload: ok).bytes + FrameBytes.body("ok", stream: 1)
        }
    }

    @Test("A GET that the server resets is sent once and recorded once, and is a reset for a client of HTTP/2")
    func reset() async throws {
        let server = try await Self.server()
        let recorder = try await TestRecorder.start()
        let client = try await RawHTTP2Client.connect(through: recorder, to: "localhost:\(server.port)")
        try await client.begin(RawHTTP2Client.request("/1", stream: 1))
        #expect(await client.response(1).body == "ok")
        try await client.client.send(RawHTTP2Client.request("/2", stream: 3))
        let response = await client.response(3)
        #expect(response.reset == 8 && response.status == nil)
        let exchanges = await recorder.events.exchanges(2)
        #expect(server.blocks.map(\.stream) == [1, 3])
        #expect(exchanges.count == 2)
        guard case .failure(let reason)? = exchanges.last?.outcome else {
            Issue.record("it has an answer")
            return
        }
        #expect(reason.contains("CANCEL"))
        await client.close()
        await recorder.stop()
        await server.stop()
    }

    @Test("A client that resets its stream at the head of a redirect has had its answer, and the connection goes on")
    func clientResets() async throws {
        let redirect = FrameBytes.hpack([(":status", "302"), ("location", "/next"), ("content-length", "9")])
        let ok = FrameBytes.hpack([(":status", "200"), ("content-length", "2")])
        let server = try await RawHTTP2Server.start { block in
            guard block.stream > 1 else {
                return FrameBytes(type: 1, flags: 4, stream: 1, payload: redirect).bytes
            }
            return FrameBytes(type: 1, flags: 4, stream: block.stream, payload: ok).bytes
                + FrameBytes.body("ok", stream: block.stream)
        }
        let recorder = try await TestRecorder.start()
        let client = try await RawHTTP2Client.connect(through: recorder, to: "localhost:\(server.port)")
        try await client.begin(RawHTTP2Client.request("/1", stream: 1))
        #expect(await eventually(within: 20) { client.responses[1]?.status == "302" })
        let reset = FrameBytes(type: 3, stream: 1, payload: [0, 0, 0, 8]).bytes
        try await client.client.send(reset + RawHTTP2Client.request("/2", stream: 3))
        #expect(await client.response(3).body == "ok")
        let exchanges = await recorder.events.exchanges(2)
        let first = try #require(exchanges.first { $0.request.url.hasSuffix("/1") })
        #expect(first.response?.status == 302)
        #expect(first.notes.interruption == "the client reset the stream")
        await client.close()
        await recorder.stop()
        await server.stop()
    }

    @Test("A client of HTTP/1.1 is answered 502 with the code")
    func toHTTP1() async throws {
        let server = try await Self.server()
        let recorder = try await TestRecorder.start()
        let client = try await recorder.connect(to: "localhost:\(server.port)")
        try await client.startTLS(host: "localhost", roots: try recorder.roots())
        try await client.send("GET /1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await client.read(until: "ok").contains("HTTP/1.1 200 "))
        try await client.send("GET /2 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let head = await client.read(until: "\r\n\r\n")
        #expect(head.contains("HTTP/1.1 502 ") && head.contains("CANCEL"), "\(head)")
        #expect(server.blocks.count == 2)
        await client.close()
        await recorder.stop()
        await server.stop()
    }

    @Test("A stream that the server has refused was not looked at, and is asked for once more (RFC 9113 §8.7)")
    func refused() async throws {
        let server = try await Self.server(code: 7)
        let recorder = try await TestRecorder.start()
        let client = try await RawHTTP2Client.connect(through: recorder, to: "localhost:\(server.port)")
        try await client.begin(RawHTTP2Client.request("/1", stream: 1))
        #expect(await client.response(1).body == "ok")
        try await client.client.send(RawHTTP2Client.request("/2", stream: 3))
        #expect(await client.response(3).status == "502" || client.responses[3]?.body == "ok")
        #expect(server.blocks.count == 3)
        await client.close()
        await recorder.stop()
        await server.stop()
    }
}
