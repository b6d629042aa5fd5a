import NIOCore
import NIOHTTP1

/// What the recorder answers itself: how to trust it, its certificate, and what an app reports.
final class MagicHost: Sendable {
    /// The host name that requests are made to: `kinescope.local`.
    static let name = "kinescope.local"

    init(authority: CertificateAuthority) {}

    /// Bytes of a request's body at most.
    static let bodyBytes = 64 * 1024 * 1024

    /// What a request comes to: an answer, and what is to be recorded before it is sent.
    struct Reply: Sendable {
        var status: HTTPResponseStatus
        var headers: HTTPHeaders
        var body: ByteBuffer
        var events: [RecorderEvent] = []
    }

    /// The answer to a request; `path` is the URL's path with its query.
    func reply(to head: HTTPRequestHead, path: String, body: ByteBuffer, at now: RecorderClock) -> Reply {
        Reply(status: .notFound, headers: [:], body: ByteBuffer())
    }
}
