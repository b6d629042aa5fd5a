import NIOCore
import NIOSSL
import NIOTLS
import Relaying

/// Waits for a client's TLS handshake, goes on as ALPN decided, and tells a client that does not take the certificate
/// from one that fails for other reasons.
final class ClientHandshake: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    /// How soon after the handshake a client that pins hangs up: it has nothing else to wait for.
    static let judgementTime = TimeAmount.seconds(1)

    private enum Phase {
        case shakingHands
        /// The handshake is complete since then, and nothing has been asked yet.
        case complete(NIODeadline)
        case over
    }

    private let host: String
    private let learns: Bool
    private let facts: ClientFacts
    private let recorder: RecorderContext
    private var phase = Phase.shakingHands
    private var timer: Scheduled<Void>?

    /// A wait for a client that means `host`, which may be passed through from now on if it `learns`.
    init(host: String, learns: Bool, facts: ClientFacts, recorder: RecorderContext) {
        self.host = host
        self.learns = learns
        self.facts = facts
        self.recorder = recorder
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let limit = recorder.settings.limits.headTime
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limit)) {
            guard case .shakingHands = self.phase else { return }
            self.phase = .over
            self.recorder.refuse(
                context.channel,
                .handshake,
                "its TLS handshake with \(self.host) was not done within \(limit)"
            )
            context.channel.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted(let negotiated)? = event as? TLSUserEvent {
            timer?.cancel()
            phase = .complete(.now())
            do {
                if negotiated == "h2" {
                    try ClientPipeline.addHTTP2(to: context.channel, facts, recorder)
                } else {
                    try ClientPipeline.addHTTP1(to: context.channel, facts, recorder, isFresh: false)
                }
            } catch {
                context.close(promise: nil)
            }
        } else if case .shakingHands = phase, event is ChannelShouldQuiesceEvent {
            phase = .over
            return context.close(promise: nil)
        } else if case .some(.inputClosed) = event as? ChannelEvent {
            hungUp(nil, context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        phase = .over
        recorder.passthrough.served(host)
        context.fireChannelRead(data)
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        hungUp(error, context)
        context.fireErrorCaught(error)
        // Nobody behind it is there to do it, or has anything to say to the client.
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        hungUp(nil, context)
        context.fireChannelInactive()
    }

    private func hungUp(_ error: (any Error)?, _ context: ChannelHandlerContext) {
        let judgement = HandshakeJudgement(error)
        switch phase {
        case .over: return
        case .shakingHands: break
        case .complete(let since):
            // A connection that was opened in advance is closed later, if it is not needed.
            if judgement.isSilence, NIODeadline.now() > since + Self.judgementTime {
                phase = .over
                return
            }
        }
        phase = .over
        switch judgement {
        case .refusedCertificate(let alert):
            refused("the client does not take the recorder's certificate (\(alert))", isCertain: true, context)
        case .hungUp:
            refused("the client hung up when it had seen the recorder's certificate", isCertain: false, context)
        case .failed(let reason):
            recorder.refuse(context.channel, .handshake, "its TLS handshake with \(host) failed: \(reason)")
        }
    }

    private func refused(_ what: String, isCertain: Bool, _ context: ChannelHandlerContext) {
        let reason = "\(what): it does not trust the authority, which `kinescope certificate` helps with, or it pins"
        guard learns, host != OwnHost.name else {
            return recorder.refuse(context.channel, .handshake, "\(reason) another certificate")
        }
        switch recorder.passthrough.refused(host, isCertain: isCertain) {
        case .nothing: break
        case .doubted:
            let next = "\(host) is passed through unseen if the next client does the same"
            recorder.refuse(
                context.channel,
                .handshake,
                "\(reason) another certificate, or had nothing to ask; \(next)"
            )
        case .passesThrough:
            let next = "restart the recorder once it trusts the authority; until then nothing of the host is recorded"
            recorder.tell(.notice(.passingThrough(host: host, reason: "\(reason) the server's own; \(next)")))
        }
    }
}
