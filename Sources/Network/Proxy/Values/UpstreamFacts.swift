/// The facts about the connection that a response came on.
struct UpstreamFacts: Sendable {
    /// The connection's number since the recorder began, from 1.
    var connection: Int
    /// The server's address without its port, as HAR's `serverIPAddress`; nil if unknown.
    var address: String?
    /// The version as HAR spells it: `HTTP/1.1`, `HTTP/2`.
    var version: String
    /// True if the connection had served another exchange before.
    var isReused: Bool
    /// The time that connecting took, in microseconds, name resolution included; nil if it was reused.
    var connectMicroseconds: Int64?
    /// The time that the TLS handshake took, in microseconds; nil if there was none.
    var handshakeMicroseconds: Int64?
    /// True if the server's certificate was verified; nil without TLS.
    var isVerified: Bool?
}
