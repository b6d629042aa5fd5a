import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL
import ProxyProtocol

/// Makes connections: finds the address, connects and shakes hands, all within one limit of time.
final class Connector: Sendable {
    /// A connection on which nothing was said yet.
    struct Connection: Sendable {
        /// The connection; `autoRead` is off.
        var channel: any Channel
        /// The facts about it; its version is what ALPN chose.
        var facts: UpstreamFacts
        /// True if the server chose HTTP/2.
        var speaksHTTP2: Bool { facts.version == "HTTP/2" }
    }

    private let trust: ServerTrust
    /// The longest time that connecting may take, all in all.
    let limit: TimeAmount
    private let numbers = NIOLockedValueBox(0)

    private let rules: [ConnectTo]

    init(trust: ServerTrust, limit: Duration, rules: [ConnectTo] = []) {
        self.trust = trust
        self.limit = TimeAmount(limit)
        self.rules = rules
    }

    /// A connection for HTTP; fails with ``UpstreamError``.
    func connect(
        to origin: Origin,
        offersHTTP2: Bool,
        on eventLoop: any EventLoop
    ) -> EventLoopFuture<Connection> {
        let began = NIODeadline.now()
        return open(host: origin.host, port: origin.port, on: eventLoop, allowsHalfClosure: false)
            .flatMap { [self] channel in
                let connection = Connection(channel: channel, facts: facts(of: channel, since: began))
                guard origin.isSecure else { return eventLoop.makeSucceededFuture(connection) }
                return secure(connection, origin, offersHTTP2: offersHTTP2, deadline: began + limit)
            }
    }

    /// A connection for bytes that are passed through unseen; fails with ``UpstreamError``.
    func tunnel(toHost host: String, port: Int, on eventLoop: any EventLoop) -> EventLoopFuture<any Channel> {
        open(host: host, port: port, on: eventLoop, allowsHalfClosure: true)
    }

    private func open(
        host: String,
        port: Int,
        on eventLoop: any EventLoop,
        allowsHalfClosure: Bool
    ) -> EventLoopFuture<any Channel> {
        let bootstrap = ClientBootstrap(group: eventLoop)
            .connectTimeout(limit)
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            .channelOption(.autoRead, value: false)
            .channelOption(.allowRemoteHalfClosure, value: allowsHalfClosure)
        let (host, port) = ConnectTo.target(host: host, port: port, rules)
        // The resolver works on a thread of its own: an address needs no trip there.
        let connecting =
            if let address = try? SocketAddress(ipAddress: host, port: port) {
                bootstrap.connect(to: address)
            } else {
                bootstrap.connect(host: host, port: port)
            }
        return connecting.flatMapErrorThrowing { throw UpstreamError.connecting($0, host: host, port: port) }
    }

    private func facts(of channel: any Channel, since began: NIODeadline) -> UpstreamFacts {
        let number = numbers.withLockedValue {
            $0 += 1
            return $0
        }
        return UpstreamFacts(
            connection: number,
            address: channel.remoteAddress?.ipAddress,
            version: "HTTP/1.1",
            isReused: false,
            connectMicroseconds: (.now() - began).nanoseconds / 1_000
        )
    }

    private func secure(
        _ connection: Connection,
        _ origin: Origin,
        offersHTTP2: Bool,
        deadline: NIODeadline
    ) -> EventLoopFuture<Connection> {
        let channel = connection.channel
        let eventLoop = channel.eventLoop
        let began = NIODeadline.now()
        let promise = eventLoop.makePromise(of: String?.self)
        do {
            // An address is not named (RFC 6066 section 3); the certificate has to hold it all the same.
            let isAddress = (try? SocketAddress(ipAddress: origin.host, port: origin.port)) != nil
            let tls = try NIOSSLClientHandler(
                context: trust.context(offersHTTP2: offersHTTP2),
                serverHostname: isAddress ? nil : origin.host
            )
            let watch = HandshakeWatch(host: origin.host, tls: tls, promise: promise)
            try channel.pipeline.syncOperations.addHandlers([tls, watch])
            let timeout = eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
                watch.fail(.timedOut(host: origin.host, port: origin.port))
                channel.close(promise: nil)
            }
            promise.futureResult.whenComplete { _ in timeout.cancel() }
            // TLS asks for more by itself until it has something to hand on.
            channel.read()
        } catch {
            promise.fail(UpstreamError.handshake(host: origin.host, reason: ErrorText.text(of: error)))
            channel.close(promise: nil)
        }
        return promise.futureResult.map { [trust] negotiated in
            var connection = connection
            connection.facts.version = negotiated == "h2" ? "HTTP/2" : "HTTP/1.1"
            connection.facts.handshakeMicroseconds = (.now() - began).nanoseconds / 1_000
            connection.facts.isVerified = trust.verifies
            return connection
        }
    }
}
