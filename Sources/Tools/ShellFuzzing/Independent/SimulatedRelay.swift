import NIOCore
import NIOHTTP1
import ProxyProtocol

/// The simulated sending of the requests of one client's connection to servers, with no one connected.
///
/// It drives a ``RelayMachine`` as a ``Relay`` does whose servers are always there and answer at once. So what a proxy
/// must never do (RFC 9112 §11.2: read one request where the server reads two) can be looked for without a socket.
struct SimulatedRelay {
    /// The outcomes of a part of a request.
    enum Outcome: Equatable {
        /// Nothing is sent yet, or ever.
        case nothing
        /// The request's head goes to this server.
        case sent([HTTPClientRequestPart], to: String)
        /// More of the request goes to the same server.
        case more([HTTPClientRequestPart])
        /// The client is answered by the recorder: the status.
        case answered(UInt)
        /// CONNECT: what follows is no part of HTTP, and goes to this host and port.
        case connects(host: String, port: Int)
    }

    /// The ways in which a connection has come to the recorder.
    enum Entrance: Equatable, Sendable {
        /// As one to a proxy: each request names its server.
        case proxy
        /// Behind CONNECT: all requests are for this server.
        case tunnel(Origin)
        /// To a recorder that stands before this one server.
        case reverse(Origin)
    }

    /// True if the connection is of no use any more: closed, or another protocol's.
    private(set) var hasEnded = false
    /// The target of the latest request, and what is recorded of it; nil before the first.
    private(set) var target: RequestTarget?

    private let own: OwnAddresses
    private let entrance: Entrance
    private var machine = RelayMachine()

    /// A rehearsal for a recorder that listens at this port of 127.0.0.1.
    init(port: Int, entrance: Entrance = .proxy) {
        self.entrance = entrance
        var own = OwnAddresses(host: "127.0.0.1", interfaces: [])
        own.port = port
        self.own = own
    }

    /// Takes the next part that the decoder has read, and returns what becomes of it.
    mutating func receive(_ part: HTTPServerRequestPart) -> Outcome {
        guard !hasEnded else { return .nothing }
        switch part {
        case .head(let head) where head.method == .CONNECT:
            hasEnded = true
            // CONNECT is for a proxy's own connections.
            guard entrance == .proxy, let authority = ConnectAuthority(head.uri) else { return .answered(400) }
            return .connects(host: authority.host, port: authority.port)
        case .head(let received):
            let head = ForwardedHeaders.forServer(received)
            let target = target(of: head)
            self.target = target
            return outcome(of: machine.requestHead(head, to: target))
        case .body(let bytes):
            return outcome(of: machine.requestBody(bytes))
        case .end(let trailers):
            let outcome = outcome(of: machine.requestEnded(trailers))
            answer()
            return outcome
        }
    }

    private func target(of head: HTTPRequestHead) -> RequestTarget {
        switch entrance {
        case .proxy: RequestTarget(head, origin: nil, isReverse: false, own: own)
        case .tunnel(let origin): RequestTarget(head, origin: origin, isReverse: false, own: own)
        case .reverse(let origin): RequestTarget(head, origin: origin, isReverse: true, own: own)
        }
    }

    private mutating func outcome(of action: RelayAction) -> Outcome {
        switch action {
        case .lease(let origin, _):
            guard case .send(let head, let body, let end) = machine.connected(isReused: false) else { return .nothing }
            var parts = [HTTPClientRequestPart.head(head)]
            for bytes in body { parts.append(.body(.byteBuffer(bytes))) }
            if let end { parts.append(.end(end.trailers)) }
            return .sent(parts, to: origin.description)
        case .sendBody(let bytes):
            return .more([.body(.byteBuffer(bytes))])
        case .sendEnd(let trailers):
            return .more([.end(trailers)])
        case .answer(_, let head, let then):
            hasEnded = then != .keep
            return .answered(head.status.code)
        case .serve(let head, _, _):
            _ = machine.served(.notAProxyRequest(port: head.version.major))
            return outcome(of: machine.stored())
        case .close:
            hasEnded = true
            return .nothing
        default:
            return .nothing
        }
    }

    /// The server has answered what was sent to it, so that the next request may come.
    private mutating func answer() {
        guard machine.isInFlight else { return }
        _ = machine.responseHead(
            HTTPResponseHead(version: .http1_1, status: .ok, headers: ["Content-Length": "0"])
        )
        _ = machine.responseEnded(nil)
        if case .end(_, let then) = machine.stored() { hasEnded = then != .keep }
    }
}
