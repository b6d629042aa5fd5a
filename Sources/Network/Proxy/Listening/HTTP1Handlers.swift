import NIOCore
import NIOHTTP1

/// Taking HTTP/1 off a client's connection.
enum HTTP1Handlers {
    /// Removes all that ``ClientPipeline/addHTTP1(to:_:_:isFresh:)`` has added, and the relay.
    ///
    /// `next` is called on the loop with the bytes that came behind the last request, once nothing of HTTP is left.
    static func remove(from channel: any Channel, _ next: @escaping (ByteBuffer) -> Void) {
        let pipeline = channel.pipeline.syncOperations
        func remove<Handler: RemovableChannelHandler>(_ type: Handler.Type) {
            guard let context = try? pipeline.context(handlerType: type) else { return }
            pipeline.removeHandler(context: context, promise: nil)
        }
        remove(RequestBytes.self)
        remove(HTTPResponseEncoder.self)
        remove(RequestTimeoutHandler.self)
        remove(HTTPServerPipelineHandler.self)
        remove(ProxyRequestHandler.self)
        remove(Relay.self)
        do {
            let decoder = try pipeline.context(handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let leftover = Leftover()
            try pipeline.addHandler(leftover, position: .after(decoder.handler))
            // The decoder may be in the middle of the bytes that the last request came with.
            pipeline.removeHandler(context: decoder).assumeIsolated().whenComplete { _ in
                leftover.leave()
                next(leftover.bytes)
            }
        } catch {
            channel.close(promise: nil)
        }
    }

    /// Takes what the decoder gives back when it goes.
    private final class Leftover: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = ByteBuffer
        var bytes = ByteBuffer()
        private var context: ChannelHandlerContext?

        func handlerAdded(context: ChannelHandlerContext) { self.context = context }

        func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var more = unwrapInboundIn(data)
            bytes.writeBuffer(&more)
        }

        func leave() {
            guard let context else { return }
            context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        }
    }
}
