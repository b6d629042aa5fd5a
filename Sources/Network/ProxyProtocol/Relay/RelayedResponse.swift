import Documents
import NIOCore
package import NIOHTTP1

/// The response of an exchange: how far it has come.
///
///     awaited ── its head comes ──▶ passing ── it is whole ──▶ storing
///     awaited, passing ── there is none, or no more of it ──▶ storing
///     awaited ── an answerer has answered ──▶ storing
///     storing ── an answerer's response has a body that is made as it goes ──▶ streaming ── its end comes ──▶ given
///     awaited ── the request is refused ──▶ given
///     storing ── the exchange is stored ──▶ given, brokenOff, upgraded
///     given ── too much still comes of the request ──▶ brokenOff
package enum RelayedResponse: Equatable {
    /// Nothing has come of it, or nothing but answers before the answer.
    case awaited
    /// It passes.
    case passing(PassingResponse)
    /// It is whole, or there is no more of it. The exchange is being stored; then this follows.
    case storing(Ending)
    /// An answerer makes its body while it is sent; whether the connection is closed after it.
    case streaming(closes: Bool)
    /// The client has it; this becomes of its connection once its request is whole.
    case given(Afterwards)
    /// The client is sent no more of it, and nothing else.
    case brokenOff
    /// The client has been told that its connection changes to another protocol.
    case upgraded

    /// Of the trailers that have come of it, those that go on.
    func trailers(_ received: HTTPHeaders?) -> HTTPHeaders? {
        if case .passing(let answer) = self { ForwardedHeaders.trailers(received, of: answer.headers) } else { nil }
    }

    /// The endings that follow when an exchange is stored.
    package enum Ending: Equatable {
        case answer(HeldBack, closes: Bool)
        case local(LocalAnswer)
        case stream(LocalAnswer)
        case broken
        case reset(UInt32)
        case upgrade(HTTPResponseHead)
    }
}

/// A server's response that passes.
package struct PassingResponse: Equatable {
    /// The framing of the response for the client.
    let framing: AnswerFraming
    /// The piece that completes the body.
    var held: ByteBuffer?
    /// Bytes to come; nil if that is not known.
    var remaining: Int?
    /// True if the server keeps its connection after this.
    let keepsUpstream: Bool
    /// The headers that the server sent.
    let headers: HTTPHeaders

    init(_ head: HTTPResponseHead, to request: RelayedRequest) {
        framing = AnswerFraming(head, to: request.head, mustClose: request.mustClose)
        if case .exact(let bytes) = framing.length { remaining = bytes }
        let isOldAndChunked = head.version == .http1_0 && head.headers.contains(name: "transfer-encoding")
        keepsUpstream = head.version.major >= 2 || head.isKeepAlive && !isOldAndChunked
        headers = head.headers
    }

    /// True if its head is its end, which is held back.
    var holdsHead: Bool { framing.length == .exact(0) }
}

// MARK: What comes of it.

extension RelayedExchange {
    mutating func connected(isReused: Bool) -> RelayAction {
        guard case .kept(let body, let end, _) = request.way else { return .nothing }
        request.isReused = isReused
        request.way = .sent
        let framing = RequestFraming(request.head, hasEnded: request.hasEnded && !request.hasBody)
        let upgrade = request.upgrade
        let head = ForwardedHeaders.request(request.head, to: request.target, framing: framing, upgrade: upgrade)
        return .send(head, body, end: end)
    }

    /// True if the request is with its server, and nothing has come of the response.
    private var isAsking: Bool { if case (.sent, .awaited) = (request.way, response) { true } else { false } }

    mutating func informational(_ head: HTTPResponseHead) -> RelayAction {
        guard isAsking else { return .nothing }
        if head.status.code == 100 { request.waitsForContinue = false }
        // Whoever has begun to answer was not dead.
        request.isReused = false
        let version = request.head.version
        // RFC 9110 §15.2: HTTP/1.0 knows none.
        guard version.major >= 2 || version.minor >= 1 else { return .nothing }
        let headers = HTTPHeaders(ForwardedHeaders.answer(head))
        return .passHead(HTTPResponseHead(version: version, status: head.status, headers: headers))
    }

    mutating func responseHead(_ head: HTTPResponseHead) -> RelayAction {
        guard isAsking else { return .nothing }
        if let reason = fault(of: head) { return failed(RelayFailure(reason: reason)) }
        if head.status.code == 101 {
            store(.upgrade(AnswerFraming(head, to: request.head, mustClose: false).head))
            return .recordUpgrade(to: head.headers.first(name: "upgrade") ?? request.upgrade ?? "")
        }
        let answer = PassingResponse(head, to: request)
        response = .passing(answer)
        return answer.holdsHead ? .nothing : .passHead(answer.framing.head)
    }

    /// Returns the reason that a response cannot be passed on.
    private func fault(of head: HTTPResponseHead) -> String? {
        // RFC 9110 §15: `020` is read as a number, and would be written as one of two digits.
        guard (100...999).contains(head.status.code) else {
            return "the server's status \(head.status.code) is none of HTTP"
        }
        if let coding = head.headers.first(name: "transfer-encoding").map({ Substring($0).trimmedSpaces }),
            !coding.isASCII(like: "chunked"), !coding.isASCII(like: "identity")
        {
            return "the server's transfer coding \(coding.prefix(200)) is not known here"
        }
        let isUnasked = head.status.code == 101 && request.upgrade == nil
        return isUnasked ? "the server changed the protocol without a request for it" : nil
    }

    mutating func responseBody(_ bytes: ByteBuffer) -> RelayAction {
        guard case .passing(var answer) = response, bytes.readableBytes > 0 else { return .nothing }
        guard let remaining = answer.remaining else { return .passBody(bytes) }
        // What is not part of the answer is not passed; NIO's decoders hand no such thing on.
        guard bytes.readableBytes <= remaining else { return .nothing }
        answer.remaining = remaining - bytes.readableBytes
        if answer.remaining == 0 { answer.held = bytes }
        response = .passing(answer)
        return answer.remaining == 0 ? .nothing : .passBody(bytes)
    }

    mutating func responseEnded(_ received: HTTPHeaders?) -> RelayAction {
        guard case .passing(let answer) = response else { return .nothing }
        if let remaining = answer.remaining, remaining > 0 { return failed(.serverClosed) }
        let head = answer.holdsHead ? answer.framing.head : nil
        let held = HeldBack(head: head, body: answer.held, trailers: response.trailers(received))
        store(.answer(held, closes: answer.framing.closes))
        return .record(reusesUpstream: answer.keepsUpstream && request.hasEnded)
    }

    mutating func failed(_ failure: RelayFailure, answerIsUnsent: Bool = false) -> RelayAction {
        guard request.isForServer else { return .nothing }
        var ending = RelayedResponse.Ending.local(.failure(failure))
        if case .sent = request.way {
            if isAsking, failure.kind == .brokenOff, request.canBeSentAgain, let origin = request.origin {
                request.isRetried = true
                request.way = .kept([], end: RequestEnd(), isLeased: true)
                return .leaseAgain(origin, needsHTTP1: request.upgrade != nil)
            }
            if case .passing(let answer) = response, !answer.holdsHead, !answerIsUnsent { ending = .broken }
            // A client of HTTP/2 sees a stream's reset as what it is; in HTTP/1.1 there is none.
            if case .reset(let code) = failure.kind, request.head.version.major >= 2 { ending = .reset(code) }
        }
        store(ending)
        return .recordFailure(failure)
    }

    mutating func looped(to origin: Origin) -> RelayAction {
        guard case .kept = request.way else { return .nothing }
        store(.local(.loop(origin)))
        return .recordFailure(.loop)
    }

    mutating func served(_ answer: LocalAnswer, isStreamed: Bool) -> RelayAction {
        if case .collected = request.way, request.hasEnded { store(isStreamed ? .stream(answer) : .local(answer)) }
        return .nothing
    }

    mutating func servedBody(_ bytes: ByteBuffer) -> RelayAction {
        guard case .streaming = response, bytes.readableBytes > 0 else { return .nothing }
        return .passBody(bytes)
    }

    mutating func servedEnd() -> RelayAction {
        guard case .streaming(let closes) = response else { return .nothing }
        return .end(HeldBack(), then: give(closes: closes))
    }

    mutating func servedNothing() -> RelayAction {
        guard case .collected = request.way, request.hasEnded else { return .nothing }
        // RFC 9113 §7: INTERNAL_ERROR.
        store(request.head.version.major >= 2 ? .reset(2) : .broken)
        return .nothing
    }

    // MARK: The end.

    /// It has come to its end: this follows when it is stored.
    private mutating func store(_ ending: RelayedResponse.Ending) {
        request.way = .unwanted(0)
        response = .storing(ending)
    }

    mutating func stored() -> RelayAction {
        guard case .storing(let ending) = response else { return .nothing }
        switch ending {
        case .answer(let held, let closes): return .end(held, then: give(closes: closes))
        case .local(let local): return answer(local, closes: false)
        case .stream(let local): return stream(local)
        case .broken:
            response = .brokenOff
            return .close
        case .reset(let code):
            response = .brokenOff
            return .reset(code)
        case .upgrade(let head):
            response = .upgraded
            return .upgrade(head)
        }
    }

    /// Answers from here: a refusal, a failure, or what an answerer said.
    ///
    /// What is refused ends the connection, so that nobody can ask for a thousand refusals at once.
    mutating func answer(_ local: LocalAnswer, closes: Bool) -> RelayAction {
        let framed = local.framed(for: request.head, mustClose: closes || request.mustClose)
        var local = local
        local.body = framed.body
        return .answer(local, head: framed.head, then: give(closes: framed.closes))
    }

    /// Begins an answerer's response whose body has no length.
    private mutating func stream(_ local: LocalAnswer) -> RelayAction {
        let head = HTTPResponseHead(version: request.head.version, status: local.status, headers: local.headers)
        let framing = AnswerFraming(head, to: request.head, mustClose: request.mustClose)
        guard framing.length == .open else {
            return .end(HeldBack(head: framing.head), then: give(closes: framing.closes))
        }
        response = .streaming(closes: framing.closes)
        return .stream(framing.head)
    }

    /// The answer is given.
    private mutating func give(closes: Bool) -> Afterwards {
        let next: Afterwards = !closes ? .keep : request.hasEnded ? .close : .linger
        request.way = .unwanted(0)
        response = .given(next)
        return next
    }
}
