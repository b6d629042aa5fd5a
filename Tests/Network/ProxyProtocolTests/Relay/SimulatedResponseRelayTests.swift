import NIOCore
import NIOHTTP1
@testable import ProxyProtocol
import Testing

/// A server's response goes through it to the client, or ends where a real one would.
@Suite struct ResponseRehearsalTests {
    private func rehearsal(_ version: HTTPVersion = .http1_1, upgrade: Bool = false) -> SimulatedResponseRelay {
        var headers: HTTPHeaders = ["Host": "a.example"]
        if upgrade { headers.add(contentsOf: ["Connection": "Upgrade", "Upgrade": "websocket"]) }
        let request = HTTPRequestHead(version: version, method: .GET, uri: "/", headers: headers)
        let target = RequestTarget(
            request,
            origin: Origin(isSecure: true, host: "a.example"),
            isReverse: false,
            own: OwnAddresses(host: "127.0.0.1", interfaces: [])
        )
        return SimulatedResponseRelay(to: request, target: target)
    }

    private func head(_ status: HTTPResponseStatus, _ headers: HTTPHeaders = [:]) -> HTTPClientResponsePart {
        .head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))
    }

    @Test("A response passes, after those before it, and the client's connection may serve the next request")
    func passes() {
        var rehearsal = rehearsal()
        rehearsal.receive(head(.custom(code: 103, reasonPhrase: "Early Hints"), ["Link": "</a>"]))
        rehearsal.receive(head(.ok, ["Content-Length": "2"]))
        rehearsal.receive(.body(ByteBuffer(string: "ab")))
        #expect(rehearsal.ending == nil)
        rehearsal.receive(.end(nil))
        #expect(rehearsal.ending == .passed(.keep))
        #expect(rehearsal.paused().count == 4)
        #expect(rehearsal.paused().isEmpty, "what was sent is sent once")
    }

    @Test("A server that breaks off before anything went out is answered for, and after that ends the connection")
    func breaksOff() {
        var rehearsal = rehearsal()
        rehearsal.receive(head(.ok, ["Content-Length": "2"]))
        rehearsal.failed()
        #expect(rehearsal.ending == .answered(502, .keep))
        #expect(rehearsal.paused().count == 3)
        rehearsal = self.rehearsal()
        rehearsal.receive(head(.ok, ["Content-Length": "2"]))
        #expect(rehearsal.paused().count == 1)
        rehearsal.failed()
        #expect(rehearsal.ending == .broken)
        rehearsal.failed()
        #expect(rehearsal.paused().isEmpty, "nothing follows")
    }

    @Test("A client of HTTP/1.0 is told the end of a body of unknown length by the end of its connection")
    func oldClient() {
        var rehearsal = rehearsal(.http1_0)
        rehearsal.receive(head(.ok))
        rehearsal.receive(.end(nil))
        #expect(rehearsal.ending == .passed(.close))
    }

    @Test("A protocol changes only for a client that asked for it")
    func upgrades() {
        var rehearsal = rehearsal(upgrade: true)
        rehearsal.receive(head(.switchingProtocols, ["Upgrade": "websocket"]))
        #expect(rehearsal.ending == .upgraded)
        rehearsal = self.rehearsal()
        rehearsal.receive(head(.switchingProtocols, ["Upgrade": "websocket"]))
        #expect(rehearsal.ending == .answered(502, .keep))
    }

    @Test("A head from a server may have more fields than one from a client")
    func fields() {
        #expect(ResponseCoding.fields > RequestCoding.fields)
    }
}
