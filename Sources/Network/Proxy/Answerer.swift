package import Exchanges
package import NIOCore
package import NIOHTTP1
package import ProxyProtocol
package import VirtualTime

/// A responder in this process for some origins, in place of their servers.
package protocol Answerer: Sendable {
    /// Checks whether it answers for this origin.
    func answers(for origin: Origin) -> Bool

    /// True if pages of others may not change anything with it, see ``ReverseAccess``.
    ///
    /// A server that is simulated decides itself which pages may send it requests.
    var isGuarded: Bool { get }

    /// The answer to a request, and what is to be recorded before the client has it.
    ///
    /// It is asked outside the event loops, and so may take its time. The answer to HEAD is that to GET: whoever sends it
    /// leaves out the body.
    func reply(to request: LocalRequest) async -> LocalReply

    /// The same answer if it can be given at once, or nil: then ``reply(to:)`` is asked.
    ///
    /// It is asked on an event loop, for small requests. Going elsewhere and back costs more than a short answer; whatever waits,
    /// or takes its time, holds up every connection of the loop.
    func replyAtOnce(to request: LocalRequest) -> LocalReply?
}

extension Answerer {
    package func replyAtOnce(to request: LocalRequest) -> LocalReply? { nil }
}

/// A request that is answered in this process.
package struct LocalRequest: Sendable {
    package var head: HTTPRequestHead
    package var origin: Origin
    /// The address that it came from; empty if that is not known.
    package var client: String
    /// The path with its query, or `*`.
    package var path: String
    package var body: ByteBuffer
    /// The instant at which all of it had come.
    package var arrivedAt: Instant
}

/// The reply of an answerer.
package struct LocalReply: Sendable {
    package var answer: LocalAnswer
    /// The body, if it is made while it is sent: that of ``answer`` is none then.
    package var stream: StreamedBody?
    /// The events to be recorded before the response is sent.
    package var events: [RecorderEvent] = []
    /// The exchange to be recorded before the response is sent, of any ordinal: it is given the next.
    package var exchange: Exchange?
    /// The time that passes, by the wall's clock, between recording and sending; what is recorded is whole if the end comes
    /// meanwhile.
    package var delay = Duration.zero
    /// True if the client is sent nothing: its connection is closed, or its stream of HTTP/2 is reset.
    package var isBrokenOff = false

    /// A reply of these parts.
    package init(
        answer: LocalAnswer,
        stream: StreamedBody? = nil,
        events: [RecorderEvent] = [],
        exchange: Exchange? = nil,
        delay: Duration = .zero,
        isBrokenOff: Bool = false
    ) {
        self.answer = answer
        self.stream = stream
        self.events = events
        self.exchange = exchange
        self.delay = delay
        self.isBrokenOff = isBrokenOff
    }
}

/// A body of a response that an answerer makes while it is sent.
package struct StreamedBody: Sendable {
    /// The next piece, when there is one; nil if none follows.
    ///
    /// It is asked for when the client takes more, and not while it is asked: what a slow client holds in memory is a piece,
    /// and what is on its way out.
    var next: @Sendable () async -> ByteBuffer?
    /// Told once when no piece is wanted any more: the end was sent, or the client has gone.
    ///
    /// A call of ``next`` that waits returns then.
    var end: @Sendable () -> Void

    /// A body of these.
    package init(next: @escaping @Sendable () async -> ByteBuffer?, end: @escaping @Sendable () -> Void) {
        (self.next, self.end) = (next, end)
    }
}
