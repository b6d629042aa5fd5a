import NIOCore
import NIOHTTP2
import ProxyProtocol

/// Stands beneath the library that speaks HTTP/2, and keeps from it what it cannot do: see ``FrameJoiner`` and
/// ``FrameSplitter``.
final class FrameHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Goes up the pipeline when the connection cannot go on: what is in flight may come to its end.
    struct Failed {
        var fault: FrameFault
    }

    /// A block of fields as it is coded may be so many times the size of a list that is promised: what is between the two
    /// is answered 431.
    static let blockFactor = 4
    /// The same of a block as it is decoded, which the library refuses by itself; a few bytes can stand for many.
    static let listFactor = 16

    private var joiner: FrameJoiner
    private var splitter: FrameSplitter
    private var hasFailed = false
    /// Of writes that nothing went out of yet.
    private var unwritten: EventLoopPromise<Void>?
    private var context: ChannelHandlerContext?

    /// A handler towards a client, or towards a server, that is promised to take `headBytes` in a list of fields.
    init(towardsClient: Bool, headBytes: Int) {
        joiner = FrameJoiner(
            expectsPreface: towardsClient,
            blockLimit: Self.product(headBytes, Self.blockFactor)
        )
        splitter = FrameSplitter(sendsPreface: !towardsClient, listBytes: headBytes)
    }

    /// Returns the settings that the library is to announce, of which the peer is sent what is promised.
    static func settings(headBytes: Int) -> HTTP2Settings {
        [
            HTTP2Setting(parameter: .maxFrameSize, value: FrameHead.greatestLimit),
            HTTP2Setting(parameter: .maxHeaderListSize, value: product(headBytes, listFactor)),
        ]
    }

    /// The product, at most what fits into a frame.
    static func product(_ bytes: Int, _ factor: Int) -> Int {
        let (product, isTooLarge) = bytes.multipliedReportingOverflow(by: factor)
        return isTooLarge ? FrameHead.greatestLimit : min(product, FrameHead.greatestLimit)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        unwritten?.fail(ChannelError.ioOnClosedChannel)
        unwritten = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        joiner.receive(unwrapInboundIn(data))
        while true {
            let pieces = joiner.next()
            if let limit = joiner.frameLimit { splitter.limit = limit }
            if pieces.isEmpty { break }
            for piece in pieces { context.fireChannelRead(wrapInboundOut(piece)) }
        }
        if let fault = joiner.fault { fail(fault) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var promise = promise
        if let unwritten {
            if let promise { unwritten.futureResult.cascade(to: promise) }
            promise = unwritten
            self.unwritten = nil
        }
        let pieces = splitter.send(unwrapOutboundIn(data))
        guard let last = pieces.last else {
            unwritten = promise
            return
        }
        for piece in pieces.dropLast() { context.write(wrapOutboundOut(piece), promise: nil) }
        context.write(wrapOutboundOut(last), promise: promise)
        guard let code = splitter.goodbye, !hasFailed else { return }
        hasFailed = true
        let fault = FrameFault(code: code, reason: "its HTTP/2 is not valid (\(code.name))")
        joiner.stop(fault)
        // Not from within: the library is in the middle of it.
        context.eventLoop.assumeIsolated().execute { self.tell(fault) }
    }

    /// Says goodbye: no further request is read, those that are there come to their end.
    func fail(_ fault: FrameFault) {
        guard !hasFailed, let context else { return }
        hasFailed = true
        joiner.stop(fault)
        context.writeAndFlush(wrapOutboundOut(fault.goAway(last: joiner.lastStream)), promise: nil)
        context.eventLoop.assumeIsolated().execute { self.tell(fault) }
    }

    /// Calls `next` when all that was written until now has gone out, or never will.
    func whenWritten(_ next: @escaping () -> Void) {
        guard let context else { return next() }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).assumeIsolated().whenComplete { _ in next() }
    }

    private func tell(_ fault: FrameFault) { context?.fireUserInboundEventTriggered(Failed(fault: fault)) }
}
