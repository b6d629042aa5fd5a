import NIOCore
import NIOHTTP1

/// Passes requests on and answers back, and drafts the exchange while it passes.
///
/// It stands at the end of a channel that hands on requests one after the other: an HTTP/1.1 connection behind
/// `HTTPServerPipelineHandler`, or a stream of HTTP/2.
final class Relay: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let facts: ClientFacts
    private let context: RecorderContext

    init(facts: ClientFacts, context: RecorderContext) {
        self.facts = facts
        self.context = context
    }
}
