package import NIOCore
package import NIOHTTP1

/// One client's requests, each passed on and answered, one after the other: told what happens, it says what to do.
///
/// It keeps the order of things: what may be sent when, what is held back until it is stored, what becomes of the
/// connections. What is done is the ``Relay``'s.
package struct RelayMachine {
    /// Bytes of a request that are thrown away after its answer, before the connection is closed over it.
    package static let drainedBytes = 64 * 1024 * 1024

    package private(set) var state = State.idle

    /// A machine between two requests.
    package init() {}

    /// Where the exchange stands.
    package enum State: Equatable {
        /// Between two requests.
        case idle
        /// The request waits for a stream to its server.
        case opening(Request, Kept)
        /// The request is sent, or being sent; there is no answer yet.
        case asking(Request)
        /// The answer passes.
        case answering(Request, Answer)
        /// The exchange is being stored; then this follows.
        case storing(Request, Ending)
        /// The magic host's request is being read.
        case collecting(Request, ByteBuffer)
        /// The magic host's answer is being made, and what it is to record stored.
        case serving(Request)
        /// The request has its answer already; the rest of it is thrown away.
        case draining(bytes: Int, then: Afterwards)
        /// The connections belong to another protocol.
        case upgraded
        case closed
    }

    /// What is known of a request.
    package struct Request: Equatable {
        /// As the client sent it.
        package var head: HTTPRequestHead
        package var target: RequestTarget
        /// The protocols it asks for in place of HTTP, as one header lists them.
        package var upgrade: String?
        /// Whether all of it has come.
        package var hasEnded = false
        /// Whether a part of its body has come.
        package var hasBody = false
        /// Whether the client still waits to be told to send its body.
        package var waitsForContinue = false
        /// Whether it has been sent again on a fresh connection.
        package var isRetried = false
        /// Whether the server's connection had served another exchange before.
        package var isReused = false

        /// Whether the same request may be sent again, if the connection was dead when it was sent.
        package var canBeSentAgain: Bool {
            guard isReused, !isRetried, hasEnded, !hasBody else { return false }
            switch head.method {
            case .GET, .HEAD, .OPTIONS, .TRACE, .PUT, .DELETE: return true
            default: return false
            }
        }

        /// Whether the client's connection is of no use after the answer.
        ///
        /// NIO's decoder reads no further after a request for an upgrade, granted or not; and a client that was not
        /// told to send its body may send it, or not.
        package var mustClose: Bool {
            head.version.major == 1
                && (head.headers.contains(name: "upgrade") || waitsForContinue && !hasEnded || hasFaultyFraming)
        }

        /// Whether it is of HTTP/1.0 and has `Transfer-Encoding`, which that version does not know: another may read its end
        /// elsewhere (RFC 9112 §6.1).
        private var hasFaultyFraming: Bool {
            head.version == .http1_0 && head.headers.contains(name: "transfer-encoding")
        }

        package var origin: Origin? { if case .origin(let origin) = target.destination { origin } else { nil } }
    }

    /// What has come of a request that cannot be sent yet.
    package struct Kept: Equatable {
        package var body: [ByteBuffer] = []
        package var end: RequestEnd?
        /// Whether a stream has been asked for.
        package var isLeased = false
    }

    /// An answer that passes.
    package struct Answer: Equatable {
        /// How the client is answered; its head is still held back if `holdsHead`.
        package var framing: AnswerFraming
        package var holdsHead: Bool
        /// The piece that completes the body.
        package var held: ByteBuffer?
        /// Bytes to come; nil if that is not known.
        package var remaining: Int?
        /// Whether the server keeps its connection after this.
        package var keepsUpstream: Bool
        /// The headers that the server sent.
        package var headers: HTTPHeaders
    }

    /// What follows when an exchange is stored.
    package enum Ending: Equatable {
        case answer(HeldBack, closes: Bool)
        case local(LocalAnswer)
        case broken
        case reset(UInt32)
        case upgrade(HTTPResponseHead)
    }

    // MARK: The request.

    /// A request's head has come.
    package mutating func requestHead(_ head: HTTPRequestHead, to target: RequestTarget) -> RelayAction {
        guard case .idle = state else { return .nothing }
        var request = Request(head: head, target: target)
        if head.version.major == 1, head.version.minor >= 1 { request.upgrade = Self.upgrade(head.headers) }
        if head.version.major >= 2 || head.version.minor >= 1 {
            request.waitsForContinue = head.headers.first(name: "expect")?.isASCII(like: "100-continue") ?? false
        }
        switch target.destination {
        case .refusal(let answer):
            return self.answer(request, answer, closes: true)
        case .magicHost:
            return collect(request)
        case .origin:
            switch RequestFraming(head, hasEnded: false) {
            case .unknown(let coding): return answer(request, .unknownCoding(coding), closes: true)
            case .unusableLength(let value): return answer(request, .unusableLength(value), closes: true)
            case .none, .length, .chunked:
                state = .opening(request, Kept())
                return .nothing
            }
        }
    }

    /// Reads a request that the magic host answers.
    private mutating func collect(_ request: Request) -> RelayAction {
        if case .bytes(let length) = ContentLength(of: request.head.headers), length > OwnHost.bodyBytes {
            return answer(request, .tooLarge(OwnHost.bodyBytes), closes: true)
        }
        var request = request
        let isWaiting = request.waitsForContinue
        request.waitsForContinue = false
        state = .collecting(request, ByteBuffer())
        return isWaiting ? .passHead(HTTPResponseHead(version: request.head.version, status: .continue)) : .nothing
    }

    /// A piece of the request's body has come.
    package mutating func requestBody(_ bytes: ByteBuffer) -> RelayAction {
        switch state {
        case .opening(var request, var kept):
            state = .closed
            request.hasBody = true
            kept.body.append(bytes)
            return open(request, kept)
        case .asking(var request):
            request.hasBody = true
            request.waitsForContinue = false
            state = .asking(request)
            return .sendBody(bytes)
        case .answering(var request, let answer):
            request.hasBody = true
            state = .answering(request, answer)
            return .sendBody(bytes)
        case .collecting(let request, var body):
            state = .closed
            guard body.readableBytes + bytes.readableBytes <= OwnHost.bodyBytes else {
                return answer(request, .tooLarge(OwnHost.bodyBytes), closes: true)
            }
            body.writeImmutableBuffer(bytes)
            state = .collecting(request, body)
            return .nothing
        case .draining(let drained, let next):
            let total = drained + bytes.readableBytes
            guard total <= Self.drainedBytes else {
                state = .closed
                return .close
            }
            state = .draining(bytes: total, then: next)
            return .nothing
        case .idle, .storing, .serving, .upgraded, .closed:
            return .nothing
        }
    }

    /// The request is whole.
    package mutating func requestEnded(_ received: HTTPHeaders?) -> RelayAction {
        let trailers = requestTrailers(received)
        switch state {
        case .opening(var request, var kept):
            request.hasEnded = true
            kept.end = RequestEnd(trailers: trailers)
            return open(request, kept)
        case .asking(var request):
            request.hasEnded = true
            state = .asking(request)
            return .sendEnd(trailers)
        case .answering(var request, let answer):
            request.hasEnded = true
            state = .answering(request, answer)
            return .sendEnd(trailers)
        case .storing(var request, let ending):
            request.hasEnded = true
            state = .storing(request, ending)
            return .nothing
        case .collecting(var request, let body):
            request.hasEnded = true
            state = .serving(request)
            return .serve(request.head, path: request.target.path, body)
        case .draining(_, .keep):
            state = .idle
            return .nothing
        case .draining:
            state = .closed
            return .close
        case .idle, .serving, .upgraded, .closed:
            return .nothing
        }
    }

    /// Nothing more of the request is there for now.
    package mutating func requestPaused() -> RelayAction {
        guard case .opening(let request, let kept) = state else { return .nothing }
        return open(request, kept)
    }

    /// Asks for a stream, once.
    private mutating func open(_ request: Request, _ kept: Kept) -> RelayAction {
        var kept = kept
        guard !kept.isLeased, let origin = request.origin else {
            state = .opening(request, kept)
            return .nothing
        }
        kept.isLeased = true
        state = .opening(request, kept)
        return .lease(origin, needsHTTP1: request.upgrade != nil)
    }

    // MARK: The server.

    /// There is a stream to the server.
    package mutating func connected(isReused: Bool) -> RelayAction {
        guard case .opening(var request, let kept) = state else { return .nothing }
        request.isReused = isReused
        let head = ForwardedHeaders.request(
            request.head,
            to: request.target,
            framing: RequestFraming(request.head, hasEnded: request.hasEnded && !request.hasBody),
            upgrade: request.upgrade
        )
        state = .asking(request)
        return .send(head, kept.body, end: kept.end)
    }

    /// An answer before the answer has come: 100, 103.
    package mutating func informational(_ head: HTTPResponseHead) -> RelayAction {
        guard case .asking(var request) = state else { return .nothing }
        if head.status.code == 100 { request.waitsForContinue = false }
        // Whoever has begun to answer was not dead.
        request.isReused = false
        state = .asking(request)
        // RFC 9110 §15.2: HTTP/1.0 knows none.
        guard request.head.version.major >= 2 || request.head.version.minor >= 1 else { return .nothing }
        return .passHead(
            HTTPResponseHead(
                version: request.head.version,
                status: head.status,
                headers: HTTPHeaders(ForwardedHeaders.answer(head))
            )
        )
    }

    /// The head of the answer has come.
    package mutating func responseHead(_ head: HTTPResponseHead) -> RelayAction {
        guard case .asking(let request) = state else { return .nothing }
        // RFC 9110 §15: `020` is read as a number, and would be written as one of two digits.
        guard (100...999).contains(head.status.code) else {
            return failed(RelayFailure(reason: "the server's status \(head.status.code) is none of HTTP"))
        }
        if let coding = head.headers.first(name: "transfer-encoding").map({ Substring($0).trimmedSpaces }),
            !coding.isASCII(like: "chunked"), !coding.isASCII(like: "identity")
        {
            return failed(RelayFailure(reason: "the server's transfer coding \(coding.prefix(200)) is not known here"))
        }
        if head.status.code == 101 {
            guard let asked = request.upgrade else {
                return failed(RelayFailure(reason: "the server changed the protocol without being asked"))
            }
            let framing = AnswerFraming(head, to: request.head, mustClose: false)
            state = .storing(request, .upgrade(framing.head))
            return .recordUpgrade(to: head.headers.first(name: "upgrade") ?? asked)
        }
        let framing = AnswerFraming(head, to: request.head, mustClose: request.mustClose)
        let remaining: Int? = if case .exact(let bytes) = framing.length { bytes } else { nil }
        let answer = Answer(
            framing: framing,
            holdsHead: remaining == 0,
            remaining: remaining,
            keepsUpstream: head.version.major >= 2
                || head.isKeepAlive && !(head.version == .http1_0 && head.headers.contains(name: "transfer-encoding")),
            headers: head.headers
        )
        state = .answering(request, answer)
        return answer.holdsHead ? .nothing : .passHead(framing.head)
    }

    /// A piece of the answer's body has come.
    package mutating func responseBody(_ bytes: ByteBuffer) -> RelayAction {
        guard case .answering(let request, var answer) = state, bytes.readableBytes > 0 else { return .nothing }
        guard let remaining = answer.remaining else { return .passBody(bytes) }
        state = .closed
        guard bytes.readableBytes <= remaining else {
            // What is not part of the answer is not passed; NIO's decoders hand no such thing on.
            state = .answering(request, answer)
            return .nothing
        }
        answer.remaining = remaining - bytes.readableBytes
        if answer.remaining == 0 { answer.held = bytes }
        state = .answering(request, answer)
        return answer.remaining == 0 ? .nothing : .passBody(bytes)
    }

    /// The answer is whole.
    package mutating func responseEnded(_ received: HTTPHeaders?) -> RelayAction {
        guard case .answering(let request, let answer) = state else { return .nothing }
        if let remaining = answer.remaining, remaining > 0 { return failed(.serverClosed) }
        let held = HeldBack(
            head: answer.holdsHead ? answer.framing.head : nil,
            body: answer.held,
            trailers: responseTrailers(received)
        )
        state = .storing(request, .answer(held, closes: answer.framing.closes))
        return .record(reusesUpstream: answer.keepsUpstream && request.hasEnded)
    }

    /// The server cannot be reached, or has broken off, or is not waited for any longer.
    ///
    /// - Parameters:
    ///   - failure: what it is.
    ///   - answerIsUnsent: whether the client can still be answered in another way, since nothing has gone out to it of what
    ///     passed of the answer.
    /// - Returns: what is done about it.
    package mutating func failed(_ failure: RelayFailure, answerIsUnsent: Bool = false) -> RelayAction {
        switch state {
        case .opening(let request, _):
            state = .storing(request, .local(.failure(failure)))
            return .recordFailure(failure)
        case .asking(var request):
            if failure.kind == .brokenOff, request.canBeSentAgain, let origin = request.origin {
                request.isRetried = true
                state = .opening(request, Kept(end: RequestEnd(), isLeased: true))
                return .leaseAgain(origin, needsHTTP1: request.upgrade != nil)
            }
            state = .storing(request, Self.ending(of: request, failure) ?? .local(.failure(failure)))
            return .recordFailure(failure)
        case .answering(let request, let answer):
            let ending = answer.holdsHead || answerIsUnsent ? Ending.local(.failure(failure)) : .broken
            state = .storing(request, Self.ending(of: request, failure) ?? ending)
            return .recordFailure(failure)
        case .idle, .storing, .collecting, .serving, .draining, .upgraded, .closed:
            return .nothing
        }
    }

    /// A client of HTTP/2 sees a stream's reset as what it is; in HTTP/1.1 there is none.
    private static func ending(of request: Request, _ failure: RelayFailure) -> Ending? {
        guard case .reset(let code) = failure.kind, request.head.version.major >= 2 else { return nil }
        return .reset(code)
    }

    /// The stream leads back to this recorder.
    package mutating func looped(to origin: Origin) -> RelayAction {
        guard case .opening(let request, _) = state else { return .nothing }
        state = .storing(request, .local(.loop(origin)))
        return .recordFailure(.loop)
    }

    // MARK: The end.

    /// The exchange is stored.
    package mutating func stored() -> RelayAction {
        guard case .storing(let request, let ending) = state else { return .nothing }
        switch ending {
        case .answer(let held, let closes):
            let next = finish(request, closes: closes)
            return .end(held, then: next)
        case .local(let answer):
            return self.answer(request, answer)
        case .broken:
            state = .closed
            return .close
        case .reset(let code):
            state = .closed
            return .reset(code)
        case .upgrade(let head):
            state = .upgraded
            return .upgrade(head)
        }
    }

    /// The magic host has its answer, and what it is to record is stored.
    package mutating func served(_ answer: LocalAnswer) -> RelayAction {
        guard case .serving(let request) = state else { return .nothing }
        return self.answer(request, answer)
    }

    /// The client has gone, or is not waited for any longer.
    package mutating func clientLeft(_ failure: RelayFailure) -> RelayAction {
        switch state {
        case .opening, .asking, .answering:
            state = .closed
            return .abandon(failure)
        case .idle, .storing, .collecting, .serving, .draining, .closed:
            state = .closed
            return .close
        case .upgraded:
            return .nothing
        }
    }

    /// The client sends no more: if its request is whole it may still want the answer, and otherwise it has left.
    ///
    /// One that has left with its request whole is noticed when it is written to.
    package mutating func clientFinished() -> RelayAction {
        switch state {
        case .opening(let request, _), .asking(let request), .answering(let request, _), .storing(let request, _):
            // Nobody says in another protocol that there is nothing more to say.
            request.hasEnded && request.upgrade == nil ? .nothing : clientLeft(.clientClosed)
        case .collecting, .draining:
            clientLeft(.clientClosed)
        case .idle, .serving, .upgraded, .closed:
            .nothing
        }
    }

    /// Answers from here; what is refused ends the connection, so that nobody can ask for a thousand refusals at once.
    private mutating func answer(_ request: Request, _ local: LocalAnswer, closes: Bool = false) -> RelayAction {
        var answer = HTTPResponseHead(version: request.head.version, status: local.status, headers: local.headers)
        answer.headers.replaceOrAdd(name: "Content-Length", value: String(local.body.readableBytes))
        let framing = AnswerFraming(answer, to: request.head, mustClose: closes || request.mustClose)
        var local = local
        if request.head.method == .HEAD { local.body.clear() }
        return .answer(local, head: framing.head, then: finish(request, closes: framing.closes))
    }

    /// The answer is given.
    private mutating func finish(_ request: Request, closes: Bool) -> Afterwards {
        if request.hasEnded {
            state = closes ? .closed : .idle
            return closes ? .close : .keep
        }
        let next = closes ? Afterwards.linger : .keep
        state = .draining(bytes: 0, then: next)
        return next
    }

    // MARK: Asked by the relay.

    /// Of the trailers that have come of the request, those that go on, and are recorded.
    package func requestTrailers(_ received: HTTPHeaders?) -> HTTPHeaders? {
        switch state {
        case .opening(let request, _), .asking(let request), .answering(let request, _), .storing(let request, _):
            ForwardedHeaders.trailers(received, of: request.head.headers)
        case .idle, .collecting, .serving, .draining, .upgraded, .closed: nil
        }
    }

    /// Of the trailers that have come of the answer, those that go on, and are recorded.
    package func responseTrailers(_ received: HTTPHeaders?) -> HTTPHeaders? {
        guard case .answering(_, let answer) = state else { return nil }
        return ForwardedHeaders.trailers(received, of: answer.headers)
    }

    /// Whether more of the client is to be read.
    package var wantsRequest: Bool {
        switch state {
        case .idle, .collecting, .draining: true
        case .opening(let request, let kept): !request.hasEnded && !kept.isLeased
        case .asking(let request), .answering(let request, _), .storing(let request, _): !request.hasEnded
        case .serving, .upgraded, .closed: false
        }
    }

    /// Whether an exchange with a server is in flight.
    package var isInFlight: Bool {
        switch state {
        case .opening, .asking, .answering: true
        case .idle, .storing, .collecting, .serving, .draining, .upgraded, .closed: false
        }
    }

    /// Whether the exchange has come to its end and is being stored.
    package var isStoring: Bool { if case .storing = state { true } else { false } }

    /// Whether the client is answered from here, and sees nothing of what may have come from the server.
    package var answersItself: Bool { if case .storing(_, .local) = state { true } else { false } }

    /// Whose turn it is, if nothing moves: the server's if the request is whole and the client takes what comes.
    package func idleFailure(clientTakes: Bool) -> RelayFailure? {
        switch state {
        case .opening: .serverIdle
        case .asking(let request): request.hasEnded ? .serverIdle : .clientIdle
        case .answering: clientTakes ? .serverIdle : .clientIdle
        case .collecting, .draining: .clientIdle
        case .idle, .storing, .serving, .upgraded, .closed: nil
        }
    }

    /// The protocols that a request asks for; none if one is HTTP/2, which is spoken after TLS only.
    private static func upgrade(_ headers: HTTPHeaders) -> String? {
        guard headers.contains(name: "upgrade"),
            headers.listed("connection").contains(where: { $0.isASCII(like: "upgrade") })
        else { return nil }
        // A server takes headers of one name for one list (RFC 9110 §5.3).
        let protocols = headers.listed("upgrade").filter { !$0.isEmpty }
        guard !protocols.isEmpty, !protocols.contains(where: { $0.isASCII(like: "h2c") }) else { return nil }
        return protocols.joined(separator: ", ")
    }
}
