import NIOCore
import NIOHTTP1
@testable import ProxyProtocol
import Testing

/// Other protocols, and what is answered in this process.
extension RelayMachineTests {
    // MARK: Other protocols.

    @Test("A protocol that is changed to is recorded before the client hears of it")
    mutating func upgrade() {
        let head = request(headers: ["Host": "a.example", "Connection": "Upgrade", "Upgrade": "websocket"])
        _ = machine.requestHead(head, to: target(head))
        #expect(machine.requestEnded(nil) == .lease(origin, needsHTTP1: true))
        #expect(
            machine.connected(isReused: false)
                == .send(
                    request(headers: ["Host": "a.example", "Upgrade": "websocket", "Connection": "Upgrade"]),
                    [],
                    end: RequestEnd()
                )
        )
        let switching = answer(["Upgrade": "websocket", "Connection": "Upgrade"], .switchingProtocols)
        #expect(machine.responseHead(switching) == .recordUpgrade(to: "websocket"))
        #expect(machine.responseEnded(nil) == .nothing)
        #expect(machine.stored() == .upgrade(switching))
        #expect(machine.state == .upgraded)
    }

    @Test("Protocols that several headers ask for are asked for in one")
    mutating func listedUpgrades() {
        let head = request(headers: [
            "Host": "a.example", "Upgrade": "chat ,", "Connection": "upgrade", "Upgrade": "websocket",
        ])
        _ = machine.requestHead(head, to: target(head))
        #expect(machine.requestEnded(nil) == .lease(origin, needsHTTP1: true))
        let sent = request(headers: ["Host": "a.example", "Upgrade": "chat, websocket", "Connection": "Upgrade"])
        #expect(machine.connected(isReused: false) == .send(sent, [], end: RequestEnd()))
    }

    @Test("An upgrade that is not granted ends the connection: nothing is read behind such a request")
    mutating func refusedUpgrade() {
        let head = request(headers: ["Host": "a.example", "Connection": "Upgrade", "Upgrade": "websocket"])
        _ = machine.requestHead(head, to: target(head))
        _ = machine.requestEnded(nil)
        _ = machine.connected(isReused: false)
        _ = machine.responseHead(answer(["Content-Length": "0"], .forbidden))
        _ = machine.responseEnded(nil)
        #expect(
            machine.stored()
                == .end(
                    HeldBack(head: answer(["Content-Length": "0", "Connection": "close"], .forbidden)),
                    then: .close
                )
        )
    }

    @Test(
        "An upgrade to HTTP/2 is not asked for, and a change nobody asked for is refused",
        arguments: [["h2c"], ["websocket, H2C"], ["websocket", "h2c"], ["h2c", "websocket"], ["", ","]]
    )
    mutating func unwantedUpgrade(protocols: [String]) {
        var head = request(headers: [
            "Host": "a.example", "Connection": "Upgrade, HTTP2-Settings", "HTTP2-Settings": "AAMAAABk",
        ])
        for name in protocols { head.headers.add(name: "Upgrade", value: name) }
        _ = machine.requestHead(head, to: target(head))
        #expect(machine.requestEnded(nil) == .lease(origin, needsHTTP1: false))
        #expect(machine.connected(isReused: false) == .send(forwarded(), [], end: RequestEnd()))
        guard case .recordFailure = machine.responseHead(answer([:], .switchingProtocols)) else {
            Issue.record("it was passed on")
            return
        }
    }

    // MARK: Answers of the recorder's own.

    @Test("A request to an answerer is read to its end, and answered when what it reports is stored")
    mutating func answerer() {
        let head = request(.POST, headers: ["Host": OwnHost.name, "Content-Length": "2"])
        _ = machine.requestHead(head, to: target(head))
        #expect(machine.requestBody(ByteBuffer(string: "{}")) == .nothing)
        #expect(machine.requestEnded(nil) == .serve(head, path: "/path", ByteBuffer(string: "{}")))
        let reply = LocalAnswer(status: .noContent, headers: [:], body: ByteBuffer())
        guard machine.served(reply) == .nothing, case .answer(reply, _, .keep) = machine.stored() else {
            Issue.record("not answered")
            return
        }
        #expect(machine.state == .idle)
    }

    @Test("An answerer's client is told to send its body, or at once that it is too large")
    mutating func answererExpectation() {
        var head = request(
            .POST,
            headers: ["Host": OwnHost.name, "Content-Length": "\(OwnHost.bodyBytes)", "Expect": "100-continue"]
        )
        #expect(machine.requestHead(head, to: target(head)) == .passHead(answer([:], .continue)))
        #expect(machine.requestBody(ByteBuffer(string: "{}")) == .nothing)
        guard case .serve = machine.requestEnded(nil) else {
            Issue.record("not read")
            return
        }
        machine = RelayMachine()
        head.headers.replaceOrAdd(name: "Content-Length", value: "\(OwnHost.bodyBytes + 1)")
        guard case .answer(let local, _, .linger) = machine.requestHead(head, to: target(head)) else {
            Issue.record("not refused")
            return
        }
        #expect(local.status == .payloadTooLarge)
    }

    @Test("A body that is larger than what is read for an answerer is refused")
    mutating func tooLarge() {
        let head = request(.POST, headers: ["Host": OwnHost.name, "Transfer-Encoding": "chunked"])
        _ = machine.requestHead(head, to: target(head))
        let most = ByteBuffer(repeating: 0x20, count: OwnHost.bodyBytes)
        #expect(machine.requestBody(most) == .nothing)
        guard case .answer(let local, _, .linger) = machine.requestBody(ByteBuffer(string: " ")) else {
            Issue.record("not refused")
            return
        }
        #expect(local.status == .payloadTooLarge)
    }

    /// RFC 9112 §6.1.
    @Test("HTTP/1.0 with a transfer coding closes the connection, on both sides")
    mutating func oldCodings() {
        let headers: HTTPHeaders = [
            "Host": "a.example", "Connection": "keep-alive", "Transfer-Encoding": "chunked",
        ]
        let head = request(.POST, headers: headers, version: .http1_0)
        _ = machine.requestHead(head, to: target(head))
        _ = machine.requestEnded(nil)
        _ = machine.connected(isReused: false)
        _ = machine.responseHead(answer(["Content-Length": "0"]))
        _ = machine.responseEnded(nil)
        guard case .end(let held, .close) = machine.stored() else {
            Issue.record("not closed")
            return
        }
        #expect(held.head?.headers["connection"] == ["close"])

        machine = RelayMachine()
        ask()
        _ = machine.connected(isReused: false)
        _ = machine.responseHead(
            answer(["Connection": "keep-alive", "Transfer-Encoding": "chunked"], version: .http1_0)
        )
        #expect(machine.responseEnded(nil) == .record(reusesUpstream: false))
    }

    @Test("Spaces behind a coding are none of it")
    mutating func spacedCoding() {
        ask()
        _ = machine.connected(isReused: false)
        #expect(
            machine.responseHead(answer(["Transfer-Encoding": "chunked "]))
                == .passHead(answer(["Transfer-Encoding": "chunked"]))
        )
    }

    @Test("A length that is not a number is refused", arguments: ["", "+35", "35,35"])
    mutating func unusableLength(length: String) {
        let head = request(.POST, headers: ["Host": "a.example", "Content-Length": length], version: .http2)
        guard case .answer(let local, _, _) = machine.requestHead(head, to: target(head)) else {
            Issue.record("not refused")
            return
        }
        #expect(local == .unusableLength(length) && local.status == .badRequest)
    }

    @Test("A status that has not three digits is none, and answered for", arguments: [0, 20, 99, 1000])
    mutating func oddStatus(code: Int) {
        ask()
        _ = machine.connected(isReused: false)
        let failure = RelayFailure(reason: "the server's status \(code) is none of HTTP")
        #expect(machine.responseHead(answer([:], HTTPResponseStatus(statusCode: code))) == .recordFailure(failure))
        #expect(machine.answersItself)
    }

    @Test("A transfer coding that is not known is refused on both sides")
    mutating func unknownCodings() {
        let head = request(.POST, headers: ["Host": "a.example", "Transfer-Encoding": "gzip, chunked"])
        guard case .answer(let local, _, .linger) = machine.requestHead(head, to: target(head)) else {
            Issue.record("not refused")
            return
        }
        #expect(local.status == .notImplemented)

        machine = RelayMachine()
        ask()
        _ = machine.connected(isReused: false)
        guard case .recordFailure = machine.responseHead(answer(["Transfer-Encoding": "gzip, chunked"])) else {
            Issue.record("not refused")
            return
        }
    }

    @Test("A stream that leads back to the recorder is not used")
    mutating func loop() {
        ask()
        #expect(machine.looped(to: origin) == .recordFailure(.loop))
        guard case .answer(let local, _, .keep) = machine.stored() else {
            Issue.record("not answered")
            return
        }
        #expect(local.status == .loopDetected)
    }
}
