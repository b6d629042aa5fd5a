import NIOCore
import NIOHTTP1
import ProxyProtocol

/// Stands beneath the decoder of responses, and gives their heads back the reason phrases that it drops.
final class StatusLineReader: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private var phrases = ReasonPhrases()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        phrases.receive(unwrapInboundIn(data))
        context.fireChannelRead(data)
    }

    /// A request is sent.
    func expectResponse() { phrases.expectResponse() }

    /// The head that the decoder has read, with its phrase.
    func restored(_ head: HTTPResponseHead) -> HTTPResponseHead { phrases.restored(head) }
}
