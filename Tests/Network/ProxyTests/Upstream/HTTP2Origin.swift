import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL

/// A server that speaks HTTP/2 only, tells how many streams it bears, and can say goodbye.
final class HTTP2Origin: Sendable {
    let port: Int
    private let listener: any Channel
    private let values: NIOLockedValueBox<Values>

    struct Values {
        var connections: [any Channel] = []
        var openStreams = 0
        var mostStreams = 0
        /// Answers that wait until they are let.
        var held: [@Sendable () -> Void] = []
        var holds = false
        var heads: [HTTPRequestHead] = []
        var streams: [any Channel] = []
        /// The number of frames of each type that have come.
        var frames: [UInt8: Int] = [:]
    }

    private init(port: Int, listener: any Channel, values: NIOLockedValueBox<Values>) {
        self.port = port
        self.listener = listener
        self.values = values
    }

    var connections: Int { values.withLockedValue { $0.connections.count } }
    var mostStreams: Int { values.withLockedValue { $0.mostStreams } }
    var waiting: Int { values.withLockedValue { $0.held.count } }
    var heads: [HTTPRequestHead] { values.withLockedValue { $0.heads } }
    /// The number of streams that the client has reset.
    var resets: Int { values.withLockedValue { $0.frames[3] ?? 0 } }
    var openConnections: Int { values.withLockedValue { $0.connections.count { $0.isActive } } }

    static func start(streams limit: Int = 100, holds: Bool = false) async throws -> HTTP2Origin {
        let tls = try NIOSSLContext(configuration: TestTrust.shared.serverConfiguration(protocols: ["h2"]))
        let values = NIOLockedValueBox(Values(holds: holds))
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 512)
            .childChannelInitializer { channel in
                values.withLockedValue { $0.connections.append(channel) }
                return channel.eventLoop.makeCompletedFuture {
                    var settings = NIOHTTP2Handler.ConnectionConfiguration()
                    settings.initialSettings = [HTTP2Setting(parameter: .maxConcurrentStreams, value: limit)]
                    let sync = channel.pipeline.syncOperations
                    try sync.addHandler(NIOSSLServerHandler(context: tls))
                    try sync.addHandler(FrameCount(values))
                    try sync.addHandler(
                        NIOHTTP2Handler(
                            mode: .server,
                            eventLoop: channel.eventLoop,
                            connectionConfiguration: settings
                        ) { stream in
                            values.withLockedValue { $0.streams.append(stream) }
                            return stream.eventLoop.makeCompletedFuture {
                                let sync = stream.pipeline.syncOperations
                                try sync.addHandler(HTTP2FramePayloadToHTTP1ServerCodec())
                                try sync.addHandler(Answer(values))
                            }
                        }
                    )
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return HTTP2Origin(port: listener.localAddress?.port ?? 0, listener: listener, values: values)
    }

    /// Lets all answers go.
    func release() {
        let held = values.withLockedValue { values in
            values.holds = false
            defer { values.held = [] }
            return values.held
        }
        for answer in held { answer() }
    }

    /// Says on all connections that they take no more streams than there are.
    func sayGoodbye() async throws {
        for channel in values.withLockedValue({ $0.connections.filter(\.isActive) }) {
            let frame = HTTP2Frame(
                streamID: .rootStream,
                payload: .goAway(lastStreamID: .maxID, errorCode: .noError, opaqueData: nil)
            )
            try await channel.eventLoop.flatSubmit {
                channel.pipeline.syncOperations.writeAndFlush(NIOAny(frame))
            }.get()
        }
    }

    /// Resets all streams that wait for their answer.
    func resetStreams() {
        let streams = values.withLockedValue { values in
            values.held = []
            return values.streams
        }
        for stream in streams { stream.close(promise: nil) }
    }

    /// Sends bytes past the handler that would send none that are wrong.
    func send(_ bytes: [UInt8]) async throws {
        for channel in values.withLockedValue({ $0.connections.filter(\.isActive) }) {
            try await channel.eventLoop.flatSubmit {
                do {
                    let context = try channel.pipeline.syncOperations.context(handlerType: NIOHTTP2Handler.self)
                    return context.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes)))
                } catch { return channel.eventLoop.makeFailedFuture(error) }
            }.get()
        }
    }

    func stop() async {
        try? await listener.close()
        for channel in values.withLockedValue({ $0.connections }) { channel.close(promise: nil) }
    }

    /// Reads the frames' heads as they come (RFC 9113 §4.1).
    private final class FrameCount: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias InboundOut = ByteBuffer
        private let values: NIOLockedValueBox<Values>
        private var bytes: [UInt8] = []
        private var isBehindPreface = false

        init(_ values: NIOLockedValueBox<Values>) { self.values = values }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            bytes.append(contentsOf: unwrapInboundIn(data).readableBytesView)
            if !isBehindPreface, bytes.count >= 24 {
                isBehindPreface = true
                bytes.removeFirst(24)
            }
            while isBehindPreface, bytes.count >= 9 {
                let length = 9 + (Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2]))
                guard bytes.count >= length else { break }
                let type = bytes[3]
                values.withLockedValue { $0.frames[type, default: 0] += 1 }
                bytes.removeFirst(length)
            }
            context.fireChannelRead(data)
        }
    }

    private final class Answer: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart
        private let values: NIOLockedValueBox<Values>

        init(_ values: NIOLockedValueBox<Values>) { self.values = values }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                values.withLockedValue {
                    $0.heads.append(head)
                    $0.openStreams += 1
                    $0.mostStreams = max($0.mostStreams, $0.openStreams)
                }
            case .body: break
            case .end:
                let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
                let loop = context.eventLoop
                let answer: @Sendable () -> Void = { [values] in
                    loop.execute {
                        values.withLockedValue { $0.openStreams -= 1 }
                        let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["content-length": "2"])
                        let context = bound.value
                        context.write(NIOAny(HTTPServerResponsePart.head(head)), promise: nil)
                        let body = HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: "ok")))
                        context.write(NIOAny(body), promise: nil)
                        context.writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil)), promise: nil)
                    }
                }
                let isHeld = values.withLockedValue {
                    if $0.holds { $0.held.append(answer) }
                    return $0.holds
                }
                if !isHeld { answer() }
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
