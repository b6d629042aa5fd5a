import NIOCore
import NIOSSL
import NIOTLS
import ProxyProtocol

/// Ending a client's TLS with a certificate of the recorder's own.
enum Interception {
    /// The ways in which the connection came about.
    enum Way: Sendable {
        /// By CONNECT.
        case connected(ConnectAuthority)
        /// The client spoke TLS to the listening port itself.
        case direct
    }

    /// Adds what reads the name the client asks for, and then the server's side of TLS.
    static func add(
        to channel: any Channel,
        _ way: Way,
        _ facts: ClientFacts,
        _ recorder: RecorderContext
    ) throws {
        let isReverse = recorder.settings.upstream != nil
        let limit = recorder.settings.limits.headTime
        let timer = channel.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limit)) {
            recorder.refuse(channel, .handshake, "the beginning of its TLS handshake was not there within \(limit)")
            channel.close(promise: nil)
        }
        channel.closeFuture.whenComplete { _ in timer.cancel() }
        let reader = SNIHandler { result in
            timer.cancel()
            let name: String? = if case .hostname(let name) = result, !name.isEmpty { name.lowercased() } else { nil }
            let served = channel.eventLoop.makeCompletedFuture {
                switch way {
                case .direct where isReverse:
                    let host = name ?? channel.localAddress?.ipAddress ?? recorder.settings.host
                    try serve(host, facts.origin, learns: false, channel, facts, recorder)
                case .direct:
                    try serveDirectly(name, channel, facts, recorder)
                case .connected(let authority):
                    try serve(authority, name, channel, facts, recorder)
                }
            }
            // The reader would keep all that comes, and the client wait for ever.
            served.assumeIsolated().whenFailure { error in
                recorder.refuse(channel, .handshake, "its TLS cannot be ended here: \(ErrorText.text(of: error))")
                channel.close(promise: nil)
            }
            return served
        }
        try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(reader))
    }

    private static func serveDirectly(
        _ name: String?,
        _ channel: any Channel,
        _ facts: ClientFacts,
        _ recorder: RecorderContext
    ) throws {
        guard recorder.settings.credentials == nil else {
            recorder.refuse(channel, .credentials, "TLS without CONNECT, where a name and a password are required")
            return channel.close(promise: nil)
        }
        guard let name, let authority = ConnectAuthority("\(name):443") else {
            recorder.refuse(channel, .handshake, "TLS without CONNECT that does not name its server")
            return channel.close(promise: nil)
        }
        try serve(authority, name, channel, facts, recorder)
    }

    private static func serve(
        _ authority: ConnectAuthority,
        _ name: String?,
        _ channel: any Channel,
        _ facts: ClientFacts,
        _ recorder: RecorderContext
    ) throws {
        // A name tells more than an address.
        let host = authority.isAddress ? name ?? authority.host : authority.host
        if recorder.passthrough.contain(host) {
            return try collect(channel) { bytes in Connecting.tunnel(channel, to: authority, bytes, recorder) }
        }
        let origin = Origin(isSecure: true, host: host, port: authority.port)
        try serve(name ?? host, origin, learns: !recorder.settings.reachesOnlyNamedHosts, channel, facts, recorder)
    }

    private static func serve(
        _ certificateHost: String,
        _ origin: Origin?,
        learns: Bool,
        _ channel: any Channel,
        _ facts: ClientFacts,
        _ recorder: RecorderContext
    ) throws {
        var facts = facts
        facts.origin = origin
        facts.isIntercepted = true
        let context = try recorder.leaves.context(for: certificateHost)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(NIOSSLServerHandler(context: context))
        try pipeline.addHandler(
            ClientHandshake(host: origin?.host ?? certificateHost, learns: learns, facts: facts, recorder: recorder)
        )
    }

    /// Hands on the bytes that the reader of names lets go when it is done.
    private static func collect(_ channel: any Channel, _ next: @escaping (ByteBuffer) -> Void) throws {
        try channel.syncOptions?.setOption(.autoRead, value: false)
        try channel.pipeline.syncOperations.addHandler(Collected(next))
    }

    /// Takes the first bytes that come, and goes.
    private final class Collected: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = ByteBuffer
        private let next: (ByteBuffer) -> Void

        init(_ next: @escaping (ByteBuffer) -> Void) { self.next = next }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = unwrapInboundIn(data)
            context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
            next(bytes)
        }
    }
}
