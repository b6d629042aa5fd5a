import NIOCore
import NIOHTTP1
import ProxyProtocol

/// The end of a ``Relay`` at a server's channel while an exchange lasts: its ear and its mouth there.
final class UpstreamResponseHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private var relay: Relay?
    private var context: ChannelHandlerContext?

    init(_ relay: Relay) { self.relay = relay }

    var channel: (any Channel)? { context?.channel }

    func write(_ part: HTTPClientRequestPart) { context?.write(wrapOutboundOut(part), promise: nil) }
    func flush() { context?.flush() }
    func read() { context?.read() }

    /// Takes itself out of the channel; what happens there from now on is not the relay's.
    func leave() {
        relay = nil
        guard let context else { return }
        self.context = nil
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { relay?.answered(unwrapInboundIn(data)) }
    func channelReadComplete(context: ChannelHandlerContext) { relay?.answerPaused() }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { relay?.serverWritable() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent { relay?.serverFailed(.serverClosed) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        relay?.serverFailed(.serverClosed)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        relay?.serverFailed(RelayFailure(error))
    }
}
