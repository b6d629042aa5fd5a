import NIOCore

/// Two connections whose bytes are passed to each other unseen, with back-pressure, until either ends.
struct ByteTunnel {
    /// Succeeds when both connections are closed.
    let closed: EventLoopFuture<Void>
    private let ends: (TunnelEnd, TunnelEnd)

    /// Joins the channels, which have no handlers for bytes any more; the future succeeds when both are closed.
    ///
    /// Both live on one event loop. If nothing passes either way for `idleTime`, both are closed.
    static func join(
        _ client: any Channel,
        _ server: any Channel,
        idleTime: TimeAmount = .minutes(5)
    ) -> EventLoopFuture<Void> {
        let tunnel = ByteTunnel(client, server, idleTime: idleTime)
        tunnel.open()
        return tunnel.closed
    }

    /// A tunnel that keeps what comes until it is opened.
    init(_ client: any Channel, _ server: any Channel, idleTime: TimeAmount) {
        ends = TunnelEnd.pair(idleTime: idleTime)
        closed = EventLoopFuture.andAllComplete([client.closeFuture, server.closeFuture], on: client.eventLoop)
        do {
            try client.pipeline.syncOperations.addHandler(ends.0)
            try server.pipeline.syncOperations.addHandler(ends.1)
        } catch {
            client.close(promise: nil)
            server.close(promise: nil)
        }
    }

    /// Lets the bytes pass, first of all those that the client sent already.
    func open(fromClient bytes: ByteBuffer = ByteBuffer()) {
        ends.0.keep(bytes)
        ends.0.open()
        ends.1.open()
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
    private var isOpen = false
    private var kept: [ByteBuffer] = []
    /// True if its side has announced that it sends no more.
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

    /// Bytes that have come before it is open.
    func keep(_ bytes: ByteBuffer) { if bytes.readableBytes > 0 { kept.append(bytes) } }

    /// Sends what has come, and begins to read.
    func open() {
        isOpen = true
        guard let context, context.channel.isActive else { return closeBoth() }
        schedule()
        for bytes in kept { partner?.context?.write(wrapOutboundOut(bytes), promise: nil) }
        kept = []
        partner?.context?.flush()
        if inputIsClosed { passEnd() } else { read() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Nobody reads before it is open: there is no more than the decoder held.
        guard isOpen else { return keep(unwrapInboundIn(data)) }
        partner?.context?.write(data, promise: nil)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        guard isOpen else { return }
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
        if isOpen { passEnd() }
    }

    /// Its side sends no more: neither does the other.
    private func passEnd() {
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
