import NIOCore
import NIOHPACK
import NIOHTTP2
import ProxyProtocol

/// Looks at the head of a request of HTTP/2 before it is taken for one of HTTP/1.1, at the beginning of its stream.
final class HTTP2RequestCheck: ChannelDuplexHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload
    typealias OutboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    /// Goes up the stream before a head that is larger than what is promised to be taken.
    struct HeadTooLarge {}

    private enum Phase {
        case head
        case passing
        case refused
    }

    private let recorder: RecorderContext
    private let frames: FrameHandler
    private var phase = Phase.head
    /// True while the head is being handed on.
    private var isHandingOn = false

    /// A check of a stream of the connection with these frames.
    init(_ recorder: RecorderContext, frames: FrameHandler) {
        self.recorder = recorder
        self.frames = frames
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch phase {
        case .refused: return
        case .passing: return context.fireChannelRead(data)
        case .head: break
        }
        guard case .headers(var content) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let received = content.headers.map { HTTP2RequestHead.Field($0.name, $0.value) }
        let head: HTTP2RequestHead
        do throws(HTTP2RequestHead.Malformed) {
            head = try HTTP2RequestHead(received)
        } catch {
            let connection = context.channel.parent ?? context.channel
            recorder.refuse(connection, .malformed, "a request of HTTP/2 is malformed: \(error)")
            return reset(.protocolError, context)
        }
        let limit = recorder.settings.limits.headBytes
        let greatest = FrameHandler.product(limit, FrameHandler.blockFactor)
        guard head.listBytes <= greatest else {
            frames.fail(.tooLargeBlock(greatest))
            return reset(.enhanceYourCalm, context)
        }
        phase = .passing
        if head.listBytes > limit { context.fireUserInboundEventTriggered(HeadTooLarge()) }
        if !head.isAsReceived {
            content.headers = HPACKHeaders(head.fields.map { ($0.name, $0.value) })
        }
        isHandingOn = true
        context.fireChannelRead(wrapInboundOut(.headers(content)))
        isHandingOn = false
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard isHandingOn else { return context.close(mode: mode, promise: promise) }
        // The library hears of its streams in the wrong order if one is closed while its first frame is delivered.
        context.eventLoop.assumeIsolated().execute { context.close(mode: mode, promise: promise) }
    }

    /// Resets the stream whose pipeline the context is of.
    static func reset(_ context: ChannelHandlerContext?, _ code: UInt32) {
        guard let context else { return }
        do {
            let check = try context.pipeline.syncOperations.context(handlerType: HTTP2RequestCheck.self)
            let frame = HTTP2Frame.FramePayload.rstStream(HTTP2ErrorCode(networkCode: Int(code)))
            check.writeAndFlush(NIOAny(frame), promise: nil)
        } catch {
            context.close(promise: nil)
        }
    }

    private func reset(_ code: HTTP2ErrorCode, _ context: ChannelHandlerContext) {
        phase = .refused
        context.writeAndFlush(wrapOutboundOut(.rstStream(code)), promise: nil)
    }
}
