import NIOCore
import NIOHTTP1
import ProxyProtocol

/// Lets in who may come in, and turns CONNECT into a connection to somewhere.
///
/// It stands behind the handler that puts pipelined requests in a row, so that no request comes while another is
/// answered; the ``Relay`` is added behind it once there is something to relay.
final class ProxyRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// The ways to handle the request that is coming in.
    private enum Passage {
        case none
        case relayed
        /// Answered here when its end has come, which follows its head at once.
        case answered(LocalAnswer, closes: Bool)
        /// CONNECT to somewhere.
        case connect(ConnectAuthority)
        /// Nothing of what comes any more is of interest.
        case left
    }

    private let recorder: RecorderContext
    private let facts: ClientFacts
    private let watch: RequestTimeoutHandler
    private var passage = Passage.none
    private var hasRelay = false
    /// The request that is answered here, or connects.
    private var request = HTTPRequestHead(version: .http1_1, method: .CONNECT, uri: "")

    /// A gate behind the `watch`, which gives the last answer of a connection.
    init(_ recorder: RecorderContext, facts: ClientFacts, watch: RequestTimeoutHandler) {
        self.recorder = recorder
        self.facts = facts
        self.watch = watch
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What was read behind a request that is in flight comes only now, though it has been refused already.
        guard !watch.hasRefused else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            passage = evaluate(head, context)
            switch passage {
            case .relayed:
                addRelay(context)
                context.fireChannelRead(data)
            case .answered(let refusal, let closes):
                request = head
                // Nobody waits for a body that goes nowhere; and the decoder reads nothing behind a request to change
                // the protocol.
                guard closes || Self.hasBody(head) || head.headers.contains(name: "upgrade") else { return }
                passage = .left
                answer(refusal, closes: true, context)
            case .connect:
                request = head
            case .none, .left:
                break
            }
        case .body:
            if case .relayed = passage { context.fireChannelRead(data) }
        case .end:
            switch passage {
            case .relayed:
                context.fireChannelRead(data)
            case .answered(let refusal, _):
                passage = .none
                answer(refusal, closes: false, context)
            case .connect(let authority):
                passage = .left
                Connecting.connect(to: authority, facts, recorder, context.channel)
            case .none, .left:
                break
            }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        switch passage {
        case .relayed, .left: break
        case .none, .answered, .connect:
            // The relay behind, if there is one, does not know that something came.
            context.read()
        }
    }

    private static func hasBody(_ head: HTTPRequestHead) -> Bool {
        switch RequestFraming(head, hasEnded: false) {
        case .none: false
        case .length: ContentLength(of: head.headers) != .bytes(0)
        case .chunked, .unknown, .unusableLength: true
        }
    }

    /// Decides how the request is handled.
    private func evaluate(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) -> Passage {
        let authorization = head.headers["proxy-authorization"]
        if let credentials = recorder.settings.credentials, facts.origin == nil, recorder.settings.upstream == nil,
            !credentials.match(authorization)
        {
            let reason = authorization.isEmpty ? "no name and password" : "wrong name or password"
            recorder.refuse(context.channel, .credentials, "it gave \(reason)")
            let text = "the recorder requires a name and a password"
            return .answered(
                LocalAnswer(.proxyAuthenticationRequired, text: text),
                closes: head.method == .CONNECT
            )
        }
        guard head.method == .CONNECT else { return .relayed }
        guard facts.origin == nil else {
            let text = "CONNECT is for a forward proxy's own connections"
            return .answered(LocalAnswer(.badRequest, text: text), closes: true)
        }
        guard let authority = ConnectAuthority(head.uri) else {
            let text = "CONNECT takes host:port, with an IPv6 address in brackets"
            return .answered(LocalAnswer(.badRequest, text: text), closes: true)
        }
        guard !recorder.ownAddresses.contain(host: authority.host, port: authority.port) else {
            recorder.refuse(context.channel, .loop, "CONNECT \(authority) leads back to the recorder")
            return .answered(LocalAnswer(.loopDetected, text: "\(authority) is the recorder itself"), closes: true)
        }
        return .connect(authority)
    }

    private func addRelay(_ context: ChannelHandlerContext) {
        guard !hasRelay else { return }
        hasRelay = true
        do {
            try context.channel.syncOptions?.setOption(.autoRead, value: false)
            try context.pipeline.syncOperations.addHandler(Relay(facts: facts, context: recorder))
        } catch {
            context.close(promise: nil)
        }
    }

    /// Answers the request from here.
    func answer(_ answer: LocalAnswer, closes: Bool, _ context: ChannelHandlerContext) {
        var framed = answer.framed(for: request, mustClose: closes)
        if answer.status == .proxyAuthenticationRequired {
            framed.head.headers.add(name: "Proxy-Authenticate", value: "Basic realm=\"Kinescope\"")
        }
        guard !framed.closes else {
            passage = .left
            return watch.answerLast(framed.head, framed.body)
        }
        context.write(wrapOutboundOut(.head(framed.head)), promise: nil)
        if framed.body.readableBytes > 0 {
            context.write(wrapOutboundOut(.body(.byteBuffer(framed.body))), promise: nil)
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
