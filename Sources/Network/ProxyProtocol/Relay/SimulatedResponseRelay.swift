import NIOCore
package import NIOHTTP1

/// The simulated sending of one server's response to a client, with no one connected.
///
/// It drives a ``RelayMachine`` as a ``Relay`` does whose client has sent a whole request and takes what comes. So what a
/// proxy must never do (RFC 9112 §11.1: let a response be read where the server began none) can be looked for without a
/// socket.
package struct SimulatedResponseRelay {
    /// The endings of the exchange.
    package enum Ending: Equatable {
        /// The client has the server's response.
        case passed(Afterwards)
        /// The client has another response, which the recorder made.
        case answered(UInt, Afterwards)
        /// The client's connection, or its stream, ends in the middle of the response.
        case broken
        /// The connections belong to another protocol.
        case upgraded
    }

    /// The ending; nil as long as the exchange lasts.
    package private(set) var ending: Ending?

    private var machine = RelayMachine()
    /// The parts that are sent when no more of the response is there for now; until then they can be taken back.
    private var unsent: [HTTPServerResponsePart] = []

    /// A rehearsal of the response to a request without a body, which the server has.
    package init(to request: HTTPRequestHead, target: RequestTarget) {
        _ = machine.requestHead(request, to: target)
        _ = machine.requestEnded(nil)
        _ = machine.connected(isReused: false)
    }

    /// The next part that the decoder has read.
    package mutating func receive(_ part: HTTPClientResponsePart) {
        guard ending == nil else { return }
        switch part {
        case .head(let head) where (100..<200).contains(head.status.code) && head.status.code != 101:
            perform(machine.informational(head))
        case .head(let head): perform(machine.responseHead(head))
        case .body(let bytes): perform(machine.responseBody(bytes))
        case .end(let trailers): perform(machine.responseEnded(trailers))
        }
    }

    /// No more of the response is there for now, or ever: what the client is sent.
    package mutating func paused() -> [HTTPServerResponsePart] {
        defer { unsent = [] }
        return unsent
    }

    /// The connection to the server has ended, or what came on it cannot be read.
    package mutating func failed(_ failure: RelayFailure = .serverClosed) {
        guard ending == nil else { return }
        let action = machine.failed(failure, answerIsUnsent: unsent.contains { $0.isHead })
        if machine.answersItself { unsent = [] }
        perform(action)
    }

    private mutating func perform(_ action: RelayAction) {
        switch action {
        case .passHead(let head): unsent.append(.head(head))
        case .passBody(let bytes): unsent.append(.body(.byteBuffer(bytes)))
        case .record, .recordFailure, .recordUpgrade: perform(machine.stored())
        case .end(let held, let then):
            if let head = held.head { unsent.append(.head(head)) }
            if let body = held.body { unsent.append(.body(.byteBuffer(body))) }
            unsent.append(.end(held.trailers))
            ending = .passed(then)
        case .answer(let answer, let head, let then):
            unsent.append(.head(head))
            if answer.body.readableBytes > 0 { unsent.append(.body(.byteBuffer(answer.body))) }
            unsent.append(.end(nil))
            ending = .answered(head.status.code, then)
        case .upgrade(let head):
            unsent.append(.head(head))
            ending = .upgraded
        case .close, .reset: ending = .broken
        default: break
        }
    }
}

extension HTTPServerResponsePart {
    /// True if it is the head of a response.
    package var isHead: Bool { if case .head = self { true } else { false } }
}
