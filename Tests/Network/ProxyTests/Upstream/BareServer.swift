import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

@testable import Proxy
@testable import ProxyProtocol

/// A server that speaks no protocol: it does with the bytes that come what a test says.
final class BareServer: Sendable {
    let port: Int
    private let listener: any Channel
    private let channels: NIOLockedValueBox<[any Channel]>

    private init(port: Int, listener: any Channel, channels: NIOLockedValueBox<[any Channel]>) {
        self.port = port
        self.listener = listener
        self.channels = channels
    }

    var connections: Int { channels.withLockedValue { $0.count } }
    var openConnections: Int { channels.withLockedValue { $0.count(where: \.isActive) } }
    var origin: Origin { Origin(isSecure: false, host: "127.0.0.1", port: port) }
    var secureOrigin: Origin { Origin(isSecure: true, host: "127.0.0.1", port: port) }

    /// Starts one; `react` is called with what came, on the connection's event loop.
    static func start(
        onBytes react: @escaping @Sendable (any Channel, ByteBuffer) -> Void,
        onEnd: @escaping @Sendable (any Channel) -> Void = { $0.close(promise: nil) }
    ) async throws -> BareServer {
        let channels = NIOLockedValueBox<[any Channel]>([])
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channels.withLockedValue { $0.append(channel) }
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Reaction(react, onEnd))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return BareServer(port: listener.localAddress?.port ?? 0, listener: listener, channels: channels)
    }

    /// Starts one that answers whatever comes in HTTP/1.1, and closes when the other side does.
    static func answering() async throws -> BareServer {
        try await start { channel, _ in
            channel.writeAndFlush(ByteBuffer(string: "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na"), promise: nil)
        }
    }

    /// Sends on all connections.
    func send(_ text: String) async throws {
        for channel in channels.withLockedValue({ $0.filter(\.isActive) }) {
            try await channel.writeAndFlush(ByteBuffer(string: text))
        }
    }

    func stop() async {
        try? await listener.close()
        for channel in channels.withLockedValue({ $0 }) { channel.close(promise: nil) }
    }

    private final class Reaction: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let react: @Sendable (any Channel, ByteBuffer) -> Void
        private let onEnd: @Sendable (any Channel) -> Void

        init(
            _ react: @escaping @Sendable (any Channel, ByteBuffer) -> Void,
            _ onEnd: @escaping @Sendable (any Channel) -> Void
        ) {
            self.react = react
            self.onEnd = onEnd
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { react(context.channel, unwrapInboundIn(data)) }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case .some(.inputClosed) = event as? ChannelEvent { onEnd(context.channel) }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
