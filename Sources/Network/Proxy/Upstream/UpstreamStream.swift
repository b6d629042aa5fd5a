import NIOCore
import NIOHTTP1

/// One request's way to a server and its answer's way back.
///
/// Its channel takes `HTTPClientRequestPart` and hands on `HTTPClientResponsePart`, informational answers among them.
/// `autoRead` is off: whoever takes the stream adds a handler at the end of the pipeline, reads, and removes the handler
/// before ``finish(canReuse:)``. In HTTP/2 the channel is a stream's; in HTTP/1.1 the connection's own.
struct UpstreamStream: Sendable {
    /// The channel, on the loop that asked for it.
    var channel: any Channel
    /// The facts about the connection.
    var facts: UpstreamFacts
    /// Gives the connection back, or closes it; to be called once, on the loop.
    var finish: @Sendable (_ canReuse: Bool) -> Void
}

extension UpstreamStream {
    /// Makes the channel pass bytes both ways, after `101 Switching Protocols`; to be called on the loop.
    ///
    /// What the server sent behind its answer comes first. Only for HTTP/1.1; ``finish`` then closes the connection.
    func passBytes() -> EventLoopFuture<Void> {
        let sync = channel.pipeline.syncOperations
        do {
            let end = try sync.context(handlerType: HTTP1Connection.self)
            let encoder = try sync.context(handlerType: HTTPRequestEncoder.self)
            let decoder = try sync.context(handlerType: ByteToMessageHandler<HTTPResponseDecoder>.self)
            // The decoder goes last: what it holds passes where the others were.
            return .andAllSucceed(
                [end, encoder, decoder].map { sync.removeHandler(context: $0) },
                on: channel.eventLoop
            )
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
    }
}
