package import NIOCore
package import NIOHTTP1

/// The request of an exchange: what is known of it, and which way goes what still comes of it.
///
///     kept ── there is a stream to its server ──▶ sent
///     sent ── the connection was dead ──▶ kept        once, and if it may be sent again
///     collected                                       for an answerer, who is given all of it at once
///     kept, sent, collected ── the response is decided without it, or is whole ──▶ unwanted
package struct RelayedRequest: Equatable {
    /// As the client sent it.
    package var head: HTTPRequestHead
    package var target: RequestTarget
    /// The way it goes.
    package var way: Way
    /// The protocols it asks a server for in place of HTTP, as one header lists them.
    package var upgrade: String?
    /// True if all of it has come.
    package var hasEnded = false
    /// True if a part of its body has come.
    package var hasBody = false
    /// True if the client still waits to be told to send its body.
    var waitsForContinue: Bool
    /// True if it has been sent again on a fresh connection.
    var isRetried = false
    /// True if the server's connection had served another exchange before.
    package var isReused = false

    /// The ways there are.
    package enum Way: Equatable {
        /// It waits for a stream to its server: what has come of it, and whether a stream has been asked for.
        case kept([ByteBuffer], end: RequestEnd?, isLeased: Bool)
        /// It is sent to its server as it comes.
        case sent
        /// It is read for an answerer.
        case collected(ByteBuffer)
        /// It is thrown away: how many bytes since the answer was given.
        case unwanted(Int)
    }

    init(_ head: HTTPRequestHead, to target: RequestTarget) {
        self.head = head
        self.target = target
        let knowsMore = head.version.major >= 2 || head.version.minor >= 1
        waitsForContinue = knowsMore && head.headers.first(name: "expect")?.isASCII(like: "100-continue") ?? false
        switch target.destination {
        case .refusal: way = .unwanted(0)
        case .answerer: way = .collected(ByteBuffer())
        case .origin:
            way = .kept([], end: nil, isLeased: false)
            if head.version.major == 1, knowsMore { upgrade = Self.upgrade(head.headers) }
        }
    }

    /// True if it is a server that is to answer it, and has not done so.
    var isForServer: Bool {
        switch way {
        case .kept, .sent: true
        case .collected, .unwanted: false
        }
    }

    /// True if more of it is to be read.
    var wantsMore: Bool { if case .kept(_, _, true) = way { false } else { !hasEnded } }

    /// Of the trailers that have come of it, those that go on.
    func trailers(_ received: HTTPHeaders?) -> HTTPHeaders? {
        isForServer ? ForwardedHeaders.trailers(received, of: head.headers) : nil
    }

    var origin: Origin? { if case .origin(let origin) = target.destination { origin } else { nil } }

    /// True if the same request may be sent again, if the connection was dead when it was sent.
    var canBeSentAgain: Bool {
        guard isReused, !isRetried, hasEnded, !hasBody else { return false }
        switch head.method {
        case .GET, .HEAD, .OPTIONS, .TRACE, .PUT, .DELETE: return true
        default: return false
        }
    }

    /// True if the client's connection is of no use after the response.
    ///
    /// NIO's decoder reads no further after a request for an upgrade, granted or not; and a client that was not
    /// told to send its body may send it, or not.
    var mustClose: Bool {
        head.version.major == 1
            && (head.headers.contains(name: "upgrade") || waitsForContinue && !hasEnded || hasFaultyFraming)
    }

    /// True if it is of HTTP/1.0 and has `Transfer-Encoding`, which that version does not know: another may read its
    /// end elsewhere (RFC 9112 §6.1).
    private var hasFaultyFraming: Bool {
        head.version == .http1_0 && head.headers.contains(name: "transfer-encoding")
    }

    /// The refusal of a request that goes nowhere; nil if it goes somewhere.
    var refusal: LocalAnswer? {
        switch target.destination {
        case .refusal(let answer): return answer
        case .answerer:
            guard case .bytes(let length) = ContentLength(of: head.headers), length > OwnHost.bodyBytes else {
                return nil
            }
            return .tooLarge(OwnHost.bodyBytes)
        case .origin:
            switch RequestFraming(head, hasEnded: false) {
            case .unknown(let coding): return .unknownCoding(coding)
            case .unusableLength(let value): return .unusableLength(value)
            case .none, .length, .chunked: return nil
            }
        }
    }

    /// Asks for a stream, once.
    mutating func lease() -> RelayAction {
        guard case .kept(let body, let end, false) = way, let origin else { return .nothing }
        way = .kept(body, end: end, isLeased: true)
        return .lease(origin, needsHTTP1: upgrade != nil)
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

// MARK: What comes of it.

extension RelayedExchange {
    mutating func begin() -> RelayAction {
        if let refusal = request.refusal { return answer(refusal, closes: true) }
        guard case .collected = request.way, request.waitsForContinue else { return .nothing }
        request.waitsForContinue = false
        return .passHead(HTTPResponseHead(version: request.head.version, status: .continue))
    }

    mutating func requestBody(_ bytes: ByteBuffer) -> RelayAction {
        switch request.way {
        case .kept(var body, let end, let isLeased):
            request.way = .sent
            request.hasBody = true
            body.append(bytes)
            request.way = .kept(body, end: end, isLeased: isLeased)
            return request.lease()
        case .sent:
            request.hasBody = true
            if case .awaited = response { request.waitsForContinue = false }
            return .sendBody(bytes)
        case .collected(var body):
            request.way = .sent
            guard body.readableBytes + bytes.readableBytes <= OwnHost.bodyBytes else {
                return answer(.tooLarge(OwnHost.bodyBytes), closes: true)
            }
            body.writeImmutableBuffer(bytes)
            request.way = .collected(body)
            return .nothing
        case .unwanted(let drained):
            guard case .given = response else { return .nothing }
            let total = drained + bytes.readableBytes
            request.way = .unwanted(total)
            guard total > RelayMachine.drainedBytes else { return .nothing }
            response = .brokenOff
            return .close
        }
    }

    mutating func requestEnded(_ received: HTTPHeaders?) -> RelayAction {
        request.hasEnded = true
        switch request.way {
        case .kept(let body, _, let isLeased):
            request.way = .kept(body, end: RequestEnd(trailers: request.trailers(received)), isLeased: isLeased)
            return request.lease()
        case .sent: return .sendEnd(request.trailers(received))
        case .collected(let body): return .serve(request.head, path: request.target.path, body)
        case .unwanted:
            guard case .given(let next) = response, next != .keep else { return .nothing }
            return .close
        }
    }
}
