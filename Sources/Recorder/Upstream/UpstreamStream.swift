import NIOCore

/// One request's way to a server and its answer's way back.
///
/// Its channel takes `HTTPClientRequestPart` and hands on `HTTPClientResponsePart`, informational answers among them.
/// `autoRead` is off: whoever takes the stream adds a handler at the end of the pipeline, reads, and removes the handler
/// before ``finish(canReuse:)``. In HTTP/2 the channel is a stream's; in HTTP/1.1 the connection's own. After
/// `101 Switching Protocols` the encoder and the decoder may be removed: bytes then pass both ways.
struct UpstreamStream: Sendable {
    /// The channel, on the loop that asked for it.
    var channel: any Channel
    /// What is known of the connection.
    var facts: UpstreamFacts
    /// Gives the connection back, or closes it; to be called once, on the loop.
    var finish: @Sendable (_ canReuse: Bool) -> Void
}
