import NIOCore
import NIOHTTP1
import ProxyProtocol

/// The record of the exchange that a relay has under way, and its handing on.
struct Capture {
    private let facts: ClientFacts
    private let context: RecorderContext
    /// The exchange in the making, until it is handed on.
    var draft: ExchangeBuilder?
    private var number = 0
    private var hasToldBegin = false

    /// A capture of what comes in on a connection; nothing has come yet.
    init(_ facts: ClientFacts, _ context: RecorderContext) {
        self.facts = facts
        self.context = context
    }

    /// True if there is an exchange that is to be stored, as far as is known.
    var isStored: Bool { draft?.isStored ?? false }

    /// A request to a server begins.
    mutating func begin(_ head: HTTPRequestHead, url: String, origin: Origin) {
        hasToldBegin = false
        var draft = ExchangeBuilder(
            head,
            url: url,
            origin: origin,
            client: facts,
            limits: context.settings.limits,
            budget: context.bodyBudget,
            filter: context.settings.filter,
            keepsCoded: context.settings.keepsCodedBodies,
            at: context.clock.now
        )
        // What is left out already needs no number, and leaves no gap.
        if !draft.isSkippedExchange {
            let start = context.nextExchange()
            number = start.number
            draft.begin(start.number, at: start.instant)
        }
        self.draft = draft
    }

    /// Tells, once, of an exchange that has been in flight for a while.
    mutating func tellBegun() {
        guard !hasToldBegin else { return }
        hasToldBegin = true
        if let exchange = draft?.begun() { context.tell(.began(number: number, exchange)) }
    }

    /// Hands the exchange on; the future, if there is one, succeeds when it is stored.
    mutating func finish(on loop: any EventLoop) -> EventLoopFuture<Void>? {
        guard let draft else { return nil }
        self.draft = nil
        switch draft.result() {
        case .exchange(let exchange): return context.record(.ended(number: number, exchange), on: loop)
        case .skipped(let skipped):
            context.tell(.skipped(skipped))
            return nil
        }
    }
}
