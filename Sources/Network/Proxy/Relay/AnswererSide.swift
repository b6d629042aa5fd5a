import Exchanges
import NIOCore
import NIOHTTP1
import ProxyProtocol

/// A relay's other way out: the answerer in this process that its request is for, if there is one.
struct AnswererSide {
    private let context: RecorderContext
    private var answerer: (any Answerer)?
    private var origin: Origin?

    /// The bytes of a body that is small: 64 KiB.
    private static let smallBody = 1 << 16

    init(_ context: RecorderContext) { self.context = context }

    /// Turns to the answerer of a request with this target, if there is one.
    mutating func turn(to target: RequestTarget) {
        origin = target.answered
        answerer = origin.flatMap(context.answerer(for:))
    }

    /// Asks for the answer to a request that came in on `channel`; nil if nobody here answers it.
    func ask(
        _ head: HTTPRequestHead,
        path: String,
        _ body: ByteBuffer,
        from channel: any Channel
    ) -> EventLoopFuture<LocalReply>? {
        guard let answerer, let origin else { return nil }
        let request = LocalRequest(
            head: head,
            origin: origin,
            client: channel.remoteAddress?.ipAddress ?? "",
            path: path,
            body: body,
            arrivedAt: context.clock.now
        )
        // In its turn: the next one of a client that does not wait for answers would else be read inside this one.
        if body.readableBytes <= Self.smallBody, let reply = answerer.replyAtOnce(to: request) {
            return channel.eventLoop.submit { reply }
        }
        return channel.eventLoop.makeFutureWithTask { await answerer.reply(to: request) }
    }

    /// Records what a reply has to record; the future succeeds when all of it is stored, and the reply's delay is over.
    func record(_ reply: LocalReply, on loop: any EventLoop) -> EventLoopFuture<Void> {
        let events = reply.events + (reply.exchange.map { [ended($0)] } ?? [])
        let stored =
            events.isEmpty
            ? loop.makeSucceededVoidFuture()
            : EventLoopFuture.andAllComplete(events.map { context.record($0, on: loop) }, on: loop)
        guard reply.delay > .zero else { return stored }
        return stored.flatMap { loop.scheduleTask(in: TimeAmount(reply.delay)) {}.futureResult }
    }

    /// The end of an exchange with an answerer, which is given its number now.
    private func ended(_ exchange: Exchange) -> RecorderEvent {
        let number = context.nextExchange().number
        var exchange = exchange
        exchange.ordinal = number
        return .ended(number: number, CapturedExchange(exchange))
    }
}
