import NIOConcurrencyHelpers
import NIOCore

/// A body that is sent as the system takes it.
final class Upload: Sendable {
    private let channel: any Channel
    private let count = NIOLockedValueBox(0)

    init(channel: any Channel) { self.channel = channel }

    /// The number of bytes that the system has taken.
    var written: Int { count.withLockedValue { $0 } }

    /// Sends a piece so many times, each when the system has taken the one before.
    func send(_ piece: ByteBuffer, times: Int) {
        guard times > 0 else { return }
        channel.writeAndFlush(piece).whenSuccess { [self] in
            count.withLockedValue { $0 += piece.readableBytes }
            send(piece, times: times - 1)
        }
    }
}
