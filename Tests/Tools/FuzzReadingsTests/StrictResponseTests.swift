import Testing

@testable import FuzzReadings

/// The reader that responses are compared with forgives nothing.
@Suite struct StrictResponseTests {
    private func read(_ text: String, isForHead: Bool = false) throws -> StrictResponse {
        try StrictResponse.read(Array(text.utf8), isForHead: isForHead).response
    }

    @Test("A response is its line, its fields and its body, and what follows is left")
    func whole() throws {
        let text = "HTTP/1.1 403 Not In Your Package\r\nContent-Length:\t2 \r\n\r\nxyHTTP"
        let (response, rest) = try StrictResponse.read(Array(text.utf8), isForHead: false)
        #expect(response.head.version == "HTTP/1.1")
        #expect(response.head.status == 403)
        #expect(response.head.reason == Array("Not In Your Package".utf8))
        #expect(response.head.values("content-length") == [Array("2".utf8)])
        #expect(response.body == Array("xy".utf8))
        #expect(rest.elementsEqual("HTTP".utf8))
        #expect(!response.endsWithConnection)
    }

    @Test("Heads before the response are told apart from it; 101 is none of them")
    func interim() throws {
        let response = try read(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 204 \r\n\r\n"
        )
        #expect(response.interim.map(\.status) == [100, 103])
        #expect(response.head.status == 204)
        let kept = try read("HTTP/1.1 103 Early Hints\r\nConnection: closed, x\r\n\r\nHTTP/1.1 204 \r\n\r\n")
        #expect(kept.head.status == 204)
        #expect(try read("HTTP/1.1 101 Switching Protocols\r\n\r\nx").interim.isEmpty)
    }

    @Test("To HEAD, and with 204 and 304, no body follows, whatever is said of its length")
    func withoutBody() throws {
        #expect(try read("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", isForHead: true).body.isEmpty)
        #expect(try read("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", isForHead: true).body.isEmpty)
        #expect(try read("HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n").body.isEmpty)
        #expect(try !read("HTTP/1.1 204 No Content\r\n\r\n").endsWithConnection)
    }

    @Test("Chunks become a body with trailers; without any length the connection's end is the body's")
    func ends() throws {
        let chunked = try read("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nT: 1\r\n\r\n")
        #expect(chunked.body == Array("abc".utf8))
        #expect(chunked.trailers.map(\.name) == ["t"])
        let extended = try read("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b;c\r\nabc\r\n0\r\n\r\n")
        #expect(extended.body == Array("abc".utf8))
        let open = try read("HTTP/1.0 200 OK\r\n\r\nabc")
        #expect(open.body == Array("abc".utf8))
        #expect(open.endsWithConnection)
    }

    @Test(
        "What a lenient reader would forgive is a fault",
        arguments: [
            "", "HTTP/1.1 200\r\n\r\n", "HTTP/1.1  200 OK\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n",
            "HTTP/1.1 2000 OK\r\n\r\n",
            "HTTP/1.1 099 OK\r\n\r\n", "HTTP/1.1 +20 OK\r\n\r\n", "http/1.1 200 OK\r\n\r\n", "HTTP/2.0 200 OK\r\n\r\n",
            "HTTP/1.1 200 O\u{0}\r\n\r\n", "HTTP/1.1 200 OK\n\n", "HTTP/1.1 100 Continue\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc", "HTTP/1.1 200 OK\r\nContent-Length: +3\r\n\r\nabc",
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
            "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "HTTP/1.0 103 Early Hints\r\n\r\nHTTP/1.1 204 \r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
            // RFC 9112 §7.1.1: an extension has a name, and behind "=" a value.
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0;\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0;a=\r\n\r\n",
            "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 103 Early Hints\r\nContent-Length: 0\r\n\r\nHTTP/1.1 204 \r\n\r\n",
            // RFC 9112 §9.6: behind it the connection is closed.
            "HTTP/1.1 103 Early Hints\r\nConnection: keep-alive, Close\r\n\r\nHTTP/1.1 204 \r\n\r\n",
            "HTTP/1.1 304 Not Modified\r\nContent-Length: five\r\n\r\n",
        ]
    )
    func faults(_ text: String) {
        #expect(throws: StrictReader.Fault.self) { try read(text) }
    }
}
