import NIOCore
import ProxyProtocol

/// Asks an answerer for a body, piece by piece, as fast as the client takes it.
final class BodyPump {
    private let body: StreamedBody
    private let loop: any EventLoop
    private var isAsking = false
    private var hasEnded = false

    /// A pump for a body that goes out on a channel of `loop`.
    init(_ body: StreamedBody, on loop: any EventLoop) { (self.body, self.loop) = (body, loop) }

    /// Asks for the next piece, unless one is being made; `taken` is told what came, nil for the end.
    func ask(_ taken: @escaping (ByteBuffer?) -> Void) {
        guard !isAsking, !hasEnded else { return }
        isAsking = true
        let body = body
        loop.makeFutureWithTask { await body.next() }.assumeIsolated().whenSuccess { piece in
            self.isAsking = false
            guard !self.hasEnded else { return }
            if piece == nil { self.end() }
            taken(piece)
        }
    }

    /// No more is wanted.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        body.end()
    }
}
