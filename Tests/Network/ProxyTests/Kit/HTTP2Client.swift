import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOSSL

@testable import Proxy

/// A client that speaks HTTP/2 with a server through a recorder, on one connection.
struct HTTP2Client {
    /// The outcome of a request.
    struct Response {
        var head: HTTPResponseHead
        var body: String
    }

    /// A stream ended before its response did.
    struct Incomplete: Error {}

    private typealias Stream = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

    private let connection: RawClient
    private let streams: NIOHTTP2Handler.AsyncStreamMultiplexer<Void>
    private let authority: String

    /// Connects through CONNECT and trusts the recorder.
    static func connect(through recorder: TestRecorder, to origin: TestOrigin) async throws -> HTTP2Client {
        let authority = "localhost:\(origin.port)"
        let connection = try await recorder.connect(to: authority)
        try await connection.stopCollecting()
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = try recorder.roots()
        configuration.applicationProtocols = ["h2"]
        let (context, channel) = (try NIOSSLContext(configuration: configuration), connection.channel)
        // Both at once: the server's first frame may come together with the end of the handshake.
        let streams = try await channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            let tls = try NIOSSLClientHandler(context: context, serverHostname: "localhost")
            try pipeline.addHandler(tls, position: .first)
            return try pipeline.configureAsyncHTTP2Pipeline(mode: .client) { $0.eventLoop.makeSucceededVoidFuture() }
        }.get()
        return HTTP2Client(connection: connection, streams: streams, authority: authority)
    }

    /// Sends a request on a stream of its own and takes the whole response.
    ///
    /// - Throws: if the stream is reset, or ends before the response does.
    func post(_ path: String, _ body: ByteBuffer) async throws -> Response {
        let stream = try await streams.openStream { channel in
            channel.eventLoop.makeCompletedFuture {
                let codec = HTTP2FramePayloadToHTTP1ClientCodec(httpProtocol: .https)
                try channel.pipeline.syncOperations.addHandler(codec)
                return try Stream(wrappingChannelSynchronously: channel)
            }
        }
        return try await stream.executeThenClose { received, sent in
            let head = HTTPRequestHead(version: .http2, method: .POST, uri: path, headers: ["Host": authority])
            try await sent.write(.head(head))
            try await sent.write(.body(.byteBuffer(body)))
            try await sent.write(.end(nil))
            var response: Response?
            for try await part in received {
                switch part {
                case .head(let head): response = Response(head: head, body: "")
                case .body(let bytes): response?.body += String(buffer: bytes)
                case .end:
                    if let response { return response }
                }
            }
            throw Incomplete()
        }
    }

    /// Ends the connection, and does not wait for the recorder's end of it.
    func close() { connection.channel.close(promise: nil) }
}
