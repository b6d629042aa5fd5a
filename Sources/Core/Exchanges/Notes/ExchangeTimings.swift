/// The division of an exchange's time, in whole microseconds, as in HAR's `timings`.
///
/// The sum of all but ``ssl``, which is a part of ``connect``, is the exchange's duration.
public struct ExchangeTimings: Hashable, Sendable {
    /// Waiting for a connection; nil if unknown.
    public var blocked: Int64?
    /// Resolving the host's name; nil if unknown, or a part of ``connect``.
    public var dns: Int64?
    /// Connecting, the TLS handshake included; nil if a connection was there.
    public var connect: Int64?
    /// The TLS handshake; nil if there was none.
    public var ssl: Int64?
    /// Sending the request.
    public var send: Int64
    /// From the end of the request to the head of the answer.
    public var wait: Int64
    /// From the head of the answer to its end.
    public var receive: Int64

    /// Timings with these parts.
    public init(connect: Int64? = nil, ssl: Int64? = nil, send: Int64, wait: Int64, receive: Int64) {
        self.connect = connect
        self.ssl = ssl
        self.send = send
        self.wait = wait
        self.receive = receive
    }
}
