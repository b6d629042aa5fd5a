import NIOCore
import NIOPosix
import Testing

@testable import ServiceFront

/// Source: issue "Serve", part 6; RFC 9112 §9.6 for a server that closes after its response.
@Suite struct ControlClientTests {
    /// Responds as soon as a head is there, and closes.
    private final class Hasty: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        private let response: String
        private var received = ""

        init(_ response: String) { self.response = response }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received += String(buffer: unwrapInboundIn(data))
            guard received.contains("\r\n\r\n") else { return }
            let channel = context.channel
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: response))).whenComplete { _ in
                channel.close(promise: nil)
            }
        }
    }

    private func with(_ response: String, _ body: (ControlClient) async throws -> Void) async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Hasty(response))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        try await body(ControlClient(port: try #require(server.localAddress?.port), token: "t"))
        try await server.close()
    }

    @Test("A response that is there before all of the request was written is read", .timeLimit(.minutes(2)))
    func hasty() async throws {
        try await with("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}") { client in
            // Written in pieces, one of twenty failed.
            for _ in 0..<200 {
                let response = try await client.get("clock")
                #expect(response.status == 200 && response.body == Array("{}".utf8))
            }
        }
    }

    @Test("No response, half of one, what is none and nobody there are told apart", .timeLimit(.minutes(2)))
    func failures() async throws {
        for response in ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}", "220 mail.example ESMTP\r\n\r\n"] {
            try await with(response) { client in
                await #expect(throws: ControlClient.Failure.noResponse) { try await client.post("steps", "advance 1h") }
            }
        }
        // The port is of nobody once its server has closed.
        var gone: ControlClient?
        try await with("") { gone = $0 }
        await #expect(throws: ControlClient.Failure.nothingListens) { try await gone?.get("clock") }
    }

    @Test("What takes the connection and never responds is not waited for without end", .timeLimit(.minutes(2)))
    func silent() async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(server.localAddress?.port)
        let client = ControlClient(port: port, token: nil, patience: .seconds(1))
        await #expect(throws: ControlClient.Failure.silent(1)) { try await client.get("clock") }
        try await server.close()
    }
}
