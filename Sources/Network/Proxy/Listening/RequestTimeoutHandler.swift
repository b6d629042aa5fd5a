import NIOCore
import NIOHTTP1
import ProxyProtocol

/// Times the heads of requests, and answers what cannot be read as one.
///
/// It stands between the decoder and the handler that puts pipelined requests in a row, so that it sees heads when they
/// come and the ends of answers when they go.
final class RequestTimeoutHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The time that a client may continue to send after its last response before the connection is cut: closed at once, it
    /// would not see the response (RFC 9112 §9.6).
    static let lingerTime = TimeAmount.seconds(2)

    /// The last response of the connection has been written: triggered by whoever wrote it, in place of closing.
    struct LastResponse {}

    /// True if the client has been told that nothing more is read.
    private(set) var hasRefused = false
    /// The number of parts of requests that have come out of the decoder, modulo what an integer holds.
    private(set) var parts = 0
    /// True if the decoder can still make something of bytes.
    var takesBytes: Bool { !hasRefused && !isClosing && postponed == nil }

    private let recorder: RecorderContext
    private let headTime: TimeAmount
    private let idleTime: TimeAmount
    private var context: ChannelHandlerContext?
    private var timer: Scheduled<Void>?
    private var timerAt = NIODeadline.distantFuture

    private var phase: Phase
    /// Requests whose answers have not ended.
    private var inFlight = 0
    private var answerHasBegun = false
    /// True if the client sends no more, and so requests no more than it has.
    private var inputIsClosed = false
    /// True if the connection is closed once all is written.
    private var isClosing = false
    /// The refusal of a pipelined request, until the responses before it have gone.
    private var postponed: Postponed?

    private enum Phase {
        /// No byte of the next request has come; until when.
        case between(NIODeadline)
        /// A head has begun; until when it has to be there.
        case head(NIODeadline)
        /// A head has come, and what belongs to it is on its way.
        case body
    }

    /// An answer of the recorder's own that ends a connection.
    private struct Refusal {
        var status: HTTPResponseStatus
        var reason: Refusals.Reason
        var text: String

        init(_ status: HTTPResponseStatus, _ reason: Refusals.Reason, _ text: String) {
            (self.status, self.reason, self.text) = (status, reason, text)
        }
    }

    /// A refusal that is given when no more than so many requests are in flight: the refused one is among them if its head
    /// was read.
    private struct Postponed {
        var refusal: Refusal
        var inFlight: Int
    }

    /// A watch over a connection; if it `isFresh`, the first head's time counts from now, not from its first byte.
    init(_ recorder: RecorderContext, isFresh: Bool) {
        self.recorder = recorder
        headTime = TimeAmount(recorder.settings.limits.headTime)
        idleTime = TimeAmount(recorder.settings.limits.idleTime)
        phase = isFresh ? .head(.now() + headTime) : .between(.now() + idleTime)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        schedule()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        context.fireChannelInactive()
    }

    // MARK: Requests and answers.

    /// Bytes have come that are no whole head.
    func bytesWait() {
        guard case .between = phase, takesBytes else { return }
        phase = .head(.now() + headTime)
        if inFlight == 0 { schedule() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        parts &+= 1
        // The decoder may still be in the middle of bytes that came before.
        guard !hasRefused, !isClosing else { return }
        switch unwrapInboundIn(data) {
        case .head:
            phase = .body
            inFlight += 1
        case .body: break
        case .end:
            phase = .between(.now() + idleTime)
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if hasRefused { context.read() } else { context.fireChannelReadComplete() }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !hasRefused else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        let part = unwrapOutboundIn(data)
        if case .head(let head) = part, head.status.code >= 200 { answerHasBegun = true }
        context.write(data, promise: promise)
        guard case .end = part else { return }
        answerHasBegun = false
        inFlight -= 1
        if let postponed, inFlight <= postponed.inFlight { return refuse(postponed.refusal, context) }
        if inFlight == 0 {
            if inputIsClosed, !isInBody { return closeWhenWritten(context) }
            // What stood still while the answer was made begins to count now.
            switch phase {
            case .between: phase = .between(.now() + idleTime)
            case .head: phase = .head(.now() + headTime)
            case .body: break
            }
            schedule()
        }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        // The client still has to be let read why.
        if hasRefused, context.channel.isActive {
            promise?.succeed()
        } else {
            context.close(mode: mode, promise: promise)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent {
            inputIsClosed = true
            if hasRefused { return context.close(promise: nil) }
            // All that was asked for is answered, if not yet taken.
            if isClosing || inFlight == 0 && !isInBody { return closeWhenWritten(context) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    private var isInBody: Bool { if case .body = phase { true } else { false } }

    /// Closes the connection when the client has taken all that was written, or stands still for too long.
    private func closeWhenWritten(_ context: ChannelHandlerContext) {
        guard !isClosing else { return }
        isClosing = true
        phase = .between(.now() + idleTime)
        schedule()
        do {
            let bytes = try context.pipeline.syncOperations.context(handlerType: RequestBytes.self)
            // Writes end in their order, and so after this nothing is left to go out.
            bytes.writeAndFlush(NIOAny(ByteBuffer())).assumeIsolated().whenComplete { _ in
                context.close(promise: nil)
            }
        } catch {
            context.close(promise: nil)
        }
    }

    // MARK: What is refused.

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !hasRefused, !isClosing else { return }
        guard error is HTTPParserError else { return context.fireErrorCaught(error) }
        let refusal = Self.refusal(of: error, limits: recorder.settings.limits)
        if inFlight == 0 {
            // What is wrong with the rest of a request that is answered already needs no answer.
            if isInBody { closeWhenWritten(context) } else { refuse(refusal, context) }
        } else if !isInBody || inFlight > 1 {
            // Those before it are answered first; none that comes behind them has been handed on.
            postponed = Postponed(refusal: refusal, inFlight: isInBody ? 1 : 0)
        } else {
            if !answerHasBegun { refuse(refusal, context) }
            context.fireErrorCaught(error)
            if !hasRefused { context.close(promise: nil) }
        }
    }

    private static func refusal(of error: any Error, limits: RecorderLimits) -> Refusal {
        switch error {
        case HTTPParserError.headerOverflow:
            let text = "the request's head is larger than \(limits.headBytes) bytes, or has too many fields"
            return Refusal(.requestHeaderFieldsTooLarge, .headTooLarge, text)
        case HTTPParserError.invalidVersion:
            return Refusal(.httpVersionNotSupported, .malformed, "the request is neither HTTP/1.1 nor HTTP/1.0")
        case HTTPParserError.invalidMethod:
            return Refusal(.notImplemented, .malformed, "the request is not HTTP/1.1: its method is not known here")
        default:
            return Refusal(.badRequest, .malformed, "the request is not HTTP/1.1: \(ErrorText.text(of: error))")
        }
    }

    private func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
        recorder.refuse(context.channel, refusal.reason, refusal.text)
        // Whatever it was, it is answered as a request of HTTP/1.1 that has a body to be read.
        let request = HTTPRequestHead(version: .http1_1, method: .POST, uri: "")
        let framed = LocalAnswer(refusal.status, text: refusal.text).framed(for: request, mustClose: true)
        answerLast(framed.head, framed.body)
    }

    /// Gives the last answer of the connection: what the client still sends is thrown away, and not for long.
    func answerLast(_ head: HTTPResponseHead, _ body: ByteBuffer) {
        guard let context, !hasRefused, !isClosing else { return }
        timer?.cancel()
        timer = nil
        hasRefused = true
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if body.readableBytes > 0 { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        linger(context)
    }

    private func linger(_ context: ChannelHandlerContext) {
        context.close(mode: .output, promise: nil)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.lingerTime) { context.close(promise: nil) }
        context.read()
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is LastResponse else { return context.triggerUserOutboundEvent(event, promise: promise) }
        promise?.succeed()
        guard !hasRefused, !isClosing else { return }
        if inputIsClosed { return context.close(promise: nil) }
        timer?.cancel()
        timer = nil
        hasRefused = true
        linger(context)
    }

    // MARK: Time.

    /// Sees to it that the time is looked at when it runs out, or before.
    private func schedule() {
        let deadline: NIODeadline
        switch phase {
        case .between(let limit), .head(let limit): deadline = limit
        case .body: return
        }
        // One that comes earlier sees for itself: cheaper than one that is set and taken back for each request.
        guard timer == nil || deadline < timerAt, let context else { return }
        timer?.cancel()
        timerAt = deadline
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { self.timePassed() }
    }

    private func timePassed() {
        timer = nil
        guard let context, inFlight == 0, !hasRefused else { return }
        let now = NIODeadline.now()
        switch phase {
        case .body: break
        case .between(let limit):
            if now >= limit { context.close(promise: nil) } else { schedule() }
        case .head(let limit):
            guard now >= limit else { return schedule() }
            let text = "the request's head was not there within \(recorder.settings.limits.headTime)"
            refuse(Refusal(.requestTimeout, .headTooSlow, text), context)
        }
    }
}
