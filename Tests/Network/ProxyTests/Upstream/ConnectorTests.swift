import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOSSL
import Testing

@testable import Proxy
@testable import ProxyProtocol

/// Connecting, and why it fails.
@Suite struct ConnectorTests {
    @Test("A port at which nobody listens refuses", arguments: [false, true])
    func refused(isSecure: Bool) async throws {
        let server = try await BareServer.start { _, _ in }
        await server.stop()
        let refusal = try await UpstreamCaller().refusal(
            Origin(isSecure: isSecure, host: "127.0.0.1", port: server.port)
        )
        guard case .cannotConnect("127.0.0.1", server.port, let reason) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(reason.contains("refused"))
    }

    @Test("A name that nobody knows is told")
    func unknownHost() async throws {
        let refusal = try await UpstreamCaller().refusal(Origin(isSecure: false, host: "nothing.invalid"))
        guard case .unknownHost("nothing.invalid", _) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
    }

    @Test("A server that never answers the handshake is given up in time")
    func handshakeTimeout() async throws {
        let server = try await BareServer.start { _, _ in }
        let caller = try UpstreamCaller { $0.limits.connectTime = .milliseconds(300) }
        #expect(await caller.refusal(server.secureOrigin) == .timedOut(host: "127.0.0.1", port: server.port))
        #expect(await eventually { server.openConnections == 0 })
        await server.stop()
    }

    @Test("A server that hangs up in the handshake, or does not speak TLS, is told")
    func notTLS() async throws {
        let closing = try await BareServer.start { channel, _ in channel.close(promise: nil) }
        let plain = try await BareServer.start { channel, _ in
            channel.writeAndFlush(ByteBuffer(string: "HTTP/1.1 400 Bad Request\r\n\r\n"), promise: nil)
        }
        let caller = try UpstreamCaller()
        let closed = await caller.refusal(closing.secureOrigin)
        #expect(closed == .handshake(host: "127.0.0.1", reason: "the server closed the connection"))
        let refusal = await caller.refusal(plain.secureOrigin)
        #expect(
            refusal
                == .handshake(
                    host: "127.0.0.1",
                    reason: "the server does not speak TLS. Is it http: rather than https:?"
                )
        )
        await closing.stop()
        await plain.stop()
    }

    @Test("Those who wait for a connection that fails are all told")
    func waitersFail() async throws {
        let server = try await BareServer.start { channel, _ in channel.close(promise: nil) }
        let caller = try UpstreamCaller()
        let refusals = await withTaskGroup(of: UpstreamError?.self) { group in
            for _ in 0..<10 { group.addTask { await caller.refusal(server.secureOrigin) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(refusals.count == 10)
        #expect(refusals.allSatisfy { $0 == .handshake(host: "127.0.0.1", reason: "the server closed the connection") })
        await server.stop()
    }

    @Test("A tunnel passes bytes both ways, and stays open one way")
    func tunnel() async throws {
        let server = try await BareServer.start { channel, bytes in
            channel.writeAndFlush(bytes, promise: nil)
        } onEnd: { channel in
            channel.writeAndFlush(ByteBuffer(string: " bye")).whenComplete { _ in channel.close(promise: nil) }
        }
        let caller = try UpstreamCaller()
        let channel = try await caller.upstream.tunnel(toHost: "127.0.0.1", port: server.port, on: caller.loop).get()
        #expect(try await channel.getOption(.autoRead).get() == false)
        let text = NIOLockedValueBox("")
        try await channel.pipeline.addHandler(ByteEar(text)).get()
        channel.read()
        try await channel.writeAndFlush(ByteBuffer(string: "hello"))
        #expect(await eventually { text.withLockedValue { $0 } == "hello" })
        try await channel.close(mode: .output)
        #expect(await eventually { text.withLockedValue { $0 } == "hello bye" })
        channel.close(promise: nil)
        await server.stop()
    }

    @Test("A tunnel to nowhere says why")
    func noTunnel() async throws {
        let server = try await BareServer.start { _, _ in }
        await server.stop()
        let caller = try UpstreamCaller()
        await #expect(throws: UpstreamError.self) {
            try await caller.upstream.tunnel(toHost: "127.0.0.1", port: server.port, on: caller.loop).get()
        }
    }
}

/// Keeps the bytes it reads, as long as there are any.
final class ByteEar: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    private let text: NIOLockedValueBox<String>

    init(_ text: NIOLockedValueBox<String>) { self.text = text }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = String(buffer: unwrapInboundIn(data))
        text.withLockedValue { $0 += bytes }
    }

    func channelReadComplete(context: ChannelHandlerContext) { context.read() }
}
