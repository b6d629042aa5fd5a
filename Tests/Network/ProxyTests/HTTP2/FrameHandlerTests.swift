import NIOCore
import NIOHPACK
import NIOHTTP1
import Testing

@testable import Proxy
@testable import ProxyProtocol

/// Heads of any size on connections of HTTP/2, which other streams share.
@Suite struct FrameHandlerTests {
    /// A text of so many bytes that does not repeat itself soon.
    private static func text(_ count: Int) -> String {
        let letters = (0..<count).map { (index: Int) -> UInt8 in UInt8(0x61 + (index / 26 + index) % 26) }
        return String(decoding: letters, as: UTF8.self)
    }

    /// Fields of 3,900 bytes each that are so many together.
    private static func fields(_ count: Int) -> [(String, String)] {
        (0..<count).map { ("x-\($0)", text(3_900)) }
    }

    @Test(
        "A head from a server of HTTP/1.1 comes to a client of HTTP/2 whatever its size, and what follows is right",
        .timeLimit(.minutes(2)),
        arguments: [1, 4, 5, 10, 60]
    )
    func toTheClient(count: Int) async throws {
        let fields = Self.fields(count)
        let origin = try await TestOrigin.secure(protocols: ["http/1.1"]) { request in
            request.uri == "/large"
                ? .text("large", headers: HTTPHeaders(fields)) : .text(request.uri, status: .accepted)
        }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await RawHTTP2Client.connect(through: recorder, to: "localhost:\(origin.port)")
            try await client.begin(RawHTTP2Client.request("/large", stream: 1))
            let large = await client.response(1)
            #expect(large.status == "200" && large.body == "large")
            #expect(large.fields.filter { $0.0.hasPrefix("x-") }.map(\.1) == fields.map(\.1))
            for stream in [3, 5] {
                try await client.client.send(RawHTTP2Client.request("/\(stream)", stream: stream))
                let small = await client.response(stream)
                #expect(small.status == "202" && small.body == "/\(stream)" && small["content-length"] == "2")
            }
            #expect(client.frames.allSatisfy { $0.payload.count <= 16_384 })
            #expect(client.goodbye == nil)
            #expect(await recorder.events.exchanges(3).compactMap(\.response?.status) == [200, 202, 202])
            await client.close()
        }
    }

    @Test(
        "A client's first head may be large, and comes before it has acknowledged anything",
        .timeLimit(.minutes(2)),
        arguments: [(10, 16_384), (60, 16_384), (10, 100)]
    )
    func fromTheClient(count: Int, frame: Int) async throws {
        let fields = Self.fields(count)
        let origin = try await TestOrigin.secure(protocols: ["http/1.1"]) { _ in .text("ok") }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await RawHTTP2Client.connect(through: recorder, to: "localhost:\(origin.port)")
            let pseudo = [(":method", "GET"), (":scheme", "https"), (":path", "/1"), (":authority", "localhost")]
            try await client.begin(FrameBytes.block(pseudo + fields, stream: 1, size: frame))
            #expect(await client.response(1).body == "ok")
            try await client.client.send(FrameBytes.settingsAcknowledgement.bytes)
            try await client.client.send(RawHTTP2Client.request("/2", stream: 3))
            #expect(await client.response(3).body == "ok")
            let large = try #require(origin.requests.first)
            #expect(large.headers.filter { $0.name.hasPrefix("x-") }.map(\.value) == fields.map(\.1))
            let recorded = try #require(await recorder.events.exchanges(2).first)
            #expect(recorded.request.headers.filter { $0.name.hasPrefix("x-") }.map(\.value) == fields.map(\.1))
            await client.close()
        }
    }

    @Test("The client is promised lists of 256 KiB and the usual frames")
    func promise() async throws {
        let origin = try await TestOrigin.secure { _ in .text("ok") }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await RawHTTP2Client.connect(through: recorder, to: "localhost:\(origin.port)")
            try await client.begin()
            #expect(await eventually { client.frames.contains { $0.type == 4 && $0.flags == 0 } })
            let settings = try #require(client.frames.first { $0.type == 4 && $0.flags == 0 }).payload
            let entries = stride(from: 0, to: settings.count, by: 6).map { Array(settings[$0..<($0 + 6)]) }
            #expect(entries.contains([0, 6, 0, 4, 0, 0]))
            #expect(!entries.contains { $0[1] == 5 })
            await client.close()
        }
    }

    @Test("A cookie of 40 KB goes to a server of HTTP/2 in frames of the size that it takes", .timeLimit(.minutes(2)))
    func toTheServer() async throws {
        let ok = FrameBytes.hpack([(":status", "200"), ("content-length", "2")])
        let server = try await RawHTTP2Server.start { block in
            FrameBytes(type: 1, flags: 4, stream: block.stream, payload: ok).bytes
                + FrameBytes.body("ok", stream: block.stream)
        }
        let cookie = Self.text(40_000)
        let heard = try await UpstreamCaller().get(
            Origin(isSecure: true, host: "localhost", port: server.port),
            headers: ["Host": "localhost", "Cookie": cookie]
        )
        #expect(heard.isWhole && heard.text == "ok")
        let block = try #require(server.blocks.first)
        #expect(block.frames > 1 && server.largestFrame <= 16_384)
        let allocator = ByteBufferAllocator()
        var decoder = HPACKDecoder(allocator: allocator, maxDynamicTableSize: 4096, maxHeaderListSize: 1 << 20)
        var bytes = ByteBuffer(bytes: block.bytes)
        #expect(try decoder.decodeHeaders(from: &bytes).first(name: "cookie") == cookie)
        await server.stop()
    }

    @Test(
        "A head from a server of HTTP/2 has 256 KiB, in frames of any size; a larger one fails alone",
        .timeLimit(.minutes(2))
    )
    func fromTheServer() async throws {
        let heads = [
            2: Self.fields(50), 4: Self.fields(66), 6: Self.fields(70), 8: [],
        ].mapValues { FrameBytes.hpack([(":status", "200"), ("content-length", "2")] + $0) }
        let server = try await RawHTTP2Server.start { block in
            let index = block.stream + 1
            let coded = heads[index] ?? []
            var answer: [UInt8] = []
            var start = 0
            // Frames of 3,000 bytes, so that there are dozens.
            while start < coded.count {
                let part = Array(coded[start..<min(start + 3_000, coded.count)])
                let isLast = start + part.count == coded.count
                answer +=
                    FrameBytes(type: start == 0 ? 1 : 9, flags: isLast ? 4 : 0, stream: block.stream, payload: part)
                    .bytes
                start += part.count
            }
            return answer + FrameBytes.body("ok", stream: block.stream)
        }
        let caller = try UpstreamCaller()
        let origin = Origin(isSecure: true, host: "localhost", port: server.port)
        for count in [50, 66] {
            let heard = try await caller.get(origin)
            #expect(heard.isWhole && heard.heads.last?.headers.count ?? 0 == count + 1)
        }
        let tooLarge = try await caller.get(origin)
        #expect(!tooLarge.isWhole && tooLarge.error == .tooLargeHead(host: "localhost", limit: 256 * 1024))
        let next = try await caller.get(origin)
        #expect(next.isWhole && next.facts.connection == 1)
        await server.stop()
    }

    @Test(
        "A request whose head is larger than promised is answered 431 on its stream, and the others go on",
        .timeLimit(.minutes(2)),
        arguments: Behind.allCases
    )
    func tooLargeHead(behind: Behind) async throws {
        try await behind.run { running in
            let client = try await RawHTTP2Client.connect(through: running.recorder, to: running.authority)
            try await client.begin(RawHTTP2Client.request("/1", stream: 1, Self.fields(250)))
            #expect(await client.response(1).status == "431")
            try await client.client.send(RawHTTP2Client.request("/2", stream: 3))
            #expect(await client.response(3).status == running.status)
            #expect(running.paths() == ["/2"])
            #expect(await running.recorder.events.notices(1).map { "\($0)" }.contains { $0.contains("262144 bytes") })
            await client.close()
        }
    }

    @Test(
        "A head that is far too large ends the connection when the responses in flight have been given",
        .timeLimit(.minutes(2)),
        arguments: Behind.allCases
    )
    func farTooLargeHead(behind: Behind) async throws {
        try await behind.run(delay: .milliseconds(300)) { running in
            let client = try await RawHTTP2Client.connect(through: running.recorder, to: running.authority)
            try await client.begin(RawHTTP2Client.request("/1", stream: 1))
            // The connection may end before all of it has gone out.
            try? await client.client.send(RawHTTP2Client.request("/2", stream: 3, Self.fields(300)))
            try? await client.client.send(RawHTTP2Client.request("/3", stream: 5))
            let response = await client.response(1)
            #expect(response.status == running.status && response.isWhole)
            #expect(await eventually { client.client.isClosed })
            let goodbye = try #require(client.goodbye)
            #expect(goodbye.code == 11 && goodbye.last == 1)
            #expect(running.paths() == ["/1"])
            #expect(await running.recorder.events.notices(1).contains { "\($0)".contains("larger than 1048576 bytes") })
        }
    }

    @Test(
        "A head that a table of few bytes makes large is refused as well, and nothing behind it is read",
        arguments: Behind.allCases
    )
    func bomb(behind: Behind) async throws {
        try await behind.run { running in
            let client = try await RawHTTP2Client.connect(through: running.recorder, to: running.authority)
            let pseudo = [(":method", "GET"), (":scheme", "https"), (":path", "/1"), (":authority", "localhost")]
            // A literal that enters the table (RFC 7541 §6.2.1), then its index, many times over.
            let field = [0x40] + FrameBytes.hpack([("x", Self.text(4_000))]).dropFirst() as [UInt8]
            let block = FrameBytes.hpack(pseudo) + field + Array(repeating: 0xBE, count: 2_000)
            let head = FrameBytes(type: 1, flags: 5, stream: 1, payload: Array(block.prefix(10_000))).bytes
            try await client.begin(head + RawHTTP2Client.request("/2", stream: 3))
            #expect(await eventually { client.client.isClosed })
            #expect(client.goodbye?.code == 9 || client.goodbye?.code == 11)
            #expect(running.paths().isEmpty)
        }
    }
}
