import NIOCore
import NIOPosix

/// A proxy that hands on each exchange it has passed: forward with TLS interception, or reverse.
///
/// It knows neither recordings nor files: what it has seen goes to a ``RecorderSink``.
public final class Recorder: Sendable {
    /// The address it listens at.
    public let host: String
    /// The port it listens at.
    public let port: Int

    private let group: MultiThreadedEventLoopGroup
    private let listener: any Channel

    private init(host: String, port: Int, group: MultiThreadedEventLoopGroup, listener: any Channel) {
        self.host = host
        self.port = port
        self.group = group
        self.listener = listener
    }
}
