import NIOCore

/// Closes an HTTP/1.1 connection on which a server speaks without having been asked.
///
/// It stands below the decoder, since half a line would be taken for the beginning of the next answer.
final class IdleCloseHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    /// True if no one uses the connection.
    var isIdle = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard isIdle else { return context.fireChannelRead(data) }
        context.close(promise: nil)
    }
}
