import ProxyProtocol

/// The facts about the connection that requests come in on, before the first of them has come.
struct ClientFacts: Sendable {
    /// The connection's number since the recorder began, from 1; the streams of one HTTP/2 connection share it.
    var connection: Int
    /// The version as HAR spells it: `HTTP/1.1`, `HTTP/2`.
    var version: String
    /// The origin that all requests on this connection are for: what CONNECT named, or `--upstream`.
    ///
    /// Nil on a forward proxy's plain connection, where each request names its own in absolute form.
    var origin: Origin?
    /// True if the client sees TLS that the recorder ended with a certificate of its own.
    var isIntercepted: Bool
}
