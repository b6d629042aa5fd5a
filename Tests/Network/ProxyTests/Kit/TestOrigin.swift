import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL
import NIOTLS
@testable import ProxyProtocol

/// A server on this machine that answers as a test says: HTTP or HTTPS, HTTP/2 by ALPN.
final class TestOrigin: Sendable {
    /// A request as it came.
    struct Request: Sendable {
        /// `HTTP/1.1` or `HTTP/2`.
        var version: String
        var method: String
        /// The target as sent: path and query.
        var uri: String
        var headers: HTTPHeaders
        /// The body's first MiB.
        var body: [UInt8] = []
        /// All bytes of the body.
        var bodyCount = 0
        var trailers: HTTPHeaders?
        /// The number of the connection it came on, from 1.
        var connection: Int

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// An answer, or something worse.
    struct Answer: Sendable {
        var informational: [HTTPResponseHead] = []
        var status = HTTPResponseStatus.ok
        var headers: HTTPHeaders = [:]
        /// The body in pieces, each flushed for itself.
        var pieces: [[UInt8]] = []
        /// Waited for before each piece but the first.
        var pause = TimeAmount.zero
        /// The number of times that the pieces are sent, one after the other as the client takes them.
        var rounds = 1
        var trailers: HTTPHeaders?
        var ending = Ending.whole
        /// Bytes sent instead of all that, on HTTP/1.1.
        var raw: [UInt8]?
        /// Waited for before anything is sent.
        var delay = TimeAmount.zero

        enum Ending: Sendable {
            /// As HTTP has it.
            case whole
            /// As HTTP has it, and the connection is closed.
            case close
            /// The connection is reset after the pieces.
            case reset
            /// Nothing follows the pieces.
            case silence
        }

        /// An answer of a text, with its length.
        static func text(_ text: String, status: HTTPResponseStatus = .ok, headers: HTTPHeaders = [:]) -> Answer {
            var headers = headers
            headers.replaceOrAdd(name: "Content-Length", value: "\(text.utf8.count)")
            return Answer(status: status, headers: headers, pieces: text.isEmpty ? [] : [Array(text.utf8)])
        }

        /// An answer in pieces, chunked in HTTP/1.1.
        static func chunks(_ pieces: [String], trailers: HTTPHeaders? = nil) -> Answer {
            Answer(headers: ["Transfer-Encoding": "chunked"], pieces: pieces.map { Array($0.utf8) }, trailers: trailers)
        }

        /// These bytes, then the end of the connection.
        static func raw(_ text: String, ending: Ending = .close) -> Answer {
            Answer(ending: ending, raw: Array(text.utf8))
        }
    }

    typealias Answering = @Sendable (Request) -> Answer

    let port: Int
    let isSecure: Bool
    private let listener: any Channel
    private let state: State

    /// `http://localhost:1234` or the same with `https`.
    var url: String { "\(isSecure ? "https" : "http")://localhost:\(port)" }
    /// The requests that have come, in the order of their heads' ends.
    var requests: [Request] { state.box.withLockedValue { $0.requests } }
    /// The number of connections that have been accepted.
    var connections: Int { state.box.withLockedValue { $0.connections } }
    /// The number of open connections.
    var openConnections: Int { state.box.withLockedValue { $0.open.count } }

    fileprivate final class State: Sendable {
        struct Values {
            var requests: [Request] = []
            var connections = 0
            var open: [ObjectIdentifier: any Channel] = [:]
        }
        let box = NIOLockedValueBox(Values())
    }

    private init(port: Int, isSecure: Bool, listener: any Channel, state: State) {
        self.port = port
        self.isSecure = isSecure
        self.listener = listener
        self.state = state
    }

    /// Starts one on a free port of 127.0.0.1; `tls` nil speaks plainly.
    static func start(tls: TLSConfiguration? = nil, answer: @escaping Answering) async throws -> TestOrigin {
        let state = State()
        let context = try tls.map { try NIOSSLContext(configuration: $0) }
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                let number = state.box.withLockedValue {
                    $0.connections += 1
                    $0.open[ObjectIdentifier(channel)] = channel
                    return $0.connections
                }
                channel.closeFuture.whenComplete { _ in
                    state.box.withLockedValue { $0.open[ObjectIdentifier(channel)] = nil }
                }
                return channel.eventLoop.makeCompletedFuture {
                    guard let context else { return try Self.addHTTP1(channel, number, state, answer) }
                    let sync = channel.pipeline.syncOperations
                    try sync.addHandler(NIOSSLServerHandler(context: context))
                    try sync.addHandler(ALPN(number: number, state: state, answer: answer))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return TestOrigin(
            port: listener.localAddress?.port ?? 0,
            isSecure: tls != nil,
            listener: listener,
            state: state
        )
    }

    /// Starts one with a certificate of the shared test authority for `localhost` and 127.0.0.1.
    static func secure(
        protocols: [String] = ["h2", "http/1.1"],
        answer: @escaping Answering
    ) async throws -> TestOrigin {
        try await start(tls: TestTrust.shared.serverConfiguration(protocols: protocols), answer: answer)
    }

    /// Closes the connections that are open now; new ones are accepted.
    func closeConnections() {
        for channel in state.box.withLockedValue({ Array($0.open.values) }) { channel.close(promise: nil) }
    }

    /// Listens no more and closes what is open.
    func stop() async {
        try? await listener.close()
        closeConnections()
    }

    fileprivate static func addHTTP1(
        _ channel: any Channel,
        _ number: Int,
        _ state: State,
        _ answer: @escaping Answering
    ) throws {
        let sync = channel.pipeline.syncOperations
        try sync.addHandler(HTTPResponseEncoder())
        try sync.addHandler(ByteToMessageHandler(RequestCoding.decoder(headBytes: 1 << 20)))
        try sync.addHandler(HTTPServerPipelineHandler())
        try sync.addHandler(Responder(version: "HTTP/1.1", connection: number, state: state, answer: answer))
    }

    /// Goes on as the handshake decided.
    private final class ALPN: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let number: Int
        private let state: State
        private let answer: Answering

        init(number: Int, state: State, answer: @escaping Answering) {
            self.number = number
            self.state = state
            self.answer = answer
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case .handshakeCompleted(let negotiated)? = event as? TLSUserEvent {
                do {
                    if negotiated == "h2" {
                        try addHTTP2(context.channel)
                    } else {
                        try TestOrigin.addHTTP1(context.channel, number, state, answer)
                    }
                } catch { context.close(promise: nil) }
            }
            context.fireUserInboundEventTriggered(event)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

        private func addHTTP2(_ channel: any Channel) throws {
            let (number, state, answer) = (number, state, answer)
            _ = try channel.pipeline.syncOperations.configureHTTP2Pipeline(
                mode: .server,
                connectionConfiguration: .init(),
                streamConfiguration: .init()
            ) { stream in
                stream.eventLoop.makeCompletedFuture {
                    let sync = stream.pipeline.syncOperations
                    try sync.addHandler(HTTP2FramePayloadToHTTP1ServerCodec())
                    try sync.addHandler(Responder(version: "HTTP/2", connection: number, state: state, answer: answer))
                }
            }
        }
    }

    /// Collects a request and sends its answer.
    private final class Responder: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart
        private let version: String
        private let connection: Int
        private let state: State
        private let answer: Answering
        private var request: Request?
        private var keepsAlive = true

        init(version: String, connection: Int, state: State, answer: @escaping Answering) {
            self.version = version
            self.connection = connection
            self.state = state
            self.answer = answer
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                keepsAlive = head.isKeepAlive || version == "HTTP/2"
                request = Request(
                    version: version,
                    method: head.method.rawValue,
                    uri: head.uri,
                    headers: head.headers,
                    connection: connection
                )
                if version != "HTTP/2", head.headers[canonicalForm: "expect"].contains("100-continue") {
                    let go = HTTPResponseHead(version: .http1_1, status: .continue)
                    context.writeAndFlush(wrapOutboundOut(.head(go)), promise: nil)
                }
            case .body(let bytes):
                let room = (1 << 20) - (request?.body.count ?? 0)
                request?.body.append(contentsOf: bytes.readableBytesView.prefix(max(0, room)))
                request?.bodyCount += bytes.readableBytes
            case .end(let trailers):
                self.request?.trailers = trailers
                guard let request = self.request.take() else { return }
                state.box.withLockedValue { $0.requests.append(request) }
                let answer = self.answer(request)
                let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
                guard answer.delay > .zero else { return send(answer, to: request.method, context) }
                context.eventLoop.scheduleTask(in: answer.delay) {
                    let (responder, context) = bound.value
                    responder.send(answer, to: request.method, context)
                }
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

        private func send(_ answer: Answer, to method: String, _ context: ChannelHandlerContext) {
            if let raw = answer.raw {
                let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
                // Past the encoder, from the head of the pipeline.
                context.channel.pipeline.context(handlerType: HTTPResponseEncoder.self).assumeIsolated().whenSuccess {
                    $0.writeAndFlush(NIOAny(ByteBuffer(bytes: raw))).assumeIsolated().whenComplete { _ in
                        let (responder, context) = bound.value
                        responder.end(answer, context)
                    }
                }
                return
            }
            for head in answer.informational { context.write(wrapOutboundOut(.head(head)), promise: nil) }
            let head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: answer.headers)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            if method == "HEAD" || answer.pieces.isEmpty { return end(answer, context) }
            context.flush()
            send(answer, piece: 0, context)
        }

        private func send(_ answer: Answer, piece: Int, _ context: ChannelHandlerContext) {
            guard piece < answer.pieces.count * answer.rounds else { return end(answer, context) }
            let bytes = ByteBuffer(bytes: answer.pieces[piece % answer.pieces.count])
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(bytes)))).whenSuccess {
                let (responder, context) = bound.value
                guard answer.pause > .zero, piece + 1 < answer.pieces.count * answer.rounds else {
                    return responder.send(answer, piece: piece + 1, context)
                }
                context.eventLoop.scheduleTask(in: answer.pause) {
                    let (responder, context) = bound.value
                    responder.send(answer, piece: piece + 1, context)
                }
            }
        }

        private func end(_ answer: Answer, _ context: ChannelHandlerContext) {
            switch answer.ending {
            case .silence: context.flush()
            case .reset:
                context.flush()
                let channel = context.channel
                if let socket = channel as? any SocketOptionProvider {
                    socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in
                        channel.close(promise: nil)
                    }
                } else {
                    channel.close(promise: nil)
                }
            case .whole, .close:
                if answer.raw != nil { return context.close(promise: nil) }
                let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
                let closes = answer.ending == .close || !keepsAlive
                context.writeAndFlush(wrapOutboundOut(.end(answer.trailers))).whenComplete { _ in
                    if closes { bound.value.close(promise: nil) }
                }
            }
        }
    }
}
