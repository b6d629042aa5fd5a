import NIOCore
import NIOHTTP1
import ProxyProtocol

/// The upper end of an HTTP/2 stream to a server; whoever has the stream stands behind it in the pipeline.
final class HTTP2StreamEnd: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private let connection: HTTP2Connection
    private let headBytes: Int
    private var demand = ReadDemand()
    private var isRefused = false

    /// An end that hands on heads and trailers of `headBytes` at most, as RFC 9113 §6.5.2 counts them.
    init(_ connection: HTTP2Connection, headBytes: Int) {
        self.connection = connection
        self.headBytes = headBytes
    }

    func read(context: ChannelHandlerContext) {
        demand.asked()
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        demand.delivered()
        let fields: HTTPHeaders? =
            switch unwrapInboundIn(data) {
            case .head(let head): head.headers
            case .end(let trailers): trailers
            case .body: nil
            }
        guard let fields, HTTP2RequestHead.listBytes(fields) > headBytes else { return context.fireChannelRead(data) }
        isRefused = true
        context.fireErrorCaught(UpstreamError.tooLargeHead(host: connection.origin.host, limit: headBytes))
        context.close(promise: nil)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        if demand.isUnmet { context.read() }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data), head.headers.contains(name: "connection") else {
            return context.write(data, promise: promise)
        }
        // RFC 9113 §8.2.2: HTTP/2 has no such header. It keeps `TE: trailers`, which the codec takes out if it is named.
        head.headers.remove(name: "connection")
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        connection.streamFailed()
        context.fireErrorCaught(connection.answering(error))
    }
}
