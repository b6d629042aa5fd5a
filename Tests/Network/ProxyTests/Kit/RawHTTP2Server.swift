import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL

/// A server of HTTP/2 over TLS that writes its frames itself: it is told each block of fields, and what it answers is sent.
final class RawHTTP2Server: Sendable {
    /// A request's block of fields, put together.
    struct Block: Sendable {
        var stream: Int
        var bytes: [UInt8]
        /// The number of frames that it came in.
        var frames: Int
    }

    typealias Answering = @Sendable (Block) -> [UInt8]

    let port: Int
    private let listener: any Channel
    private let values: NIOLockedValueBox<Values>

    fileprivate struct Values {
        var blocks: [Block] = []
        var largestFrame = 0
        var channels: [any Channel] = []
    }

    private init(port: Int, listener: any Channel, values: NIOLockedValueBox<Values>) {
        self.port = port
        self.listener = listener
        self.values = values
    }

    /// The blocks that have come.
    var blocks: [Block] { values.withLockedValue { $0.blocks } }
    /// The largest payload of a frame that has come.
    var largestFrame: Int { values.withLockedValue { $0.largestFrame } }
    var connections: Int { values.withLockedValue { $0.channels.count } }

    static func start(_ answer: @escaping Answering) async throws -> RawHTTP2Server {
        let tls = try NIOSSLContext(configuration: TestTrust.shared.serverConfiguration(protocols: ["h2"]))
        let values = NIOLockedValueBox(Values())
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                values.withLockedValue { $0.channels.append(channel) }
                return channel.eventLoop.makeCompletedFuture {
                    let sync = channel.pipeline.syncOperations
                    try sync.addHandler(NIOSSLServerHandler(context: tls))
                    try sync.addHandler(Reader(values, answer))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return RawHTTP2Server(port: listener.localAddress?.port ?? 0, listener: listener, values: values)
    }

    /// Sends on all connections.
    func send(_ bytes: [UInt8]) {
        for channel in values.withLockedValue({ $0.channels }) {
            channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
        }
    }

    func stop() async {
        try? await listener.close()
        for channel in values.withLockedValue({ $0.channels }) { channel.close(promise: nil) }
    }

    private final class Reader: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        private let values: NIOLockedValueBox<Values>
        private let answer: Answering
        private var bytes: [UInt8] = []
        private var isBehindPreface = false
        private var block = Block(stream: 0, bytes: [], frames: 0)

        init(_ values: NIOLockedValueBox<Values>, _ answer: @escaping Answering) {
            self.values = values
            self.answer = answer
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            bytes.append(contentsOf: unwrapInboundIn(data).readableBytesView)
            if !isBehindPreface {
                guard bytes.count >= FrameBytes.preface.count else { return }
                isBehindPreface = true
                bytes.removeFirst(FrameBytes.preface.count)
                send(FrameBytes.settings.bytes, context)
            }
            let frames = FrameBytes.read(bytes)
            bytes.removeFirst(frames.reduce(0) { $0 + 9 + $1.payload.count })
            for frame in frames { take(frame, context) }
        }

        private func take(_ frame: FrameBytes, _ context: ChannelHandlerContext) {
            values.withLockedValue { $0.largestFrame = max($0.largestFrame, frame.payload.count) }
            switch frame.type {
            case 1: block = Block(stream: frame.stream, bytes: frame.payload, frames: 1)
            case 9:
                block.bytes += frame.payload
                block.frames += 1
            case 4 where frame.flags & 1 == 0: return send(FrameBytes.settingsAcknowledgement.bytes, context)
            default: return
            }
            guard frame.flags & 4 != 0 else { return }
            values.withLockedValue { [block] in $0.blocks.append(block) }
            send(answer(block), context)
        }

        private func send(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
