import Testing

@testable import FuzzReadings

/// The reader that requests are compared with forgives nothing.
@Suite struct StrictRequestTests {
    private func read(_ text: String) throws -> StrictRequest { try StrictRequest.read(Array(text.utf8)).request }

    @Test("A request is its line, its fields and its body, and what follows is left")
    func whole() throws {
        let text = "POST /a?b HTTP/1.1\r\nHost: a\r\nContent-Length:\t2 \r\n\r\nxyGET"
        let (request, rest) = try StrictRequest.read(Array(text.utf8))
        #expect(request.method == "POST")
        #expect(request.target == "/a?b")
        #expect(request.fields.map(\.name) == ["host", "content-length"])
        #expect(request.values("content-length") == [Array("2".utf8)])
        #expect(request.body == Array("xy".utf8))
        #expect(rest.elementsEqual("GET".utf8))
    }

    @Test("Chunks become a body, with trailers behind them")
    func chunks() throws {
        let request = try read(
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;b=c\r\n0123456789\r\n0\r\nT: 1\r\n\r\n"
        )
        #expect(request.body == Array("abc0123456789".utf8))
        #expect(request.trailers.map(\.name) == ["t"])
        #expect(request == request)
    }

    @Test(
        "What a lenient reader would forgive is a fault",
        arguments: [
            "", "GET / HTTP/1.1", "GET / HTTP/1.1\n\n", "GET  / HTTP/1.1\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
            "G T / HTTP/1.1\r\n\r\n", "GET /\u{7F} HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nA : b\r\n\r\n",
            "GET / HTTP/1.1\r\n A: b\r\n\r\n", "GET / HTTP/1.1\r\nA\r\n\r\n", "GET / HTTP/1.1\r\nA: \u{0}\r\n\r\n",
            "GET / HTTP/1.1\r\nA: b\rc\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: +1\r\n\r\na",
            "GET / HTTP/1.1\r\nContent-Length: 2\r\n\r\na",
            "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na",
            "GET / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "GET / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
            "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nContent-Length: 1\r\n\r\n",
            "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
            "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n",
            "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n9\r\na\r\n0\r\n\r\n",
            "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\na\r\n0\r\n\r\n",
        ]
    )
    func faults(_ text: String) {
        #expect(throws: StrictRequest.Fault.self) { try read(text) }
    }
}
