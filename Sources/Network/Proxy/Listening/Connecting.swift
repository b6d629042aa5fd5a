import NIOCore
import NIOHTTP1
import ProxyProtocol

/// The handling of CONNECT: a tunnel, or a connection whose first bytes are looked at.
enum Connecting {
    /// The time that a client may be silent before the server is listened to as well.
    static let silence = TimeAmount.seconds(1)

    /// Goes on with a connection whose CONNECT has been read.
    static func connect(
        to authority: ConnectAuthority,
        _ facts: ClientFacts,
        _ recorder: RecorderContext,
        _ channel: any Channel
    ) {
        guard recorder.passthrough.contain(authority.host) else {
            return accept(channel) { bytes in try look(at: bytes, of: authority, facts, recorder, channel) }
        }
        // Connected first, so that the client hears of a failure.
        reach(authority, from: channel, recorder) {
            answer($0, $1, channel)
        } found: { server in
            accept(channel) { bytes in join(channel, server, bytes, recorder) }
        }
    }

    /// Connects a client that is not read from meanwhile to the server that it names.
    private static func reach(
        _ authority: ConnectAuthority,
        from channel: any Channel,
        _ recorder: RecorderContext,
        lost: @escaping (HTTPResponseStatus, String) -> Void,
        found: @escaping (any Channel) -> Void
    ) {
        try? channel.syncOptions?.setOption(.autoRead, value: false)
        recorder.upstream.tunnel(toHost: authority.host, port: authority.port, on: channel.eventLoop)
            .assumeIsolated().whenComplete { result in
                switch result {
                case .success(let server):
                    guard channel.isActive else { return server.close(promise: nil) }
                    guard !recorder.ownAddresses.contain(server.remoteAddress) else {
                        server.close(promise: nil)
                        return lost(.loopDetected, "\(authority) is the recorder itself")
                    }
                    found(server)
                case .failure(let error):
                    recorder.refuse(channel, .unreachable, ErrorText.text(of: error))
                    lost(.badGateway, ErrorText.text(of: error))
                }
            }
    }

    /// Takes HTTP off the connection, says that it stands, and goes on with the bytes that came along.
    private static func accept(_ channel: any Channel, _ next: @escaping (ByteBuffer) throws -> Void) {
        HTTP1Handlers.remove(from: channel) { bytes in
            let answer = ByteBuffer(string: "HTTP/1.1 200 Connection Established\r\n\r\n")
            channel.writeAndFlush(answer, promise: nil)
            do { try next(bytes) } catch { channel.close(promise: nil) }
        }
    }

    private static func answer(_ status: HTTPResponseStatus, _ text: String, _ channel: any Channel) {
        do {
            let context = try channel.pipeline.syncOperations.context(handlerType: ProxyRequestHandler.self)
            (context.handler as? ProxyRequestHandler)?.answer(LocalAnswer(status, text: text), closes: true, context)
        } catch {
            channel.close(promise: nil)
        }
    }

    private static func look(
        at bytes: ByteBuffer,
        of authority: ConnectAuthority,
        _ facts: ClientFacts,
        _ recorder: RecorderContext,
        _ channel: any Channel
    ) throws {
        // A client that means TLS speaks first, however long it takes.
        let isReachable = !recorder.settings.reachesOnlyNamedHosts || recorder.passthrough.contain(authority.host)
        let mayWaitForServer = isReachable && ![443, 8443].contains(authority.port)
        let serverFirst = NIOLoopBoundBox<ServerFirst?>(nil, eventLoop: channel.eventLoop)
        let silence = ProtocolDetector.Silence(time: Self.silence) { first in
            let listening = ServerFirst {
                first.giveUp()
            } failed: { error in
                recorder.refuse(channel, .unreachable, "\(authority): \(ErrorText.text(of: error))")
                channel.close(promise: nil)
            }
            serverFirst.value = listening
            listening.connect(to: authority, recorder, on: channel.eventLoop)
        }
        let first = ProtocolDetector(
            expectsHTTP: false,
            silence: mayWaitForServer ? silence : nil,
            limit: TimeAmount(recorder.settings.limits.headTime)
        ) { context, _ in
            recorder.refuse(channel, .headTooSlow, "it sent nothing after CONNECT \(authority)")
            context.close(promise: nil)
        } decided: { language, bytes, _ in
            switch language {
            case .tls:
                serverFirst.value?.dismiss()
                try Interception.add(to: channel, .connected(authority), facts, recorder)
            case .http:
                serverFirst.value?.dismiss()
                var facts = facts
                facts.origin = Origin(isSecure: false, host: authority.host, port: authority.port)
                try ClientPipeline.addHTTP1(to: channel, facts, recorder, isFresh: true)
            case .other where !isReachable:
                recorder.refuse(channel, .unreachable, "\(authority) is spoken to neither in TLS nor in HTTP")
                channel.close(promise: nil)
            case .other:
                if recorder.passthrough.isNews(authority.description) {
                    let reason = "it is spoken to neither in TLS nor in HTTP"
                    recorder.tell(.notice(.passingThrough(host: authority.description, reason: reason)))
                }
                guard let (server, greeting) = serverFirst.value?.take() else {
                    return tunnel(channel, to: authority, bytes, recorder)
                }
                try channel.syncOptions?.setOption(.autoRead, value: false)
                channel.writeAndFlush(greeting, promise: nil)
                join(channel, server, bytes, recorder)
            }
        }
        channel.closeFuture.whenComplete { _ in
            serverFirst.value?.dismiss()
            // It holds what holds it.
            serverFirst.value = nil
        }
        try channel.pipeline.syncOperations.addHandler(first)
        try channel.syncOptions?.setOption(.autoRead, value: true)
        if bytes.readableBytes > 0 { channel.pipeline.syncOperations.fireChannelRead(NIOAny(bytes)) }
    }

    /// Passes through unseen what has begun already.
    static func tunnel(
        _ channel: any Channel,
        to authority: ConnectAuthority,
        _ bytes: ByteBuffer,
        _ recorder: RecorderContext
    ) {
        reach(authority, from: channel, recorder) { _, _ in
            channel.close(promise: nil)
        } found: {
            join(channel, $0, bytes, recorder)
        }
    }

    private static func join(
        _ channel: any Channel,
        _ server: any Channel,
        _ bytes: ByteBuffer,
        _ recorder: RecorderContext
    ) {
        if bytes.readableBytes > 0 { server.writeAndFlush(bytes, promise: nil) }
        try? channel.pipeline.syncOperations.addHandler(TunnelCloser())
        _ = ByteTunnel.join(channel, server, idleTime: TimeAmount(recorder.settings.limits.idleTime))
    }
}

/// Closes a tunnel when the recorder stops: nothing is recorded of it that could be waited for.
final class TunnelCloser: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}
