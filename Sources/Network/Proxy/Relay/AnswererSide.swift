import Exchanges
import NIOCore
import NIOHTTP1
import ProxyProtocol

/// A relay's other way out: the answerer in this process that its request is for, if there is one.
struct AnswererSide {
    private let context: RecorderContext
    private var answerer: (any Answerer)?
    private var origin: Origin?
    /// The client's address, as it is once a request has come.
    private var client: String?

    /// The bytes of a body that is small: 64 KiB.
    private static let smallBody = 1 << 16

    init(_ context: RecorderContext) { self.context = context }

    /// Turns to the answerer of a request with this target, if there is one.
    mutating func turn(to target: RequestTarget) {
        origin = target.answered
        answerer = origin.flatMap(context.answerer(for:))
    }

    /// A reply that is there, or one that comes.
    enum Asked {
        case atOnce(LocalReply)
        case later(EventLoopFuture<LocalReply>)
    }

    /// Asks for the answer to a request that came in on `channel`; nil if nobody here answers it.
    mutating func ask(
        _ head: HTTPRequestHead,
        path: String,
        _ body: ByteBuffer,
        from channel: (any Channel)?
    ) -> Asked? {
        guard let answerer, let origin, let channel else { return nil }
        if client == nil { client = channel.remoteAddress?.ipAddress }
        let request = LocalRequest(
            head: head,
            origin: origin,
            client: client ?? "",
            path: path,
            body: body,
            arrivedAt: context.clock.now
        )
        if body.readableBytes <= Self.smallBody, let reply = answerer.replyAtOnce(to: request) { return .atOnce(reply) }
        return .later(channel.eventLoop.makeFutureWithTask { await answerer.reply(to: request) })
    }

    /// Records what a reply has to record.
    ///
    /// - Returns: a future that succeeds when all of it is stored and the reply's delay is over; nil where there is nothing to
    ///   wait for.
    func record(_ reply: LocalReply, on loop: any EventLoop) -> EventLoopFuture<Void>? {
        let events = reply.events + (reply.exchange.map { [ended($0)] } ?? [])
        guard !events.isEmpty || reply.delay > .zero else { return nil }
        let stored = EventLoopFuture.andAllComplete(events.map { context.record($0, on: loop) }, on: loop)
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
