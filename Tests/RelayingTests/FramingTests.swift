import NIOHTTP1
@testable import Relaying
import Testing

@Suite struct FramingTests {
    private func request(_ version: HTTPVersion = .http1_1, _ method: HTTPMethod = .GET, _ headers: HTTPHeaders = [:])
        -> HTTPRequestHead
    {
        HTTPRequestHead(version: version, method: method, uri: "/", headers: headers)
    }

    @Test("A request has a body if it says so, or if it is HTTP/2 and has not ended with its head")
    func requests() {
        #expect(RequestFraming(request(), hasEnded: false) == .none)
        #expect(RequestFraming(request(.http1_1, .POST, ["Content-Length": "0"]), hasEnded: true) == .length)
        #expect(RequestFraming(request(.http1_1, .POST, ["Transfer-Encoding": "CHUNKED"]), hasEnded: false) == .chunked)
        #expect(RequestFraming(request(.http1_1, .POST, ["Transfer-Encoding": "x"]), hasEnded: false) == .unknown("x"))
        #expect(RequestFraming(request(.http2), hasEnded: true) == .none)
        #expect(RequestFraming(request(.http2), hasEnded: false) == .chunked)
    }

    @Test("HTTP/2 has no headers of connections")
    func answersToHTTP2() {
        let answer = HTTPResponseHead(
            version: .http1_1,
            status: .ok,
            headers: ["Transfer-Encoding": "chunked", "Connection": "close"]
        )
        let framing = AnswerFraming(answer, to: request(.http2), mustClose: false)
        #expect(framing.head.headers == [:])
        #expect(framing.length == .open)
        #expect(!framing.closes)
    }

    @Test("A length that says nothing is not passed on", arguments: ["x", "-1", "99999999999999999999"])
    func unusableLength(length: String) {
        let answer = HTTPResponseHead(version: .http2, status: .ok, headers: ["content-length": length])
        let framing = AnswerFraming(answer, to: request(), mustClose: false)
        #expect(framing.head.headers == ["Transfer-Encoding": "chunked"])
        #expect(framing.length == .open)
    }

    @Test("What must close says so", arguments: [HTTPResponseStatus.ok, .upgradeRequired])
    func closing(status: HTTPResponseStatus) {
        let answer = HTTPResponseHead(version: .http1_1, status: status, headers: ["Content-Length": "1"])
        let framing = AnswerFraming(answer, to: request(), mustClose: true)
        #expect(framing.closes)
        #expect(framing.head.headers[canonicalForm: "connection"].contains("close"))
        #expect(AnswerFraming(answer, to: request(.http1_1, .GET, ["Connection": "close"]), mustClose: false).closes)
    }
}
