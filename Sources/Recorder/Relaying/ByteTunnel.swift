import NIOCore

/// Two connections whose bytes are passed to each other unseen, with back-pressure, until either ends.
enum ByteTunnel {
    /// Joins the channels, which have no handlers for bytes any more; the future succeeds when both are closed.
    ///
    /// Both live on one event loop. If nothing passes either way for `idleTime`, both are closed.
    static func join(
        _ client: any Channel,
        _ server: any Channel,
        idleTime: TimeAmount = .minutes(5)
    ) -> EventLoopFuture<Void> {
        let (one, other) = TunnelEnd.pair(idleTime: idleTime)
        do {
            try client.pipeline.syncOperations.addHandler(one)
            try server.pipeline.syncOperations.addHandler(other)
        } catch {
            client.close(promise: nil)
            server.close(promise: nil)
        }
        one.start()
        other.start()
        return EventLoopFuture.andAllComplete([client.closeFuture, server.closeFuture], on: client.eventLoop)
    }
}

/// One end of a tunnel: what comes in here goes out at its partner.
final class TunnelEnd: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var partner: TunnelEnd?
    private var context: ChannelHandlerContext?
    private let idleTime: TimeAmount
    private var lastMoved = NIODeadline.now()
    private var timer: Scheduled<Void>?
    /// Whether its side has said that it sends no more.
    private var inputIsClosed = false

    private init(idleTime: TimeAmount) { self.idleTime = idleTime }

    /// The two ends of a tunnel.
    static func pair(idleTime: TimeAmount) -> (TunnelEnd, TunnelEnd) {
        let one = TunnelEnd(idleTime: idleTime)
        let other = TunnelEnd(idleTime: idleTime)
        one.partner = other
        other.partner = one
        return (one, other)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        self.context = nil
        partner = nil
    }

    /// Begins to read, once both ends are in place.
    func start() {
        guard let context, context.channel.isActive else { return closeBoth() }
        schedule()
        read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let there = partner?.context else { return }
        there.write(data, promise: nil)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        lastMoved = .now()
        partner?.context?.flush()
        read()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        lastMoved = .now()
        if context.channel.isWritable { partner?.read() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case .some(.inputClosed) = event as? ChannelEvent else {
            return context.fireUserInboundEventTriggered(event)
        }
        inputIsClosed = true
        guard let partner, let there = partner.context, !partner.inputIsClosed else { return closeBoth() }
        there.flush()
        there.close(mode: .output, promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        closeBoth()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { closeBoth() }

    private func read() {
        guard let context, !inputIsClosed, partner?.context?.channel.isWritable ?? false else { return }
        context.read()
    }

    private func closeBoth() {
        let there = partner
        context?.close(promise: nil)
        there?.closeWhenWritten()
    }

    /// Closes its side once all that the other sent has gone out; the idle time ends the wait.
    private func closeWhenWritten() {
        guard let context else { return }
        inputIsClosed = true
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).assumeIsolated().whenComplete { _ in
            self.context?.close(promise: nil)
        }
    }

    private func schedule() {
        timer = context?.eventLoop.assumeIsolated().scheduleTask(deadline: lastMoved + idleTime) { self.timePassed() }
    }

    private func timePassed() {
        let moved = max(lastMoved, partner?.lastMoved ?? lastMoved)
        guard NIODeadline.now() >= moved + idleTime else {
            lastMoved = moved
            return schedule()
        }
        closeBoth()
    }
}
