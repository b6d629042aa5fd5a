import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

@testable import Proxy

/// A server whose bytes a test writes itself: it is told all that has come on a connection whenever more has.
final class RawServer: Sendable {
    /// A connection of it.
    struct Connection: Sendable {
        let number: Int
        let channel: any Channel

        func send(_ text: String) { channel.writeAndFlush(ByteBuffer(string: text), promise: nil) }
        func close() { channel.close(promise: nil) }
    }

    let port: Int
    private let listener: any Channel
    private let box: NIOLockedValueBox<Values>

    private struct Values {
        var texts: [Int: String] = [:]
        var open: Set<Int> = []
        var channels: [any Channel] = []
    }

    /// Sends on all connections.
    func send(_ text: String) {
        for channel in box.withLockedValue({ $0.channels }) {
            channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
        }
    }

    /// All that has come on a connection, by its number from 1.
    func text(_ connection: Int = 1) -> String { box.withLockedValue { $0.texts[connection] ?? "" } }
    /// The number of connections that were made.
    var connections: Int { box.withLockedValue { $0.texts.count } }
    /// The number of them that are open.
    var openConnections: Int { box.withLockedValue { $0.open.count } }

    private init(port: Int, listener: any Channel, box: NIOLockedValueBox<Values>) {
        self.port = port
        self.listener = listener
        self.box = box
    }

    /// Runs a test with a server and a recorder.
    static func with(
        _ change: (inout RecorderSettings) -> Void = { _ in },
        heard: @escaping @Sendable (_ text: String, Connection) -> Void,
        _ body: (TestRecorder, RawServer) async throws -> Void
    ) async throws {
        let box = NIOLockedValueBox(Values())
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                let number = box.withLockedValue { values in
                    let number = values.texts.count + 1
                    values.texts[number] = ""
                    values.open.insert(number)
                    values.channels.append(channel)
                    return number
                }
                channel.closeFuture.whenComplete { _ in _ = box.withLockedValue { $0.open.remove(number) } }
                return channel.eventLoop.makeCompletedFuture {
                    let connection = Connection(number: number, channel: channel)
                    try channel.pipeline.syncOperations.addHandler(Listener(connection, box, heard))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let server = RawServer(port: listener.localAddress?.port ?? 0, listener: listener, box: box)
        let recorder = try await TestRecorder.start(change)
        do {
            try await body(recorder, server)
        } catch {
            await recorder.stop()
            try? await listener.close()
            throw error
        }
        await recorder.stop()
        try? await listener.close()
    }

    private final class Listener: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let connection: Connection
        private let box: NIOLockedValueBox<Values>
        private let heard: @Sendable (String, Connection) -> Void

        init(
            _ connection: Connection,
            _ box: NIOLockedValueBox<Values>,
            _ heard: @escaping @Sendable (String, Connection) -> Void
        ) {
            self.connection = connection
            self.box = box
            self.heard = heard
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let more = String(buffer: unwrapInboundIn(data))
            let text = box.withLockedValue { values in
                values.texts[connection.number, default: ""] += more
                return values.texts[connection.number] ?? ""
            }
            heard(text, connection)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
