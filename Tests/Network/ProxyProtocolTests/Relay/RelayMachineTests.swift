import NIOCore
import NIOHTTP1
@testable import ProxyProtocol
import Testing

/// Dialogues with the machine: what it is told, and what it answers.
@Suite struct RelayMachineTests {
    var machine = RelayMachine()

    // MARK: Requests without a body.

    @Test("The end of an answer with a length is its last piece, which is held back until the exchange is stored")
    mutating func lastPieceIsHeld() {
        ask()
        #expect(machine.connected(isReused: false) == .send(forwarded(), [], end: RequestEnd()))
        #expect(machine.responseHead(answer(["Content-Length": "6"])) == .passHead(answer(["Content-Length": "6"])))
        #expect(machine.responseBody(ByteBuffer(string: "abc")) == .passBody(ByteBuffer(string: "abc")))
        #expect(machine.responseBody(ByteBuffer(string: "def")) == .nothing)
        #expect(machine.responseEnded(nil) == .record(reusesUpstream: true))
        #expect(machine.isStoring)
        #expect(machine.stored() == .end(HeldBack(body: ByteBuffer(string: "def")), then: .keep))
        #expect(machine.state == .idle)
    }

    @Test(
        "The head of an answer without a body is its end",
        arguments: [
            (HTTPMethod.GET, HTTPResponseStatus.noContent, "5"), (.GET, .notModified, "5"), (.HEAD, .ok, "5"),
            (.GET, .ok, "0"),
        ]
    )
    mutating func headIsHeld(method: HTTPMethod, status: HTTPResponseStatus, length: String) {
        ask(method)
        _ = machine.connected(isReused: false)
        let head = answer(["Content-Length": length], status)
        #expect(machine.responseHead(head) == .nothing)
        #expect(machine.responseEnded(nil) == .record(reusesUpstream: true))
        // With 204 there is no length to tell (RFC 9110 §8.6).
        let passed = status == .noContent ? answer([:], status) : head
        #expect(machine.stored() == .end(HeldBack(head: passed), then: .keep))
    }

    @Test("An answer without a length passes in chunks, and its end with the trailers is held back")
    mutating func openAnswers() {
        ask()
        _ = machine.connected(isReused: false)
        #expect(machine.responseHead(answer([:])) == .passHead(answer(["Transfer-Encoding": "chunked"])))
        #expect(machine.responseBody(ByteBuffer(string: "abc")) == .passBody(ByteBuffer(string: "abc")))
        #expect(machine.responseEnded(["Checksum": "1"]) == .record(reusesUpstream: true))
        #expect(machine.stored() == .end(HeldBack(trailers: ["Checksum": "1"]), then: .keep))
    }

    @Test("Trailers that belong to a connection end there, on either side", arguments: [true, false])
    mutating func trailersOfTheConnection(isEarly: Bool) {
        let trailers: HTTPHeaders = ["X-Hop": "1", "Sum": "2", "Host": "b.example"]
        let headers: HTTPHeaders = [
            "Host": "a.example", "Connection": "x-hop", "Transfer-Encoding": "chunked",
        ]
        let head = request(.POST, headers: headers)
        _ = machine.requestHead(head, to: target(head))
        _ = machine.requestPaused()
        let end = RequestEnd(trailers: ["Sum": "2"])
        #expect(machine.requestTrailers(trailers) == end.trailers)
        if isEarly { #expect(machine.requestEnded(trailers) == .nothing) }
        guard case .send(_, [], let sent) = machine.connected(isReused: false) else {
            Issue.record("it is not sent")
            return
        }
        #expect(sent == (isEarly ? end : nil))
        if !isEarly { #expect(machine.requestEnded(trailers) == .sendEnd(end.trailers)) }
        _ = machine.responseHead(answer(["Connection": "sum", "Transfer-Encoding": "chunked"]))
        #expect(machine.responseTrailers(trailers) == ["X-Hop": "1"])
        #expect(machine.responseEnded(trailers) == .record(reusesUpstream: true))
        #expect(machine.stored() == .end(HeldBack(trailers: ["X-Hop": "1"]), then: .keep))
    }

    @Test("A client of HTTP/1.0 is answered until the connection ends, unless there is a length")
    mutating func oldClients() {
        ask(version: .http1_0, headers: ["Host": "a.example", "Connection": "keep-alive"])
        _ = machine.connected(isReused: false)
        #expect(
            machine.responseHead(answer(["Transfer-Encoding": "chunked"]))
                == .passHead(answer(["Connection": "close"], version: .http1_0))
        )
        _ = machine.responseEnded(nil)
        #expect(machine.stored() == .end(HeldBack(), then: .close))

        machine = RelayMachine()
        ask(version: .http1_0, headers: ["Host": "a.example", "Connection": "keep-alive"])
        _ = machine.connected(isReused: false)
        #expect(machine.informational(answer([:], .custom(code: 103, reasonPhrase: "Early Hints"))) == .nothing)
        #expect(machine.responseHead(answer(["Content-Length": "0"])) == .nothing)
        _ = machine.responseEnded(nil)
        let head = answer(["Content-Length": "0", "Connection": "keep-alive"], version: .http1_0)
        #expect(machine.stored() == .end(HeldBack(head: head), then: .keep))
    }

    // MARK: Bodies on the way to the server.

    @Test("What comes of a request before there is a stream is kept, and sent with its head")
    mutating func keepsWhatComesEarly() {
        let head = request(.POST, headers: ["Host": "a.example", "Content-Length": "4"])
        #expect(machine.requestHead(head, to: target(head)) == .nothing)
        #expect(machine.requestBody(ByteBuffer(string: "ab")) == .lease(origin, needsHTTP1: false))
        #expect(!machine.wantsRequest)
        #expect(machine.requestBody(ByteBuffer(string: "cd")) == .nothing)
        #expect(
            machine.connected(isReused: true)
                == .send(forwarded(head), [ByteBuffer(string: "ab"), ByteBuffer(string: "cd")], end: nil)
        )
        #expect(machine.wantsRequest)
        #expect(machine.requestEnded(["T": "1"]) == .sendEnd(["T": "1"]))
        #expect(!machine.wantsRequest)
    }

    @Test("A stream is asked for when nothing follows the head for now: the client waits to be told to go on")
    mutating func expectation() {
        let head = request(.POST, headers: ["Host": "a.example", "Content-Length": "4", "Expect": "100-continue"])
        _ = machine.requestHead(head, to: target(head))
        #expect(machine.requestPaused() == .lease(origin, needsHTTP1: false))
        #expect(machine.requestPaused() == .nothing)
        #expect(machine.connected(isReused: false) == .send(forwarded(head), [], end: nil))
        #expect(machine.informational(answer([:], .continue)) == .passHead(answer([:], .continue)))
        #expect(machine.requestBody(ByteBuffer(string: "abcd")) == .sendBody(ByteBuffer(string: "abcd")))
        #expect(machine.requestEnded(nil) == .sendEnd(nil))
    }

    /// RFC 9110 section 10.1.1: of the answers before the answer only 100 tells it to.
    @Test(
        "A client that is answered before it was told to send its body is let go, since its body may come or not",
        arguments: [
            ([], false), ([103], false), ([102], false), ([199], false), ([103, 102, 103], false), ([100], true),
            ([103, 100], true), ([100, 103], true),
        ] as [([Int], Bool)]
    )
    mutating func refusedExpectation(codes: [Int], isToldToSend: Bool) {
        let head = request(.POST, headers: ["Host": "a.example", "Content-Length": "5", "Expect": "100-continue"])
        _ = machine.requestHead(head, to: target(head))
        _ = machine.requestPaused()
        _ = machine.connected(isReused: false)
        for code in codes {
            let early = answer([:], HTTPResponseStatus(statusCode: code))
            #expect(machine.informational(early) == .passHead(early))
        }
        let refused = answer(["Content-Length": "0"], .unauthorized)
        #expect(machine.responseHead(refused) == .nothing)
        #expect(machine.responseEnded(nil) == .record(reusesUpstream: false))
        if isToldToSend {
            #expect(machine.stored() == .end(HeldBack(head: refused), then: .keep))
            #expect(machine.requestBody(ByteBuffer(string: "abcde")) == .nothing)
            #expect(machine.requestEnded(nil) == .nothing)
            #expect(machine.state == .idle)
        } else {
            var told = refused
            told.headers.add(name: "Connection", value: "close")
            #expect(machine.stored() == .end(HeldBack(head: told), then: .linger))
            #expect(machine.requestBody(ByteBuffer(string: "abcde")) == .nothing)
            #expect(machine.requestEnded(nil) == .close)
        }
    }

    @Test("An answer that comes before the request is whole passes, and the rest of the request is thrown away")
    mutating func earlyAnswer() {
        let head = request(.POST, headers: ["Host": "a.example", "Content-Length": "400"])
        _ = machine.requestHead(head, to: target(head))
        _ = machine.requestBody(ByteBuffer(string: "ab"))
        _ = machine.connected(isReused: false)
        _ = machine.responseHead(answer(["Content-Length": "0"], .unauthorized))
        #expect(machine.responseEnded(nil) == .record(reusesUpstream: false))
        #expect(machine.stored() == .end(HeldBack(head: answer(["Content-Length": "0"], .unauthorized)), then: .keep))
        #expect(machine.requestBody(ByteBuffer(string: "cd")) == .nothing)
        #expect(machine.requestEnded(nil) == .nothing)
        #expect(machine.state == .idle)
    }

    @Test("What is thrown away of a request has a limit")
    mutating func draining() {
        let head = request(.POST, headers: ["Host": "a.example", "Transfer-Encoding": "chunked"])
        _ = machine.requestHead(head, to: target(head))
        _ = machine.requestPaused()
        _ = machine.connected(isReused: false)
        _ = machine.responseHead(answer(["Content-Length": "0"]))
        _ = machine.responseEnded(nil)
        _ = machine.stored()
        let piece = ByteBuffer(repeating: 0, count: RelayMachine.drainedBytes / 2)
        #expect(machine.requestBody(piece) == .nothing)
        #expect(machine.requestBody(piece) == .nothing)
        #expect(machine.requestBody(ByteBuffer(string: "x")) == .close)
        #expect(machine.state == .closed)
    }

    // MARK: Failures.

    @Test("A server that cannot be reached is told of when the failure is stored")
    mutating func unreachable() {
        ask()
        let failure = RelayFailure(reason: "cannot connect to a.example:80: refused")
        #expect(machine.failed(failure) == .recordFailure(failure))
        #expect(machine.answersItself)
        guard case .answer(let local, let head, .keep) = machine.stored() else {
            Issue.record("no answer")
            return
        }
        #expect(local == .failure(failure))
        #expect(head.status == .badGateway)
        #expect(head.headers.first(name: "content-length") == "\(local.body.readableBytes)")
        #expect(head.headers.first(name: "x-kinescope-error")?.contains("refused") == true)
        #expect(machine.state == .idle)
    }

    @Test("A server that is not reached in time is a timeout of the gateway")
    mutating func timeout() {
        ask()
        _ = machine.failed(RelayFailure(reason: "a.example:80 did not answer", kind: .timeout))
        guard case .answer(_, let head, _) = machine.stored() else {
            Issue.record("no answer")
            return
        }
        #expect(head.status == .gatewayTimeout)
    }

    @Test("An answer that breaks off breaks the client's off, once that is stored")
    mutating func brokenAnswer() {
        ask()
        _ = machine.connected(isReused: true)
        _ = machine.responseHead(answer(["Content-Length": "6"]))
        _ = machine.responseBody(ByteBuffer(string: "abc"))
        #expect(machine.failed(.serverClosed) == .recordFailure(.serverClosed))
        #expect(!machine.answersItself)
        #expect(machine.stored() == .close)
        #expect(machine.state == .closed)
    }

    @Test("An answer that breaks off before anything of it went out is answered for", arguments: [true, false])
    mutating func brokenBeforeItWentOut(isUnsent: Bool) {
        ask()
        _ = machine.connected(isReused: false)
        _ = machine.responseHead(answer([:]))
        #expect(machine.failed(.serverClosed, answerIsUnsent: isUnsent) == .recordFailure(.serverClosed))
        #expect(machine.answersItself == isUnsent)
        guard case .answer(let local, _, .keep) = machine.stored() else {
            #expect(!isUnsent)
            return
        }
        #expect(isUnsent && local.status == .badGateway)
    }

    @Test("A stream's reset is one for a client of HTTP/2, and 502 for one of HTTP/1.1; it is not sent again")
    mutating func resets() {
        let reset = RelayFailure(reason: "reset", kind: .reset(8))
        for hasAnswer in [false, true] {
            machine = RelayMachine()
            ask(version: .http2)
            _ = machine.connected(isReused: true)
            if hasAnswer { _ = machine.responseHead(answer(["Content-Length": "2"])) }
            #expect(machine.failed(reset) == .recordFailure(reset))
            #expect(!machine.answersItself)
            #expect(machine.stored() == .reset(8))
            #expect(machine.state == .closed)
        }
        machine = RelayMachine()
        ask()
        _ = machine.connected(isReused: true)
        #expect(machine.failed(reset) == .recordFailure(reset))
        guard case .answer(let local, _, .keep) = machine.stored() else {
            Issue.record("not answered")
            return
        }
        #expect(local.status == .badGateway)
    }

    @Test("An answer that ends before its length is broken")
    mutating func shortAnswer() {
        ask()
        _ = machine.connected(isReused: false)
        _ = machine.responseHead(answer(["Content-Length": "6"]))
        #expect(machine.responseEnded(nil) == .recordFailure(.serverClosed))
    }

    @Test("A request is sent once more if the connection it was sent on had been used before and was dead")
    mutating func retry() {
        ask()
        _ = machine.connected(isReused: true)
        #expect(machine.failed(.serverClosed) == .leaseAgain(origin, needsHTTP1: false))
        #expect(machine.connected(isReused: true) == .send(forwarded(), [], end: RequestEnd()))
        #expect(machine.failed(.serverClosed) == .recordFailure(.serverClosed))
    }

    @Test(
        "A request is not sent again that may have been served, or was sent on a fresh connection",
        arguments: [
            (HTTPMethod.POST, true, false), (.PATCH, true, false), (.GET, false, false), (.GET, true, true),
        ]
    )
    mutating func noRetry(method: HTTPMethod, isReused: Bool, hasBegun: Bool) {
        ask(method)
        _ = machine.connected(isReused: isReused)
        if hasBegun { _ = machine.informational(answer([:], .processing)) }
        #expect(machine.failed(.serverClosed) == .recordFailure(.serverClosed))
    }

    @Test("A client that leaves takes its exchange with it")
    mutating func clientLeaves() {
        ask()
        #expect(machine.clientLeft(.clientClosed) == .abandon(.clientClosed))
        #expect(machine.connected(isReused: false) == .nothing)
        #expect(machine.stored() == .nothing)
    }

    @Test("A client that sends no more has left if its request is not whole, and may wait for its answer if it is")
    mutating func clientFinishes() {
        #expect(machine.clientFinished() == .nothing)
        ask()
        #expect(machine.clientFinished() == .nothing)
        _ = machine.connected(isReused: false)
        #expect(machine.clientFinished() == .nothing)
        _ = machine.responseHead(answer(["Content-Length": "2"]))
        #expect(machine.clientFinished() == .nothing)
        #expect(machine.isInFlight)

        machine = RelayMachine()
        let head = request(.POST, headers: ["Host": "a.example", "Content-Length": "4"])
        _ = machine.requestHead(head, to: target(head))
        _ = machine.requestPaused()
        #expect(machine.clientFinished() == .abandon(.clientClosed))

        machine = RelayMachine()
        let change = request(headers: ["Host": "a.example", "Connection": "Upgrade", "Upgrade": "websocket"])
        _ = machine.requestHead(change, to: target(change))
        _ = machine.requestEnded(nil)
        #expect(machine.clientFinished() == .abandon(.clientClosed))
    }

    @Test(
        "It is the server that is waited for once the request is whole, and the client before, or if it reads no more"
    )
    mutating func whoIsWaitedFor() {
        #expect(machine.idleFailure(clientTakes: true) == nil)
        let head = request(.POST, headers: ["Host": "a.example", "Content-Length": "4"])
        _ = machine.requestHead(head, to: target(head))
        _ = machine.requestPaused()
        #expect(machine.idleFailure(clientTakes: true) == .serverIdle)
        _ = machine.connected(isReused: false)
        #expect(machine.idleFailure(clientTakes: true) == .clientIdle)
        _ = machine.requestEnded(nil)
        #expect(machine.idleFailure(clientTakes: true) == .serverIdle)
        _ = machine.responseHead(answer([:]))
        #expect(machine.idleFailure(clientTakes: true) == .serverIdle)
        #expect(machine.idleFailure(clientTakes: false) == .clientIdle)
    }

    // MARK: Words.

    let origin = Origin(isSecure: false, host: "a.example")

    /// A whole request without a body, for which a stream is asked.
    mutating func ask(
        _ method: HTTPMethod = .GET,
        version: HTTPVersion = .http1_1,
        headers: HTTPHeaders = ["Host": "a.example"]
    ) {
        let head = request(method, headers: headers, version: version)
        #expect(machine.requestHead(head, to: target(head)) == .nothing)
        #expect(machine.requestEnded(nil) == .lease(origin, needsHTTP1: false))
    }

    func request(
        _ method: HTTPMethod = .GET,
        headers: HTTPHeaders,
        version: HTTPVersion = .http1_1
    ) -> HTTPRequestHead {
        HTTPRequestHead(version: version, method: method, uri: "/path", headers: headers)
    }

    func target(_ head: HTTPRequestHead) -> RequestTarget {
        let isAnswered = head.headers.first(name: "host") == OwnHost.name
        return RequestTarget(
            head,
            origin: isAnswered ? nil : origin,
            isReverse: false,
            own: OwnAddresses(host: "127.0.0.1", interfaces: [])
        )
    }

    func forwarded(_ head: HTTPRequestHead? = nil) -> HTTPRequestHead {
        head ?? request(headers: ["Host": "a.example"])
    }

    func answer(
        _ headers: HTTPHeaders,
        _ status: HTTPResponseStatus = .ok,
        version: HTTPVersion = .http1_1
    ) -> HTTPResponseHead {
        HTTPResponseHead(version: version, status: status, headers: headers)
    }
}
