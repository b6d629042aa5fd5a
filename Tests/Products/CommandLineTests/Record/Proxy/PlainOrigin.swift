import Foundation

/// A server on a free port of this machine that speaks plain HTTP/1.1, each connection on a thread of its own.
final class PlainOrigin: Sendable {
    /// Reads what is left of a request and answers it; false ends the connection, as an error does.
    typealias Answering = @Sendable (_ head: Wire.Head, _ wire: inout Wire) throws -> Bool

    let port: Int
    private let hasStopped = Flag()

    init(_ answer: @escaping Answering) throws {
        let (listener, port) = try TCPSocket.listening()
        self.port = port
        let hasStopped = hasStopped
        Thread.detachNewThread {
            while !hasStopped.isSet {
                guard let socket = try? listener.accepted() else { continue }
                Thread.detachNewThread {
                    var wire = Wire(socket)
                    while let head = try? wire.head(), (try? answer(head, &wire)) == true {}
                    socket.end()
                }
            }
        }
    }

    deinit { hasStopped.set() }
}
