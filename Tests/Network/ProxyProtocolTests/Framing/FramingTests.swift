import NIOHTTP1
@testable import ProxyProtocol
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
        let spaced = request(.http1_1, .POST, ["Transfer-Encoding": "chunked "])
        #expect(RequestFraming(spaced, hasEnded: false) == .chunked)
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

    @Test("A request whose length is not a number is not passed on", arguments: ["", "+35", "35,35", "-0", "3 5"])
    func unusableRequestLength(length: String) {
        for version in [HTTPVersion.http1_1, .http2] {
            let head = request(version, .POST, ["Content-Length": length])
            #expect(RequestFraming(head, hasEnded: false) == .unusableLength(length))
        }
        let twice = request(.http2, .POST, ["content-length": "35", "Content-Length": "35"])
        #expect(RequestFraming(twice, hasEnded: false) == .unusableLength("35, 35"))
    }

    @Test("A length goes on as the number that it is, also where no body follows")
    func plainLength() {
        let answer = HTTPResponseHead(version: .http2, status: .ok, headers: ["content-length": "010", "x": "1"])
        let plain: HTTPHeaders = ["content-length": "10", "x": "1"]
        #expect(AnswerFraming(answer, to: request(), mustClose: false).head.headers == plain)
        let head = request(.http1_1, .HEAD)
        #expect(AnswerFraming(answer, to: head, mustClose: false).head.headers == plain)
        var wrong = answer
        wrong.headers = ["content-length": "+5"]
        #expect(AnswerFraming(wrong, to: head, mustClose: false).head.headers == [:])
    }

    @Test(
        "A length that says nothing is not passed on",
        arguments: ["", "x", "-1", "+5", "5,5", "99999999999999999999"]
    )
    func unusableLength(length: String) {
        let answer = HTTPResponseHead(version: .http2, status: .ok, headers: ["content-length": length])
        let framing = AnswerFraming(answer, to: request(), mustClose: false)
        #expect(framing.head.headers == ["Transfer-Encoding": "chunked"])
        #expect(framing.length == .open)
    }

    @Test("What has no body, whatever is said of it, tells no length", arguments: [101, 103, 204])
    func noLength(status: Int) {
        let answer = HTTPResponseHead(
            version: .http1_1,
            status: HTTPResponseStatus(statusCode: status),
            headers: ["Content-Length": "5", "X": "1"]
        )
        for version in [HTTPVersion.http1_1, .http2] {
            let framing = AnswerFraming(answer, to: request(version), mustClose: false)
            #expect(!framing.head.headers.contains(name: "content-length"))
            #expect(framing.head.headers.contains(name: "x"))
            #expect(framing.length == .exact(0))
        }
        var notModified = answer
        notModified.status = .notModified
        let framing = AnswerFraming(notModified, to: request(), mustClose: false)
        #expect(framing.head.headers["content-length"] == ["5"], "what GET would have had is told all the same")
    }

    @Test("A client of HTTP/2 is not told what to upgrade to, which its HTTP has no field for")
    func upgradeRequired() {
        let answer = HTTPResponseHead(
            version: .http1_1,
            status: .upgradeRequired,
            headers: ["Upgrade": "TLS/1.2", "Content-Length": "0"]
        )
        #expect(AnswerFraming(answer, to: request(.http2), mustClose: false).head.headers == ["Content-Length": "0"])
        #expect(AnswerFraming(answer, to: request(), mustClose: false).head.headers["upgrade"] == ["TLS/1.2"])
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
