import NIOCore
import NIOSSL
import NIOTLS

/// Waits for the end of a TLS handshake, and leaves the pipeline after it.
final class HandshakeWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private let host: String
    private let tls: NIOSSLClientHandler
    /// The protocol that was agreed on; nil after it was completed.
    private var promise: EventLoopPromise<String?>?

    init(host: String, tls: NIOSSLClientHandler, promise: EventLoopPromise<String?>) {
        self.host = host
        self.tls = tls
        self.promise = promise
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case TLSUserEvent.handshakeCompleted(let negotiated)? = event as? TLSUserEvent else {
            return context.fireUserInboundEventTriggered(event)
        }
        let promise = promise.take()
        // What waits for it puts its handlers in at once: the first bytes may come in the same breath.
        promise?.succeed(negotiated)
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let promise = promise.take() else { return context.fireErrorCaught(error) }
        promise.fail(HandshakeFault.error(error, certificate: tls.peerCertificate, host: host))
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        promise.take()?.fail(UpstreamError.handshake(host: host, reason: "the server closed the connection"))
        context.fireChannelInactive()
    }

    /// The limit of time is over.
    func fail(_ error: UpstreamError) { promise.take()?.fail(error) }
}
