import NIOCore
import NIOHTTP1

/// The upper end of an HTTP/2 stream to a server; whoever has the stream stands behind it in the pipeline.
final class HTTP2StreamEnd: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private let connection: HTTP2Connection
    private var demand = ReadDemand()

    init(_ connection: HTTP2Connection) { self.connection = connection }

    func read(context: ChannelHandlerContext) {
        demand.asked()
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        demand.delivered()
        context.fireChannelRead(data)
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
