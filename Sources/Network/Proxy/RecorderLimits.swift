import ProxyProtocol

/// The limits of the recorder; every one has a test at its edge.
public struct RecorderLimits: Hashable, Sendable {
    /// Bytes in the head of a request or an answer; a larger request is answered 431, a larger answer 502.
    ///
    /// Default: 256 KiB.
    public var headBytes = RequestCoding.headBytes
    /// Client connections at once; further ones wait in the system's queue.
    ///
    /// Default: 4,096.
    public var connections = 4_096
    /// The longest time that a connection may stand still in the middle of an exchange, or between two.
    ///
    /// Default: 5 minutes.
    public var idleTime = Duration.seconds(300)
    /// The longest time that the head of a request, or a TLS handshake, may take to arrive.
    ///
    /// Default: 30 seconds.
    var headTime = Duration.seconds(30)
    /// The longest time that connecting to a server may take.
    ///
    /// Default: 10 seconds.
    var connectTime = Duration.seconds(10)
    /// Bytes of each body that are recorded; what is longer passes all the same and is marked as cut.
    ///
    /// Default: 16 MiB.
    public var bodyBytes = 16 * 1024 * 1024
    /// Bytes of the bodies of all exchanges together that are held until they are recorded; what goes beyond passes all
    /// the same and is marked as cut.
    ///
    /// Default: 256 MiB.
    var draftBytes = 256 * 1024 * 1024
    /// Events that wait to be stored, before no exchange begins any more that is to be recorded.
    ///
    /// The same holds while the bodies of those that wait have half of ``draftBytes``. Whatever has begun, is left out or is
    /// passed through unseen goes on.
    ///
    /// Default: 65,536.
    public var unstoredEvents = 65_536

    /// The documented defaults.
    public init() {}
}
