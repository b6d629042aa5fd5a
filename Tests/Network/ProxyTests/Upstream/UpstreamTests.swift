import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import Testing

@testable import Proxy

/// HTTP/1.1 to servers, over real sockets.
@Suite struct UpstreamTests {
    @Test("A connection serves one exchange after the other, and says so")
    func reuse() async throws {
        let server = try await TestOrigin.start { .text("hello \($0.uri)") }
        let caller = try UpstreamCaller()
        let origin = UpstreamCaller.origin(server)
        let first = try await caller.get(origin, "/1")
        let second = try await caller.get(origin, "/2")
        #expect(first.text == "hello /1")
        #expect(second.text == "hello /2")
        #expect(server.connections == 1)
        #expect(first.facts.connection == 1 && second.facts.connection == 1)
        #expect(!first.facts.isReused && second.facts.isReused)
        #expect(first.facts.connectMicroseconds != nil && second.facts.connectMicroseconds == nil)
        #expect(first.facts.address == "127.0.0.1")
        #expect(first.facts.version == "HTTP/1.1")
        #expect(first.facts.isVerified == nil && first.facts.handshakeMicroseconds == nil)
        await server.stop()
    }

    @Test(
        "A connection that may not be kept is closed",
        arguments: [
            (TestOrigin.Answer.text("a", headers: ["Connection": "close"]), true),
            (TestOrigin.Answer.text("a"), false),
            (TestOrigin.Answer.raw("HTTP/1.1 200 OK\r\n\r\nuntil the end"), true),
        ]
    )
    func notReused(answer: TestOrigin.Answer, canReuse: Bool) async throws {
        let server = try await TestOrigin.start { _ in answer }
        let caller = try UpstreamCaller()
        let origin = UpstreamCaller.origin(server)
        let first = try await caller.get(origin, canReuse: canReuse)
        let second = try await caller.get(origin, canReuse: canReuse)
        #expect(first.isWhole && second.isWhole)
        #expect(!second.facts.isReused)
        #expect(server.connections == 2)
        await server.stop()
    }

    @Test("A stream given back twice does not end the next exchange")
    func finishedTwice() async throws {
        let server = try await TestOrigin.start { _ in .text("a") }
        let caller = try UpstreamCaller()
        let origin = UpstreamCaller.origin(server)
        let first = try await caller.lease(origin)
        _ = try await caller.exchange(first, origin)
        let second = try await caller.lease(origin)
        try await caller.loop.submit { first.finish(false) }.get()
        let heard = try await caller.exchange(second, origin)
        #expect(heard.isWhole && heard.facts.isReused)
        await server.stop()
    }

    @Test("A hundred exchanges at once have a hundred connections, of which sixty-four are kept")
    func hundred() async throws {
        let server = try await BareServer.answering()
        let caller = try UpstreamCaller()
        let origin = server.origin
        var streams: [UpstreamStream] = []
        for _ in 0..<100 { streams.append(try await caller.lease(origin)) }
        #expect(Set(streams.map(\.facts.connection)).count == 100)
        let whole = try await withThrowingTaskGroup(of: Bool.self) { group in
            for stream in streams { group.addTask { try await caller.exchange(stream, origin).isWhole } }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(whole == 100)
        #expect(await eventually { server.openConnections == ConnectionPool.idleLimit })
        await server.stop()
    }

    @Test("The connection used last is used next")
    func mostRecent() async throws {
        let server = try await TestOrigin.start { _ in .text("a") }
        let caller = try UpstreamCaller()
        let origin = UpstreamCaller.origin(server)
        let (first, second) = (try await caller.lease(origin), try await caller.lease(origin))
        _ = try await caller.exchange(second, origin)
        _ = try await caller.exchange(first, origin)
        #expect(try await caller.get(origin).facts.connection == first.facts.connection)
        await server.stop()
    }

    @Test("An idle connection that the server closes is not used any more")
    func idleClosed() async throws {
        let server = try await TestOrigin.start { _ in .text("a") }
        let caller = try UpstreamCaller()
        let origin = UpstreamCaller.origin(server)
        let first = try await caller.lease(origin)
        _ = try await caller.exchange(first, origin)
        server.closeConnections()
        #expect(await eventually { !first.channel.isActive })
        let second = try await caller.get(origin)
        #expect(second.isWhole)
        #expect(!second.facts.isReused)
        await server.stop()
    }

    @Test("An idle connection is closed after the idle time")
    func idleTooLong() async throws {
        let server = try await BareServer.answering()
        let caller = try UpstreamCaller { $0.limits.idleTime = .milliseconds(200) }
        _ = try await caller.get(server.origin)
        #expect(await eventually { server.openConnections == 0 })
        await server.stop()
    }

    @Test("A server that speaks unasked on an idle connection loses it")
    func unasked() async throws {
        let server = try await BareServer.start { channel, _ in
            channel.writeAndFlush(ByteBuffer(string: "HTTP/1.1 204 No Content\r\n\r\n"), promise: nil)
        }
        let caller = try UpstreamCaller()
        #expect(try await caller.get(server.origin).isWhole)
        #expect(server.openConnections == 1)
        try await server.send("HT")
        #expect(await eventually { server.openConnections == 0 })
        #expect(try await caller.get(server.origin).isWhole)
        #expect(server.connections == 2)
        await server.stop()
    }

    @Test("After close idle connections are closed and none is kept")
    func closed() async throws {
        let server = try await BareServer.answering()
        let caller = try UpstreamCaller()
        let origin = server.origin
        _ = try await caller.get(origin)
        try await caller.upstream.close(on: caller.loop).get()
        #expect(await eventually { server.openConnections == 0 })
        #expect(try await caller.get(origin).isWhole)
        #expect(await eventually { server.openConnections == 0 })
        await server.stop()
    }

    @Test("Informational answers and trailers come through", arguments: [false, true])
    func parts(isSecure: Bool) async throws {
        let server = try await TestOrigin.start(
            tls: isSecure ? try TestTrust.shared.serverConfiguration() : nil
        ) { _ in
            var answer = TestOrigin.Answer.chunks(["one", "two"], trailers: ["grade": "b"])
            if isSecure { answer.headers = [:] }
            answer.informational = [
                HTTPResponseHead(version: .http1_1, status: .custom(code: 103, reasonPhrase: "Early Hints"))
            ]
            return answer
        }
        let heard = try await UpstreamCaller().get(UpstreamCaller.origin(server))
        #expect(heard.facts.version == (isSecure ? "HTTP/2" : "HTTP/1.1"))
        #expect(heard.heads.map { Int($0.status.code) } == [103, 200])
        #expect(heard.text == "onetwo")
        #expect(heard.trailers?["grade"] == ["b"])
        await server.stop()
    }

    @Test("A head larger than the limit is refused, and one at its edge is not", arguments: [false, true])
    func largeHead(isSecure: Bool) async throws {
        let server = try await TestOrigin.start(
            tls: isSecure ? try TestTrust.shared.serverConfiguration() : nil
        ) { request in
            .text("a", headers: ["x-large": String(repeating: "x", count: Int(request.uri.dropFirst()) ?? 0)])
        }
        let caller = try UpstreamCaller { $0.limits.headBytes = 8 * 1024 }
        let origin = UpstreamCaller.origin(server)
        #expect(try await caller.get(origin, "/\(7 * 1024)").isWhole)
        // A NIO server sends no head beyond one frame of HTTP/2, 16 KiB; the other streams of a connection go on.
        let stream = try await caller.lease(origin)
        let heard = try await caller.exchange(stream, origin, isSecure ? "/12288" : "/1000000")
        #expect(heard.error == .tooLargeHead(host: "localhost", limit: 8 * 1024))
        #expect(!heard.isWhole)
        #expect(await eventually { !stream.channel.isActive })
        if isSecure { #expect(stream.channel.parent?.isActive == true) }
        await server.stop()
    }

    @Test(
        "An answer that is not one is told with its reason",
        arguments: [
            ("SSH-2.0-example\r\n\r\n", "its response is not HTTP"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", "before the response was complete"),
        ]
    )
    func malformed(raw: String, part: String) async throws {
        let server = try await TestOrigin.start { _ in .raw(raw) }
        let heard = try await UpstreamCaller().get(UpstreamCaller.origin(server))
        #expect(!heard.isWhole)
        #expect(heard.error?.description.contains(part) == true, "\(heard)")
        await server.stop()
    }

    @Test("A head that comes in bits is waited for with a single read")
    func slowHead() async throws {
        let server = try await BareServer.start { channel, _ in
            for (index, byte) in "HTTP/1.1 204 No Content\r\n\r\n".utf8.enumerated() {
                channel.eventLoop.scheduleTask(in: .milliseconds(Int64(index * 2))) {
                    channel.writeAndFlush(ByteBuffer(bytes: [byte]), promise: nil)
                }
            }
        }
        let heard = try await UpstreamCaller().get(server.origin)
        #expect(heard.status == .noContent)
        await server.stop()
    }

    @Test("After an upgrade bytes pass both ways, and the connection is not kept")
    func upgrade() async throws {
        let server = try await BareServer.start { channel, bytes in
            let isRequest = String(buffer: bytes).hasPrefix("GET")
            let answer = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: test\r\nConnection: upgrade\r\n\r\nhi"
            channel.writeAndFlush(isRequest ? ByteBuffer(string: answer) : bytes, promise: nil)
        }
        let caller = try UpstreamCaller()
        let stream = try await caller.lease(server.origin, needsHTTP1: true)
        let text = NIOLockedValueBox("")
        try await caller.loop.submit {
            let sync = stream.channel.pipeline.syncOperations
            try sync.addHandler(SwitchedEar(stream, text))
            let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: ["Upgrade": "test"])
            sync.write(NIOAny(HTTPClientRequestPart.head(head)), promise: nil)
            sync.writeAndFlush(NIOAny(HTTPClientRequestPart.end(nil)), promise: nil)
            sync.read()
        }.get()
        #expect(await eventually { text.withLockedValue { $0 } == "hi" })
        try await stream.channel.writeAndFlush(ByteBuffer(string: " echo"))
        #expect(await eventually { text.withLockedValue { $0 } == "hi echo" })
        try await caller.loop.submit { stream.finish(true) }.get()
        #expect(await eventually { server.openConnections == 0 })
        await server.stop()
    }
}

/// Takes HTTP off when the answer of 101 has ended; what follows it are bytes.
private final class SwitchedEar: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart
    private let stream: UpstreamStream
    private let text: NIOLockedValueBox<String>

    init(_ stream: UpstreamStream, _ text: NIOLockedValueBox<String>) {
        self.stream = stream
        self.text = text
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = unwrapInboundIn(data) else { return }
        let sync = context.pipeline.syncOperations
        do {
            try sync.addHandler(ByteEar(text))
        } catch {
            return context.close(promise: nil)
        }
        sync.removeHandler(self, promise: nil)
        stream.passBytes().whenSuccess { [channel = stream.channel] in channel.read() }
    }

    func channelReadComplete(context: ChannelHandlerContext) { context.read() }
}
