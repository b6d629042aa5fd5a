package import NIOCore
package import NIOHTTP1

/// One client's requests, each passed on and answered, one after the other: told what happens, it says what to do.
///
/// It keeps the order of things: what may be sent when, what is held back until it is stored, what becomes of the
/// connections. What is done is the ``Relay``'s. A connection, or a stream of HTTP/2, goes these ways:
///
///     idle ── a request's head ──▶ relaying
///     relaying ── it is answered, all of it has come, and the connection is of further use ──▶ idle
///     relaying ── a change of protocol is stored ──▶ upgraded
///     idle, relaying ── the client leaves, or nothing more can be made of its connection ──▶ closed
///
/// While it relays, request and response of the ``RelayedExchange`` go ways of their own: ``RelayedRequest``, ``RelayedResponse``.
package struct RelayMachine {
    /// Bytes of a request that are thrown away after its answer, before the connection is closed over it.
    static let drainedBytes = 64 * 1024 * 1024

    package private(set) var state = State.idle

    /// A machine between two requests.
    package init() {}

    /// The states of the connection.
    package enum State: Equatable {
        /// Between two requests.
        case idle
        /// An exchange is under way.
        case relaying(RelayedExchange)
        /// The connections belong to another protocol.
        case upgraded
        case closed
    }

    /// Lets the exchange under way go on, and sees what has become of it then.
    private mutating func relay(_ change: (inout RelayedExchange) -> RelayAction) -> RelayAction {
        guard case .relaying(var exchange) = state else { return .nothing }
        // So that nobody else holds what is kept of a body: it grows in place.
        state = .closed
        let action = change(&exchange)
        switch exchange.response {
        case .awaited, .passing, .storing, .streaming: state = .relaying(exchange)
        case .given where !exchange.request.hasEnded: state = .relaying(exchange)
        case .given(.keep): state = .idle
        case .given(.close), .given(.linger), .brokenOff: state = .closed
        case .upgraded: state = .upgraded
        }
        return action
    }

    // MARK: What comes of the request.

    /// A request's head has come.
    package mutating func requestHead(_ head: HTTPRequestHead, to target: RequestTarget) -> RelayAction {
        guard case .idle = state else { return .nothing }
        state = .relaying(RelayedExchange(request: RelayedRequest(head, to: target)))
        return relay { $0.begin() }
    }

    /// A piece of the request's body has come.
    package mutating func requestBody(_ bytes: ByteBuffer) -> RelayAction { relay { $0.requestBody(bytes) } }

    /// The request is whole.
    package mutating func requestEnded(_ trailers: HTTPHeaders?) -> RelayAction { relay { $0.requestEnded(trailers) } }

    /// Nothing more of the request is there for now.
    package mutating func requestPaused() -> RelayAction { relay { $0.request.lease() } }

    // MARK: What comes of the server.

    /// There is a stream to the server.
    package mutating func connected(isReused: Bool) -> RelayAction { relay { $0.connected(isReused: isReused) } }

    /// An answer before the answer has come: 100, 103.
    package mutating func informational(_ head: HTTPResponseHead) -> RelayAction { relay { $0.informational(head) } }

    /// The head of the answer has come.
    package mutating func responseHead(_ head: HTTPResponseHead) -> RelayAction { relay { $0.responseHead(head) } }

    /// A piece of the answer's body has come.
    package mutating func responseBody(_ bytes: ByteBuffer) -> RelayAction { relay { $0.responseBody(bytes) } }

    /// The answer is whole.
    package mutating func responseEnded(_ trailers: HTTPHeaders?) -> RelayAction {
        relay { $0.responseEnded(trailers) }
    }

    /// The server cannot be reached, or has broken off, or is not waited for any longer.
    ///
    /// If the `answerIsUnsent`, the client can still be answered in another way: nothing has gone out to it of what passed.
    package mutating func failed(_ failure: RelayFailure, answerIsUnsent: Bool = false) -> RelayAction {
        relay { $0.failed(failure, answerIsUnsent: answerIsUnsent) }
    }

    /// The stream leads back to this recorder.
    package mutating func looped(to origin: Origin) -> RelayAction { relay { $0.looped(to: origin) } }

    // MARK: What comes of this process.

    /// An answerer has answered: this follows when what it has to record is stored.
    ///
    /// Of an answer that is streamed the head follows then; its body is told as it comes.
    package mutating func served(_ answer: LocalAnswer, isStreamed: Bool = false) -> RelayAction {
        relay { $0.served(answer, isStreamed: isStreamed) }
    }

    /// An answerer has made a piece of the body that it streams.
    package mutating func servedBody(_ bytes: ByteBuffer) -> RelayAction { relay { $0.servedBody(bytes) } }

    /// An answerer has made all of the body that it streams.
    package mutating func servedEnd() -> RelayAction { relay { $0.servedEnd() } }

    /// An answerer lets the client go without an answer: this follows when what it has to record is stored.
    package mutating func servedNothing() -> RelayAction { relay { $0.servedNothing() } }

    /// The exchange is stored.
    package mutating func stored() -> RelayAction { relay { $0.stored() } }

    // MARK: The client's leaving.

    /// The client has gone, or is not waited for any longer.
    package mutating func clientLeft(_ failure: RelayFailure) -> RelayAction {
        if case .upgraded = state { return .nothing }
        defer { state = .closed }
        return isInFlight ? .abandon(failure) : .close
    }

    /// The client sends no more: if its request is whole it may still want the answer, and otherwise it has left.
    ///
    /// A body that is streamed may have no end that it could wait for: a client that says goodbye has left it.
    /// One that has left with its request whole is noticed when it is written to.
    package mutating func clientFinished() -> RelayAction {
        // Nobody says in another protocol that there is nothing more to say.
        guard case .relaying(let exchange) = state else { return .nothing }
        let mayWait = exchange.request.hasEnded && exchange.request.upgrade == nil && !isStreaming
        return mayWait ? .nothing : clientLeft(.clientClosed)
    }

    // MARK: Asked by the relay.

    /// Of the trailers that have come of the request, those that go on, and are recorded.
    package func requestTrailers(_ received: HTTPHeaders?) -> HTTPHeaders? {
        if case .relaying(let exchange) = state { exchange.request.trailers(received) } else { nil }
    }

    /// Of the trailers that have come of the answer, those that go on, and are recorded.
    package func responseTrailers(_ received: HTTPHeaders?) -> HTTPHeaders? {
        if case .relaying(let exchange) = state { exchange.response.trailers(received) } else { nil }
    }

    /// True if more of the client is to be read.
    package var wantsRequest: Bool {
        switch state {
        case .idle: true
        case .relaying(let exchange): exchange.request.wantsMore
        case .upgraded, .closed: false
        }
    }

    /// True if an exchange with a server is in flight.
    package var isInFlight: Bool {
        if case .relaying(let exchange) = state { exchange.request.isForServer } else { false }
    }

    /// True if a body goes out that an answerer makes meanwhile.
    package var isStreaming: Bool {
        if case .relaying(let exchange) = state, case .streaming = exchange.response { true } else { false }
    }

    /// True if the exchange has come to its end and is being stored.
    package var isStoring: Bool {
        if case .relaying(let exchange) = state, case .storing = exchange.response { true } else { false }
    }

    /// True if the client is answered from here, and sees nothing of what may have come from the server.
    package var answersItself: Bool {
        if case .relaying(let exchange) = state, case .storing(.local) = exchange.response { true } else { false }
    }

    /// Returns the failure of the side whose turn it is, if nothing moves: the server's if the request is whole and the
    /// client takes what comes.
    package func idleFailure(clientTakes: Bool) -> RelayFailure? {
        if case .relaying(let exchange) = state { exchange.idleFailure(clientTakes: clientTakes) } else { nil }
    }
}

/// A request with its response.
package struct RelayedExchange: Equatable {
    package var request: RelayedRequest
    package var response = RelayedResponse.awaited

    /// Returns the failure of the side whose turn it is, if nothing moves.
    func idleFailure(clientTakes: Bool) -> RelayFailure? {
        switch response {
        case .awaited:
            switch request.way {
            case .kept: .serverIdle
            case .sent: request.hasEnded ? .serverIdle : .clientIdle
            case .collected: request.hasEnded ? nil : .clientIdle
            case .unwanted: nil
            }
        case .passing: clientTakes ? .serverIdle : .clientIdle
        // An answerer in this process may be silent for as long as nothing happens.
        case .streaming: clientTakes ? nil : .clientIdle
        case .given: .clientIdle
        case .storing, .brokenOff, .upgraded: nil
        }
    }
}
