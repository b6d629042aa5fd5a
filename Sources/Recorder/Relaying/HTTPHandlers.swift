import NIOCore
import NIOHTTP1

/// Taking HTTP off a connection that speaks another protocol from here on.
enum HTTPHandlers {
    /// Removes what belongs to HTTP but for the decoder, which may hold bytes of the new protocol already.
    ///
    /// - Returns: removes the decoder as well, so that what it holds comes out of it.
    static func removeAllButDecoder(from channel: any Channel) -> () -> Void {
        let pipeline = channel.pipeline.syncOperations
        func remove<Handler: RemovableChannelHandler>(_ type: Handler.Type) {
            guard let context = try? pipeline.context(handlerType: type) else { return }
            pipeline.removeHandler(context: context, promise: nil)
        }
        remove(Relay.self)
        remove(HTTP1Gate.self)
        remove(RequestWatch.self)
        remove(RequestBytes.self)
        remove(HTTPServerProtocolErrorHandler.self)
        remove(HTTPServerPipelineHandler.self)
        remove(HTTPResponseEncoder.self)
        remove(HTTPRequestEncoder.self)
        return {
            let decoder =
                (try? pipeline.context(handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self))
                ?? (try? pipeline.context(handlerType: ByteToMessageHandler<HTTPResponseDecoder>.self))
            guard let decoder else { return }
            pipeline.removeHandler(context: decoder).assumeIsolated().whenComplete { _ in
                pipeline.fireChannelReadComplete()
            }
        }
    }
}
