import NIOCore
import NIOEmbedded
import NIOHTTP1
import ProxyProtocol

/// The requests that the recorder reads from a client's bytes, and what it makes of them.
package struct ReadRequests: Equatable {
    /// One request, as far as it came.
    struct Request: Equatable {
        var head: HTTPRequestHead
        var body: [UInt8] = []
        var trailers: HTTPHeaders?
        var hasEnded = false
    }

    var requests: [Request] = []
    /// The decoder's message about the bytes that it does not understand.
    var fault: String?

    /// Reads bytes that come in these pieces.
    init(_ pieces: [ArraySlice<UInt8>]) {
        let reader = RequestReader()
        let channel = EmbeddedChannel(handlers: [ByteToMessageHandler(RequestCoding.decoder()), reader])
        do {
            for piece in pieces { try channel.writeInbound(ByteBuffer(bytes: piece)) }
        } catch {
            fault = "\(error)"
        }
        requests = reader.requests
        _ = try? channel.finish()
    }

    /// Returns the number of requests in some bytes, whole or begun.
    package static func count(in input: [UInt8]) -> Int { ReadRequests([input[...]]).requests.count }
}

/// Puts together what the decoder makes of the bytes.
private final class RequestReader: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    private(set) var requests: [ReadRequests.Request] = []

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): requests.append(ReadRequests.Request(head: head))
        case .body(let bytes): requests[requests.count - 1].body += bytes.readableBytesView
        case .end(let trailers):
            requests[requests.count - 1].trailers = trailers
            requests[requests.count - 1].hasEnded = true
        }
    }
}

extension ReadRequests.Request {
    /// The method as it was sent: of HTTP/1.1 NIO calls one of them by another name.
    var method: String {
        head.version.major == 1 && head.method == .MSEARCH ? "M-SEARCH" : head.method.rawValue
    }

    /// Its parts, as the decoder hands them on.
    var parts: [HTTPServerRequestPart] {
        [.head(head)] + (body.isEmpty ? [] : [.body(ByteBuffer(bytes: body))]) + (hasEnded ? [.end(trailers)] : [])
    }
}

/// The writing of requests to a server.
enum WrittenRequest {
    /// The bytes of a request's parts.
    static func bytes(_ parts: [HTTPClientRequestPart]) throws -> [UInt8] {
        let channel = EmbeddedChannel(handler: RequestCoding.encoder())
        for part in parts { try channel.writeOutbound(part) }
        var bytes: [UInt8] = []
        while let data = try channel.readOutbound(as: IOData.self) {
            if case .byteBuffer(let buffer) = data { bytes += buffer.readableBytesView }
        }
        _ = try? channel.finish()
        return bytes
    }
}
