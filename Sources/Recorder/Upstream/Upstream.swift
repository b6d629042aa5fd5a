import NIOCore

/// The way out: streams to servers, over connections that are kept for the next exchange.
///
/// Connections belong to the event loop that asked for them, so that nothing hops between threads on the way.
final class Upstream: Sendable {
    init(settings: RecorderSettings) throws(RecorderError) {}

    /// A stream to `origin`: an idle connection, a new one, or a stream of an HTTP/2 connection.
    ///
    /// - Parameters:
    ///   - origin: whom to talk to.
    ///   - needsHTTP1: whether HTTP/2 is out of the question: an upgrade to WebSocket.
    ///   - eventLoop: where the stream's channel lives, and the future is completed.
    /// - Returns: fails with ``UpstreamError``.
    func stream(to origin: Origin, needsHTTP1: Bool, on eventLoop: any EventLoop) -> EventLoopFuture<UpstreamStream> {
        eventLoop.makeFailedFuture(UpstreamError.cannotConnect(host: origin.host, port: origin.port, reason: ""))
    }

    /// A plain connection to a host, for bytes that are passed through unseen.
    func tunnel(toHost host: String, port: Int, on eventLoop: any EventLoop) -> EventLoopFuture<any Channel> {
        eventLoop.makeFailedFuture(UpstreamError.cannotConnect(host: host, port: port, reason: ""))
    }

    /// Closes the idle connections of `eventLoop`, and lets none be kept from now on.
    func close(on eventLoop: any EventLoop) -> EventLoopFuture<Void> { eventLoop.makeSucceededVoidFuture() }
}
