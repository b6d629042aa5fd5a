import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// A server that says something first, and then repeats what it is told.
struct GreetingServer: Sendable {
    let port: Int
    private let listener: any Channel
    private let accepted: NIOLockedValueBox<Int>

    /// The connections there were.
    var connections: Int { accepted.withLockedValue { $0 } }

    static func start(_ greeting: String) async throws -> GreetingServer {
        let accepted = NIOLockedValueBox(0)
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                accepted.withLockedValue { $0 += 1 }
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Echo(greeting: greeting))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return GreetingServer(port: listener.localAddress?.port ?? 0, listener: listener, accepted: accepted)
    }

    func stop() async { try? await listener.close() }

    private final class Echo: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        private let greeting: String

        init(greeting: String) { self.greeting = greeting }

        func channelActive(context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: greeting)), promise: nil)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { context.writeAndFlush(data, promise: nil) }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
