import NIOCore
import ProxyProtocol

/// A server that is listened to while its client is silent: the first of the two to speak decides what is made of them.
final class ServerFirst: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    /// The connection to the server, once there is one.
    private(set) var server: (any Channel)?
    private var greeting = ByteBuffer()
    private var isOver = false
    private let spoke: () -> Void
    private let failed: (any Error) -> Void

    /// - Parameters:
    ///   - spoke: called once when the server says something.
    ///   - failed: called if there is no connection, or it ends.
    init(spoke: @escaping () -> Void, failed: @escaping (any Error) -> Void) {
        self.spoke = spoke
        self.failed = failed
    }

    /// Connects, and listens.
    func connect(to authority: ConnectAuthority, _ recorder: RecorderContext, on eventLoop: any EventLoop) {
        recorder.upstream.tunnel(toHost: authority.host, port: authority.port, on: eventLoop).assumeIsolated()
            .whenComplete { result in
                switch result {
                case .success(let server):
                    guard !self.isOver else { return server.close(promise: nil) }
                    do {
                        try server.pipeline.syncOperations.addHandler(self)
                        self.server = server
                        server.read()
                    } catch {
                        server.close(promise: nil)
                        self.failed(error)
                    }
                case .failure(let error):
                    if !self.isOver { self.failed(error) }
                }
            }
    }

    /// Gives the connection away, with what the server has said.
    func take() -> (server: any Channel, greeting: ByteBuffer)? {
        isOver = true
        guard let server else { return nil }
        self.server = nil
        server.pipeline.syncOperations.removeHandler(self, promise: nil)
        return (server, greeting)
    }

    /// Closes the connection: it is not needed.
    func dismiss() {
        isOver = true
        server?.close(promise: nil)
        server = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        let isFirst = greeting.readableBytes == 0
        greeting.writeBuffer(&bytes)
        if isFirst, !isOver { spoke() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if !isOver { failed(ChannelError.eof) }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
