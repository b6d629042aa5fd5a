import NIOCore
import NIOHTTP1
import NIOHTTP2
import ProxyProtocol

/// The handlers that a new client connection goes through until requests come out of it.
enum ClientPipeline {
    /// Streams of one HTTP/2 connection at once.
    static let streams = 100
    /// Bytes a client may send ahead on a stream of HTTP/2: what is on its way to a server in one round trip.
    static let window = 1024 * 1024

    /// Makes the generic types of connections, before several event loops want them for the first time at once.
    ///
    /// Swift's runtime (6.3.1 on Linux) looked at one that another thread was still making, and crashed: in one of some dozen
    /// runs of this module's tests.
    static let types: Void = {
        _ = ByteToMessageHandler(RequestCoding.decoder())
        _ = ByteToMessageHandler(HTTPResponseDecoder())
    }()

    /// Prepares an accepted connection: HTTP/1.1 and CONNECT, TLS with the recorder's certificate, HTTP/2 by ALPN; at
    /// the end of each stream of requests stands a ``Relay``.
    static func configure(_ channel: any Channel, _ context: RecorderContext) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let facts = ClientFacts(
                connection: context.nextConnection(),
                version: "HTTP/1.1",
                origin: context.settings.upstream,
                isIntercepted: false
            )
            let first = ProtocolDetector(
                expectsHTTP: true,
                silence: nil,
                limit: TimeAmount(context.settings.limits.headTime)
            ) { handler, hasBytes in
                if hasBytes { context.refuse(channel, .headTooSlow, "its first bytes came too slowly") }
                handler.close(promise: nil)
            } decided: { language, _, _ in
                if language == .tls {
                    try Interception.add(to: channel, .direct, facts, context)
                } else {
                    try addHTTP1(to: channel, facts, context, isFresh: true)
                }
            }
            try channel.pipeline.syncOperations.addHandler(first)
        }
    }

    /// Adds what a connection that speaks HTTP/1 needs; if it `isFresh`, the first head's time counts from now, not
    /// from its first byte.
    static func addHTTP1(
        to channel: any Channel,
        _ facts: ClientFacts,
        _ context: RecorderContext,
        isFresh: Bool
    ) throws {
        let pipeline = channel.pipeline.syncOperations
        let watch = RequestTimeoutHandler(context, isFresh: isFresh)
        try pipeline.addHandler(RequestBytes(watch: watch))
        try pipeline.addHandler(ResponseCoding.encoder())
        try pipeline.addHandler(
            ByteToMessageHandler(RequestCoding.decoder(headBytes: context.settings.limits.headBytes))
        )
        try pipeline.addHandler(watch)
        try pipeline.addHandler(HTTPServerPipelineHandler())
        try pipeline.addHandler(ProxyRequestHandler(context, facts: facts, watch: watch))
    }

    /// Adds what a connection that speaks HTTP/2 needs.
    static func addHTTP2(to channel: any Channel, _ facts: ClientFacts, _ context: RecorderContext) throws {
        var facts = facts
        facts.version = "HTTP/2"
        let settings = context.settings.limits
        let idleTime = TimeAmount(settings.idleTime)
        let management = NIOHTTP2ServerConnectionManagementHandler(
            eventLoop: channel.eventLoop,
            configuration: .init(maxIdleTime: idleTime, maxAge: nil, maxGraceTime: nil, keepalive: nil)
        )
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: streams),
            HTTP2Setting(parameter: .initialWindowSize, value: window),
            HTTP2Setting(parameter: .enablePush, value: 0),
        ]
        connection.initialSettings += FrameHandler.settings(headBytes: settings.headBytes)
        connection.targetWindowSize = 4 * window
        var stream = NIOHTTP2Handler.StreamConfiguration()
        stream.targetWindowSize = window
        stream.outboundBufferSizeHighWatermark = 64 * 1024
        stream.outboundBufferSizeLowWatermark = 32 * 1024
        let streamFacts = facts
        let pipeline = channel.pipeline.syncOperations
        let frames = FrameHandler(towardsClient: true, headBytes: settings.headBytes)
        let end = HTTP2ClientEnd(context, frames: frames)
        try pipeline.addHandler(frames)
        let bound = NIOLoopBound(frames, eventLoop: channel.eventLoop)
        _ = try pipeline.configureHTTP2Pipeline(
            mode: .server,
            connectionConfiguration: connection,
            streamConfiguration: stream,
            streamDelegate: end.delegate(management.http2StreamDelegate, on: channel.eventLoop)
        ) { stream in
            stream.eventLoop.makeCompletedFuture {
                try stream.syncOptions?.setOption(.autoRead, value: false)
                let pipeline = stream.pipeline.syncOperations
                try pipeline.addHandler(HTTP2RequestCheck(context, frames: bound.value))
                try pipeline.addHandler(HTTP2FramePayloadToHTTP1ServerCodec())
                try pipeline.addHandler(Relay(facts: streamFacts, context: context))
            }
        }
        try pipeline.addHandlers([management, end])
    }
}
