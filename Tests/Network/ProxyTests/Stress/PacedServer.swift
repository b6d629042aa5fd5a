import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// A plain server that counts the bytes it reads and those the system takes from it, and keeps none.
final class PacedServer: Sendable {
    let port: Int
    private let listener: any Channel
    private let box: NIOLockedValueBox<Values>

    fileprivate struct Values {
        var channels: [any Channel] = []
        var read = 0
        var written = 0
    }

    /// The number of bytes that it has read on all connections.
    var read: Int { box.withLockedValue { $0.read } }
    /// The number of bytes that the system has taken from it.
    var written: Int { box.withLockedValue { $0.written } }
    /// The number of connections that have been made.
    var connections: Int { box.withLockedValue { $0.channels.count } }

    /// Starts one that does `respond` with whatever a connection says.
    static func start(_ respond: @escaping @Sendable (_ bytes: ByteBuffer, Connection) -> Void) async throws
        -> PacedServer
    {
        let box = NIOLockedValueBox(Values())
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 1_024)
            // What the system may hold for the two is no matter of the recorder's.
            .childChannelOption(.socketOption(.so_sndbuf), value: 262_144)
            .childChannelOption(.socketOption(.so_rcvbuf), value: 262_144)
            .childChannelInitializer { channel in
                box.withLockedValue { $0.channels.append(channel) }
                return channel.eventLoop.makeCompletedFuture {
                    let connection = Connection(channel: channel, box: box)
                    try channel.pipeline.syncOperations.addHandler(Counter(connection, respond))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return PacedServer(port: listener.localAddress?.port ?? 0, listener: listener, box: box)
    }

    private init(port: Int, listener: any Channel, box: NIOLockedValueBox<Values>) {
        self.port = port
        self.listener = listener
        self.box = box
    }

    func startReading() async throws {
        for channel in box.withLockedValue({ $0.channels }) {
            try await channel.setOption(.autoRead, value: true).get()
        }
    }

    func stop() async {
        try? await listener.close()
        for channel in box.withLockedValue({ $0.channels }) { channel.close(promise: nil) }
    }

    /// A connection of it.
    struct Connection: Sendable {
        let channel: any Channel
        fileprivate let box: NIOLockedValueBox<Values>

        func send(_ text: String) { channel.writeAndFlush(ByteBuffer(string: text), promise: nil) }
        func stopReading() { channel.setOption(.autoRead, value: false).whenFailure { _ in } }

        /// Sends a piece so many times, each when the system has taken the one before.
        func send(_ piece: ByteBuffer, times: Int) {
            guard times > 0 else { return }
            channel.writeAndFlush(piece).whenSuccess {
                box.withLockedValue { $0.written += piece.readableBytes }
                send(piece, times: times - 1)
            }
        }
    }

    private final class Counter: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let connection: Connection
        private let respond: @Sendable (ByteBuffer, Connection) -> Void

        init(_ connection: Connection, _ respond: @escaping @Sendable (ByteBuffer, Connection) -> Void) {
            self.connection = connection
            self.respond = respond
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = unwrapInboundIn(data)
            connection.box.withLockedValue { $0.read += bytes.readableBytes }
            respond(bytes, connection)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}

/// Returns the value at which a number stands still for half a second; its value after 30 if it never does.
func standstill(_ value: () -> Int) async -> Int {
    let end = ContinuousClock.now + .seconds(30)
    var last = value()
    var since = ContinuousClock.now
    while ContinuousClock.now < end, last == 0 || ContinuousClock.now < since + .milliseconds(500) {
        try? await Task.sleep(for: .milliseconds(20))
        let now = value()
        if now != last {
            last = now
            since = .now
        }
    }
    return last
}
