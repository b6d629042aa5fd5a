import NIOCore

/// Tells a ``RequestTimeoutHandler`` behind the decoder that bytes have come before it.
final class RequestBytes: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let watch: RequestTimeoutHandler

    init(watch: RequestTimeoutHandler) { self.watch = watch }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard watch.takesBytes else { return }
        let parts = watch.parts
        context.fireChannelRead(data)
        // Bytes that nothing came of are the beginning of something.
        if watch.parts == parts { watch.bytesWait() }
    }
}
