import NIOConcurrencyHelpers
import NIOCore

/// The client connections of a recorder that are open now.
final class OpenConnections: Sendable {
    private let channels = NIOLockedValueBox<[ObjectIdentifier: any Channel]>([:])

    /// All of them.
    var all: [any Channel] { channels.withLockedValue { Array($0.values) } }

    /// Counts the channel until it is closed.
    func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        channels.withLockedValue { $0[id] = channel }
        channel.closeFuture.whenComplete { [self] _ in channels.withLockedValue { $0[id] = nil } }
    }
}
