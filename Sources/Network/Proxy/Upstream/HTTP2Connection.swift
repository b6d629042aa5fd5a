import NIOCore
import NIOHTTP1
import NIOHTTP2
import ProxyProtocol

/// An HTTP/2 connection to a server, at the end of its pipeline: opens streams, and hears how many there may be.
final class HTTP2Connection: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    let origin: Origin
    let channel: any Channel
    private let headBytes: Int
    private let pool: ConnectionPool
    private var facts: UpstreamFacts
    private let multiplexer: NIOHTTP2Handler.StreamMultiplexer
    /// Completed with how many streams the server bears, when it has said so.
    private var ready: EventLoopPromise<Int>?
    private var streams: [ObjectIdentifier: any Channel] = [:]
    /// True if a stream was told of an error just now, which may come by here again.
    private var hasStreamFailed = false

    /// Puts what speaks HTTP/2 into the connection's pipeline.
    init(
        _ connection: Connector.Connection,
        to origin: Origin,
        headBytes: Int,
        pool: ConnectionPool,
        ready: EventLoopPromise<Int>
    ) throws {
        self.origin = origin
        self.headBytes = headBytes
        self.pool = pool
        self.ready = ready
        channel = connection.channel
        facts = connection.facts
        var configuration = NIOHTTP2Handler.ConnectionConfiguration()
        configuration.initialSettings = [
            HTTP2Setting(parameter: .enablePush, value: 0),
            HTTP2Setting(parameter: .initialWindowSize, value: Self.streamWindow),
        ]
        configuration.initialSettings += FrameHandler.settings(headBytes: headBytes)
        configuration.targetWindowSize = Self.connectionWindow
        var stream = NIOHTTP2Handler.StreamConfiguration()
        stream.targetWindowSize = Self.streamWindow
        let handler = NIOHTTP2Handler(
            mode: .client,
            eventLoop: channel.eventLoop,
            connectionConfiguration: configuration,
            streamConfiguration: stream
        ) { pushed in
            pushed.eventLoop.makeFailedFuture(UpstreamError.malformedAnswer(host: origin.host, reason: "a push"))
        }
        let sync = channel.pipeline.syncOperations
        try sync.addHandlers([FrameHandler(towardsClient: false, headBytes: headBytes), handler])
        multiplexer = try handler.syncMultiplexer()
        try sync.addHandler(self)
        // Streams hold back what nobody reads; the connection itself must go on for the others.
        try channel.syncOptions?.setOption(.autoRead, value: true)
    }

    /// Bytes of one answer that are held while nobody reads it.
    static let streamWindow = 256 * 1024
    /// Bytes of all answers on their way.
    static let connectionWindow = 1024 * 1024
    /// The number of streams for a server that does not announce how many it takes.
    static let streamLimit = 100

    /// Opens a stream; the pool has counted it, and is told when it ends.
    func open(_ promise: EventLoopPromise<UpstreamStream>) {
        let facts = facts
        self.facts.isReused = true
        self.facts.connectMicroseconds = nil
        self.facts.handshakeMicroseconds = nil
        let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
        let opened = channel.eventLoop.makePromise(of: (any Channel).self)
        multiplexer.createStreamChannel(promise: opened) { stream in
            stream.eventLoop.makeCompletedFuture { try bound.value.prepare(stream) }
        }
        opened.futureResult.assumeIsolated().whenComplete { result in
            switch result {
            case .success(let stream):
                promise.succeed(
                    UpstreamStream(channel: stream, facts: facts) { isWhole in
                        guard isWhole else { return stream.close(promise: nil) }
                        // Its end is told from within: closing it before it has ended would reset it.
                        stream.eventLoop.execute { stream.close(promise: nil) }
                    }
                )
            case .failure(let error):
                self.pool.streamEnded(self)
                promise.fail(self.answering(error))
            }
        }
    }

    private func prepare(_ stream: any Channel) throws {
        try stream.syncOptions?.setOption(.autoRead, value: false)
        try stream.pipeline.syncOperations.addHandlers([
            HTTP2FramePayloadToHTTP1ClientCodec(httpProtocol: .https), HTTP2StreamEnd(self, headBytes: headBytes),
        ])
        streams[ObjectIdentifier(stream)] = stream
        stream.closeFuture.assumeIsolated().whenComplete { _ in
            guard self.streams.removeValue(forKey: ObjectIdentifier(stream)) != nil else { return }
            self.pool.streamEnded(self)
        }
    }

    /// Returns the meaning of an error of the connection or of a stream.
    func answering(_ error: any Error) -> UpstreamError {
        .answering(error, host: origin.host, headBytes: headBytes)
    }

    /// A stream was told of an error; if it is the stream's own, it passes the connection before anything else happens.
    func streamFailed() {
        guard !hasStreamFailed else { return }
        hasStreamFailed = true
        channel.eventLoop.assumeIsolated().execute { self.hasStreamFailed = false }
    }

    /// The limit of time is over.
    func fail(_ error: UpstreamError) { ready.take()?.fail(error) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data).payload {
        case .settings(.settings(let settings)):
            let limit = settings.last { $0.parameter == .maxConcurrentStreams }?.value
            if let ready = ready.take() {
                ready.succeed(limit ?? Self.streamLimit)
            } else if let limit {
                pool.limited(self, to: limit)
            }
        case .goAway:
            fail(.brokenOff(host: origin.host, reason: "the server takes no more requests on the connection"))
            pool.retire(self)
        default: break
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(.brokenOff(host: origin.host, reason: "the server closed the connection"))
        pool.lost(self)
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let failed = event as? FrameHandler.Failed { connectionFailed(answering(failed.fault), context) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The stream's own error leaves the others alone. But who makes such errors, or has one of the connection
        // follow at once, is not asked anything more.
        if hasStreamFailed || error is NIOHTTP2Errors.StreamError { return pool.retire(self) }
        connectionFailed(answering(error), context)
    }

    private func connectionFailed(_ told: UpstreamError, _ context: ChannelHandlerContext) {
        fail(told)
        for stream in streams.values { stream.pipeline.fireErrorCaught(told) }  // tidy: streams are told alike
        context.close(promise: nil)
    }
}
