import NIOCore
import NIOHTTP1
import Testing

@testable import ProxyProtocol

/// Bodies that an answerer makes while they are sent.
extension RelayMachineTests {
    /// A request to an answerer that has come whole, and been answered with a body that is streamed.
    private mutating func served(_ method: HTTPMethod = .GET, version: HTTPVersion = .http1_1) -> RelayAction {
        let head = request(method, headers: ["Host": OwnHost.name], version: version)
        _ = machine.requestHead(head, to: target(head))
        #expect(machine.requestEnded(nil) == .serve(head, path: "/path", ByteBuffer()))
        let reply = LocalAnswer(status: .ok, headers: ["Content-Type": "text/event-stream"], body: ByteBuffer())
        #expect(machine.served(reply, isStreamed: true) == .nothing)
        return machine.stored()
    }

    @Test("The head goes out once all is stored, then each piece as it is made, and the connection is kept")
    mutating func streamed() {
        #expect(
            served()
                == .stream(answer(["Content-Type": "text/event-stream", "Transfer-Encoding": "chunked"]))
        )
        #expect(machine.isStreaming && !machine.wantsRequest && !machine.isInFlight && !machine.isStoring)
        #expect(machine.servedBody(ByteBuffer(string: "a")) == .passBody(ByteBuffer(string: "a")))
        #expect(machine.servedBody(ByteBuffer()) == .nothing)
        #expect(machine.servedBody(ByteBuffer(string: "b")) == .passBody(ByteBuffer(string: "b")))
        #expect(machine.servedEnd() == .end(HeldBack(), then: .keep))
        #expect(machine.state == .idle && machine.servedEnd() == .nothing)
    }

    @Test("HTTP/1.0 has no chunks: its body ends with the connection; HTTP/2 has frames")
    mutating func streamedVersions() {
        let old = answer(["Content-Type": "text/event-stream", "Connection": "close"], version: .http1_0)
        #expect(served(version: .http1_0) == .stream(old))
        #expect(machine.servedEnd() == .end(HeldBack(), then: .close))
        machine = RelayMachine()
        #expect(
            served(version: .http2) == .stream(answer(["Content-Type": "text/event-stream"], version: .http2))
        )
        #expect(machine.servedEnd() == .end(HeldBack(), then: .keep))
    }

    @Test("HEAD has the head alone")
    mutating func streamedHead() {
        let head = answer(["Content-Type": "text/event-stream"])
        #expect(served(.HEAD) == .end(HeldBack(head: head), then: .keep))
        #expect(machine.state == .idle)
    }

    @Test("A client that leaves, sends no more or takes nothing ends it; silence of the answerer does not")
    mutating func streamLeft() {
        _ = served()
        #expect(machine.idleFailure(clientTakes: true) == nil)
        #expect(machine.idleFailure(clientTakes: false) == .clientIdle)
        #expect(machine.clientFinished() == .close)
        #expect(machine.servedBody(ByteBuffer(string: "a")) == .nothing && machine.servedEnd() == .nothing)
        machine = RelayMachine()
        _ = served()
        #expect(machine.clientLeft(.clientClosed) == .close)
        #expect(machine.servedBody(ByteBuffer(string: "a")) == .nothing && !machine.isStreaming)
    }
}
