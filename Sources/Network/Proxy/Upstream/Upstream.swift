import NIOConcurrencyHelpers
import NIOCore
import ProxyProtocol

/// The way out: streams to servers, over connections that are kept for the next exchange.
///
/// Connections belong to the event loop that asked for them, so that nothing hops between threads on the way.
final class Upstream: Sendable {
    private let connector: Connector
    private let limits: RecorderLimits
    private let pools = NIOLockedValueBox<[ObjectIdentifier: NIOLoopBound<ConnectionPool>]>([:])

    init(settings: RecorderSettings) throws(RecorderError) {
        limits = settings.limits
        connector = Connector(
            trust: try ServerTrust(settings),
            limit: settings.limits.connectTime,
            rules: settings.connectTo
        )
    }

    /// A stream to `origin`: an idle connection, a new one, or a stream of an HTTP/2 connection.
    ///
    /// - Parameters:
    ///   - origin: whom to talk to.
    ///   - needsHTTP1: whether HTTP/2 is out of the question: an upgrade to WebSocket.
    ///   - eventLoop: where the stream's channel lives, and the future is completed.
    /// - Returns: fails with ``UpstreamError``.
    func stream(to origin: Origin, needsHTTP1: Bool, on eventLoop: any EventLoop) -> EventLoopFuture<UpstreamStream> {
        guard eventLoop.inEventLoop else {
            return eventLoop.flatSubmit { self.stream(to: origin, needsHTTP1: needsHTTP1, on: eventLoop) }
        }
        return pool(of: eventLoop).stream(to: origin, needsHTTP1: needsHTTP1)
    }

    /// A plain connection to a host, for bytes that are passed through unseen.
    ///
    /// - Returns: a channel on `eventLoop` with `autoRead` off, which may be closed one way; fails with
    ///   ``UpstreamError``.
    func tunnel(toHost host: String, port: Int, on eventLoop: any EventLoop) -> EventLoopFuture<any Channel> {
        connector.tunnel(toHost: host, port: port, on: eventLoop)
    }

    /// Closes the idle connections of `eventLoop`, and lets none be kept from now on.
    func close(on eventLoop: any EventLoop) -> EventLoopFuture<Void> {
        guard eventLoop.inEventLoop else { return eventLoop.flatSubmit { self.close(on: eventLoop) } }
        return pool(of: eventLoop).close()
    }

    private func pool(of eventLoop: any EventLoop) -> ConnectionPool {
        pools.withLockedValue { pools in
            if let pool = pools[ObjectIdentifier(eventLoop)] { return pool }
            let pool = ConnectionPool(eventLoop: eventLoop, connector: connector, limits: limits)
            let bound = NIOLoopBound(pool, eventLoop: eventLoop)
            pools[ObjectIdentifier(eventLoop)] = bound
            return bound
        }.value
    }
}
