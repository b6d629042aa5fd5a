import NIOCore
import NIOHTTP1

/// Lets in who may come in, and turns CONNECT into a connection to somewhere.
///
/// It stands behind the handler that puts pipelined requests in a row, so that no request comes while another is
/// answered; the ``Relay`` is added behind it once there is something to relay.
final class HTTP1Gate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// What is done with the request that is coming in.
    private enum Passage {
        case none
        case relayed
        /// Answered here when its end has come.
        case answered(HTTPResponseStatus, String, closes: Bool)
        /// CONNECT to somewhere.
        case connect(ConnectAuthority)
        /// Nothing of what comes any more is of interest.
        case left
    }

    private let recorder: RecorderContext
    private let facts: ClientFacts
    private var passage = Passage.none
    private var hasRelay = false
    /// Whether the decoder has stopped behind this request, since it asks for another protocol.
    private var asksForUpgrade = false

    init(_ recorder: RecorderContext, facts: ClientFacts) {
        self.recorder = recorder
        self.facts = facts
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            passage = judge(head, context)
            guard case .relayed = passage else { return }
            asksForUpgrade =
                head.headers.contains(name: "upgrade")
                && head.headers[canonicalForm: "connection"].contains { $0.lowercased() == "upgrade" }
            addRelay(context)
            context.fireChannelRead(data)
        case .body:
            if case .relayed = passage { context.fireChannelRead(data) }
        case .end:
            switch passage {
            case .relayed:
                context.fireChannelRead(data)
            case .answered(let status, let text, let closes):
                passage = .none
                answer(status, text, closes: closes, context)
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

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // The decoder reads nothing behind a request to change the protocol, even if the answer is no.
        guard asksForUpgrade else { return context.write(data, promise: promise) }
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.code >= 200:
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head(let head):
            if head.status == .switchingProtocols { asksForUpgrade = false }
            context.write(data, promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            context.writeAndFlush(data).assumeIsolated().whenComplete { result in
                context.close(promise: nil)
                promise?.completeWith(result)
            }
        }
    }

    /// What becomes of the request.
    private func judge(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) -> Passage {
        let authorization = head.headers["proxy-authorization"]
        if let credentials = recorder.settings.credentials, facts.origin == nil, recorder.settings.upstream == nil,
            !credentials.match(authorization)
        {
            let reason = authorization.isEmpty ? "no name and password" : "wrong name or password"
            recorder.refuse(context.channel, .credentials, "it gave \(reason)")
            return .answered(
                .proxyAuthenticationRequired,
                "the recorder asks for a name and a password",
                closes: head.method == .CONNECT
            )
        }
        guard head.method == .CONNECT else { return .relayed }
        guard facts.origin == nil else {
            return .answered(.badRequest, "CONNECT is for a forward proxy's own connections", closes: true)
        }
        guard let authority = ConnectAuthority(head.uri) else {
            return .answered(.badRequest, "CONNECT takes host:port, with an IPv6 address in brackets", closes: true)
        }
        guard !recorder.ownAddresses.contain(host: authority.host, port: authority.port) else {
            recorder.refuse(context.channel, .loop, "CONNECT \(authority) leads back to the recorder")
            return .answered(.loopDetected, "\(authority) is the recorder itself", closes: true)
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

    /// An answer of one line.
    func answer(_ status: HTTPResponseStatus, _ text: String, closes: Bool, _ context: ChannelHandlerContext) {
        let body = ByteBuffer(string: text + "\n")
        var headers: HTTPHeaders = [
            "Content-Type": "text/plain; charset=utf-8", "Content-Length": "\(body.readableBytes)",
        ]
        if status == .proxyAuthenticationRequired {
            headers.add(name: "Proxy-Authenticate", value: "Basic realm=\"Kinescope\"")
        }
        if closes { headers.add(name: "Connection", value: "close") }
        context.write(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))),
            promise: nil
        )
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
            if closes { context.close(promise: nil) }
        }
    }
}
