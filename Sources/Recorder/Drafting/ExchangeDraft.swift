import Exchanges
import NIOCore
import NIOHTTP1
import VirtualTime

/// An exchange in the making: told what passes, when it passes.
struct ExchangeDraft {
    /// A draft of a request whose head has come.
    init(
        _ head: HTTPRequestHead,
        url: String,
        client: ClientFacts,
        limits: RecorderLimits,
        filter: RecordingFilter,
        at now: Instant
    ) {
        self.head = head
    }

    private var head: HTTPRequestHead

    mutating func upstream(_ facts: UpstreamFacts) {}
    mutating func requestBody(_ bytes: ByteBuffer, at now: Instant) {}
    mutating func requestEnded(trailers: HTTPHeaders?, at now: Instant) {}
    /// An answer before the answer: 100, 103.
    mutating func informational(_ head: HTTPResponseHead, at now: Instant) {}
    mutating func responseHead(_ head: HTTPResponseHead, at now: Instant) {}
    mutating func responseBody(_ bytes: ByteBuffer, at now: Instant) {}
    mutating func responseEnded(trailers: HTTPHeaders?, at now: Instant) {}
    /// The connection speaks another protocol from here on (101): WebSocket.
    mutating func upgraded(to protocolName: String, at now: Instant) {}
    /// There will be no answer, or no more of it.
    mutating func failed(_ reason: String, at now: Instant) {}

    /// The exchange as it stands, or why it is left out.
    func result(number: Int) -> Result { .exchange(Exchange(ordinal: number, startedAt: .distantPast, durationMicroseconds: 0, request: HTTPRequest(method: "", url: ""), outcome: .failure(""))) }

    enum Result {
        case exchange(Exchange)
        case leftOut(LeftOut)
    }
}
