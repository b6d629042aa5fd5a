import NIOCore
import NIOEmbedded
import NIOHTTP1
import ProxyProtocol

/// The response that the recorder reads from a server's bytes, and from their end.
package struct ReadResponse: Equatable {
    /// The events that come out of the decoder, one after the other.
    enum Event: Equatable {
        case part(HTTPClientResponsePart)
        /// The bytes so far have been read.
        case paused
        /// The decoder's message about bytes that it does not understand.
        case fault(String)

        /// The same without what is said of a fault, which depends on where the bytes were cut.
        var withoutReason: Event { if case .fault = self { .fault("") } else { self } }
    }

    /// The heads before the response's own, in their order.
    var interim: [HTTPResponseHead] = []
    var head: HTTPResponseHead?
    var body: [UInt8] = []
    var trailers: HTTPHeaders?
    /// True if the response is whole; what comes behind it is not a part of it.
    var hasEnded = false
    /// True if the bytes were not understood.
    var hasFailed = false
    var events: [Event] = []

    /// Reads bytes that come in these pieces, and after them the end of the connection.
    init(_ pieces: [ArraySlice<UInt8>], to request: HTTPRequestHead) {
        let reader = ResponseReader()
        let phrases = PhraseReader()
        reader.phrases = phrases
        let channel = EmbeddedChannel(
            handlers: [
                phrases, RequestCoding.encoder(), ByteToMessageHandler(ResponseCoding.decoder()), reader,
            ]
        )
        // The decoder has to know what is answered.
        _ = try? channel.writeOutbound(HTTPClientRequestPart.head(request))
        _ = try? channel.writeOutbound(HTTPClientRequestPart.end(nil))
        for piece in pieces where !reader.hasFailed { _ = try? channel.writeInbound(ByteBuffer(bytes: piece)) }
        reader.events.append(.paused)
        _ = try? channel.finish()
        for event in reader.events { take(event) }
    }

    private mutating func take(_ event: Event) {
        // Whoever has a whole response listens no longer, and behind a fault there is nothing to be read.
        guard event == .paused || !hasEnded && !hasFailed else { return }
        if case .fault = event { hasFailed = true }
        if case .part(let part) = event, case .body(let more) = part, case .part(.body(var bytes))? = events.last {
            // Where the bytes were cut on their way is no part of what they say.
            bytes.writeImmutableBuffer(more)
            events[events.count - 1] = .part(.body(bytes))
        } else {
            events.append(event)
        }
        guard case .part(let part) = event else { return }
        switch part {
        case .head(let head) where (100..<200).contains(head.status.code) && head.status.code != 101:
            interim.append(head)
        case .head(let head): self.head = head
        case .body(let bytes): body += bytes.readableBytesView
        case .end(let trailers):
            self.trailers = trailers
            hasEnded = true
        }
    }

    /// Returns the number of heads in some bytes that answer GET.
    package static func count(in input: [UInt8]) -> Int {
        let read = ReadResponse([input[...]], to: HTTPRequestHead(version: .http1_1, method: .GET, uri: "/"))
        return read.interim.count + (read.head == nil ? 0 : 1)
    }
}

/// Stands beneath the decoder, and keeps what it drops.
private final class PhraseReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    var phrases = ReasonPhrases()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        phrases.receive(unwrapInboundIn(data))
        context.fireChannelRead(data)
    }
}

/// Takes what the decoder makes of the bytes.
private final class ResponseReader: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    var events: [ReadResponse.Event] = []
    var phrases: PhraseReader?
    /// True if the decoder reported that it does not understand the bytes: nothing behind that is read.
    private(set) var hasFailed = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasFailed else { return }
        var part = unwrapInboundIn(data)
        if case .head(let head) = part { part = .head(phrases?.phrases.restored(head) ?? head) }
        events.append(.part(part))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The decoder says it once more for each piece that comes, with all bytes that are left in words, which takes longer
        // than all else.
        guard !hasFailed else { return }
        hasFailed = true
        events.append(.fault("\(error)"))
    }
}

/// The writing of responses to a client.
enum WrittenResponse {
    /// The bytes of a response's parts.
    static func bytes(_ parts: [HTTPServerResponsePart]) throws -> [UInt8] {
        let channel = EmbeddedChannel(handler: ResponseCoding.encoder())
        for part in parts { try channel.writeOutbound(part) }
        var bytes: [UInt8] = []
        while let data = try channel.readOutbound(as: IOData.self) {
            if case .byteBuffer(let buffer) = data { bytes += buffer.readableBytesView }
        }
        _ = try? channel.finish()
        return bytes
    }
}
