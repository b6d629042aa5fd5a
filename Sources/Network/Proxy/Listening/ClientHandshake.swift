import NIOCore
import NIOTLS
import ProxyProtocol

/// Waits for a client's TLS handshake, goes on as ALPN decided, and tells a client that does not take the certificate
/// from one that fails for other reasons.
final class ClientHandshake: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private enum Phase {
        case shakingHands
        /// The handshake is complete, and nothing has been asked yet.
        case complete
        case over
    }

    private let host: String
    private let learns: Bool
    private let facts: ClientFacts
    private let recorder: RecorderContext
    /// True if it counts among the connections that may still request something.
    private var isOpen = false
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
        isOpen = true
        recorder.passthrough.began(host)
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
        end()
        timer?.cancel()
        timer = nil
    }

    /// Nothing more comes of it.
    private func end() {
        guard isOpen else { return }
        isOpen = false
        recorder.passthrough.ended(host)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted(let negotiated)? = event as? TLSUserEvent {
            timer?.cancel()
            phase = .complete
            if recorder.passthrough.accepted(host) { recorder.tell(.notice(.recordedAgain(host: host))) }
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
        recorder.passthrough.served(host, client: context.remoteAddress?.ipAddress)
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
        let evaluation = HandshakeEvaluation(error)
        if case .over = phase { return }
        end()
        switch phase {
        case .shakingHands, .over: break
        case .complete:
            // It took the certificate. Browsers open connections in advance, and close those that they do not need.
            if evaluation.isSilence {
                phase = .over
                return unused(context)
            }
        }
        phase = .over
        switch evaluation {
        case .refusedCertificate: refused(evaluation, isCertain: true, context)
        case .hungUp: refused(evaluation, isCertain: false, context)
        case .nothingInCommon, .notTLS, .failed: tell(evaluation, context)
        }
    }

    /// Reports a failed handshake once for each host and cause, and then with how often it was.
    private func tell(_ evaluation: HandshakeEvaluation, _ context: ChannelHandlerContext, _ next: String = "") {
        let client = context.remoteAddress?.ipAddress
        let text = evaluation.text(
            host: host,
            trusts: recorder.passthrough.trusts(client),
            canPass: !recorder.settings.reachesOnlyNamedHosts
        )
        recorder.refuse(context.channel, host: host, text + next)
    }

    private func unused(_ context: ChannelHandlerContext) {
        // Before one server nothing can be passed through.
        guard recorder.settings.upstream == nil, recorder.passthrough.isOftenUnused(host) else { return }
        let remedy =
            !recorder.settings.reachesOnlyNamedHosts ? "`--passthrough \(host)`" : "the base URL needs no certificate"
        recorder.refuse(
            context.channel,
            host: host,
            "the client accepted the recorder's certificate for \(host) several times and then closed the connection "
                + "without a request. If the app fails there, it pins the server's certificate: \(remedy)"
        )
    }

    private func refused(_ evaluation: HandshakeEvaluation, isCertain: Bool, _ context: ChannelHandlerContext) {
        guard learns, host != OwnHost.name else { return tell(evaluation, context) }
        switch recorder.passthrough.refused(host, isCertain: isCertain) {
        case .nothing: tell(evaluation, context)
        case .doubted: tell(evaluation, context, ". \(host) is passed through if the next client does the same")
        case .passesThrough:
            let trusts = recorder.passthrough.trusts(context.remoteAddress?.ipAddress)
            let next = ". Restart the recorder once the client trusts it; until then nothing of the host is recorded"
            recorder.tell(
                .notice(.passingThrough(host: host, reason: evaluation.text(host: host, trusts: trusts) + next))
            )
        }
    }
}
