import NIOCore
import NIOHTTP1
import NIOSSL
import ProxyProtocol

/// The upper end of an HTTP/1.1 connection to a server: knows whether it may serve another exchange.
///
/// Whoever has the stream stands behind it in the pipeline.
final class HTTP1Connection: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// The progress of the exchange on the connection.
    private struct Progress {
        var hasSentAll = false
        var hasReceivedAll = false
        var keepsAlive = false
        /// True if the server has switched to another protocol: what passes may be bytes from here on.
        var hasSwitched = false

        var isComplete: Bool { hasSentAll && hasReceivedAll && keepsAlive }
    }

    let origin: Origin
    let channel: any Channel
    private let headBytes: Int
    private let idleGuard = IdleCloseHandler()
    private let statusLines = StatusLineReader()
    private let pool: ConnectionPool
    private var facts: UpstreamFacts
    private var progress = Progress()
    private var demand = ReadDemand()
    /// Counts the exchanges, so that a stream that was given back twice does not harm the next.
    private var exchange = 0

    /// Puts what speaks HTTP/1.1 into the connection's pipeline.
    init(_ connection: Connector.Connection, to origin: Origin, headBytes: Int, pool: ConnectionPool) throws {
        self.origin = origin
        self.headBytes = headBytes
        self.pool = pool
        channel = connection.channel
        facts = connection.facts
        let decoder = ResponseCoding.decoder(headBytes: headBytes)
        try channel.pipeline.syncOperations.addHandlers([
            idleGuard, statusLines, RequestCoding.encoder(), ByteToMessageHandler(decoder), self,
        ])
    }

    /// Takes the connection for one exchange.
    func lease() -> UpstreamStream {
        exchange += 1
        let isReused = exchange > 1
        if isReused {
            facts.isReused = true
            facts.connectMicroseconds = nil
            facts.handshakeMicroseconds = nil
        }
        progress = Progress()
        statusLines.expectResponse()
        idleGuard.isIdle = false
        let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
        return UpstreamStream(channel: channel, facts: facts) { [exchange] canReuse in
            bound.value.finish(exchange, canReuse: canReuse)
        }
    }

    private func finish(_ finished: Int, canReuse: Bool) {
        guard finished == exchange, !idleGuard.isIdle else { return }
        guard canReuse, progress.isComplete, channel.isActive else { return channel.close(promise: nil) }
        idleGuard.isIdle = true
        // Without a read the end of the connection would not be noticed.
        channel.read()
        pool.keep(self)
    }

    func read(context: ChannelHandlerContext) {
        demand.asked()
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        demand.delivered()
        guard !progress.hasSwitched else { return context.fireChannelRead(data) }
        let part = unwrapInboundIn(data)
        note(part)
        guard case .head(let head) = part else { return context.fireChannelRead(data) }
        context.fireChannelRead(wrapInboundOut(.head(statusLines.restored(head))))
    }

    private func note(_ part: HTTPClientResponsePart) {
        switch part {
        case .head(let head):
            progress.hasSwitched = head.status.code == 101
            progress.keepsAlive = head.isKeepAlive && !progress.hasSwitched
        case .body: break
        case .end: progress.hasReceivedAll = true
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        if demand.isUnmet, !idleGuard.isIdle { context.read() }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if !progress.hasSwitched, case .end = unwrapOutboundIn(data) { progress.hasSentAll = true }
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        if idleGuard.isIdle { pool.lost(self) }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Many servers close without saying so in TLS; what was said in HTTP tells whether the answer is complete.
        if case NIOSSLError.uncleanShutdown = error { return }
        progress.keepsAlive = false
        if !idleGuard.isIdle {
            context.fireErrorCaught(UpstreamError.answering(error, host: origin.host, headBytes: headBytes))
        }
        context.close(promise: nil)
    }
}
