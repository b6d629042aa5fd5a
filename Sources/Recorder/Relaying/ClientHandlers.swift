import NIOCore
import NIOHTTP1

/// Taking HTTP off a client's connection that speaks another protocol from here on.
enum ClientHandlers {
    /// Makes the channel pass bytes both ways, behind `101 Switching Protocols`.
    ///
    /// What the client sent behind its request comes out of the decoder, which leaves last.
    static func passBytes(_ channel: any Channel) -> EventLoopFuture<Void> {
        let pipeline = channel.pipeline.syncOperations
        func remove<Handler: RemovableChannelHandler>(_ type: Handler.Type) -> EventLoopFuture<Void>? {
            (try? pipeline.context(handlerType: type)).map { pipeline.removeHandler(context: $0) }
        }
        let removals = [
            remove(Relay.self),
            remove(HTTP1Gate.self),
            remove(RequestWatch.self),
            remove(RequestBytes.self),
            remove(HTTPServerPipelineHandler.self),
            remove(HTTPResponseEncoder.self),
            remove(ByteToMessageHandler<HTTPRequestDecoder>.self),
        ]
        return EventLoopFuture.andAllSucceed(removals.compactMap { $0 }, on: channel.eventLoop)
    }
}
