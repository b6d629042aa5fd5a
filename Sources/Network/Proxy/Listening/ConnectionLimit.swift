import NIOCore

/// Lets no more client connections in than the limit says; the others wait in the system's queue.
///
/// It stands in the listener's pipeline, before the handler that starts accepted channels.
final class ConnectionLimit: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel
    typealias OutboundIn = Never

    private let limit: Int
    private let connections: OpenConnections
    private var open = 0
    /// Accepted in one go with the last that had room.
    private var waiting = CircularBuffer<any Channel>()
    private var wantsRead = false
    private var isListening = true

    init(limit: Int, connections: OpenConnections) {
        self.limit = max(1, limit)
        self.connections = connections
    }

    func read(context: ChannelHandlerContext) {
        if open + waiting.count < limit { context.read() } else { wantsRead = true }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = unwrapInboundIn(data)
        if open < limit { admit(channel, context) } else { waiting.append(channel) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        isListening = false
        for channel in waiting { channel.close(promise: nil) }
        waiting.removeAll()
        context.fireChannelInactive()
    }

    private func admit(_ channel: any Channel, _ context: ChannelHandlerContext) {
        open += 1
        connections.add(channel)
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        channel.closeFuture.hop(to: context.eventLoop).whenComplete { _ in
            let (limit, context) = bound.value
            limit.left(context)
        }
        context.fireChannelRead(wrapInboundOut(channel))
    }

    private func left(_ context: ChannelHandlerContext) {
        open -= 1
        guard isListening else { return }
        if let next = waiting.popFirst() {
            admit(next, context)
            return context.fireChannelReadComplete()
        }
        if wantsRead, open < limit {
            wantsRead = false
            context.read()
        }
    }
}
