import Documents
import NIOHTTP1
@testable import ProxyProtocol
import Testing

@Suite struct ForwardedHeadersTests {
    private func forwarded(_ headers: HTTPHeaders, framing: RequestFraming = .none, upgrade: String? = nil)
        -> HTTPHeaders
    {
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "http://a.example/", headers: headers)
        let target = RequestTarget(head, origin: nil, isReverse: false, own: OwnAddresses(host: "", interfaces: []))
        return ForwardedHeaders.request(head, to: target, framing: framing, upgrade: upgrade).headers
    }

    @Test("Headers pass in their order and spelling, but for those of the connection and what it names")
    func hopByHop() {
        let headers = forwarded([
            "hOST": "b.example", "X-One": "1", "Connection": "keep-alive, X-Two", "x-two": "2", "Keep-Alive": "5",
            "Proxy-Connection": "close", "TE": "gzip", "Upgrade": "h2c",
            "X-One": "3", "Via": "1.1 x",
        ])
        #expect(headers == ["hOST": "a.example", "X-One": "1", "X-One": "3", "Via": "1.1 x"])
    }

    @Test("What Connection names goes, however much it names; what is no header's name names nothing")
    func manyOptions() {
        let marks = String(repeating: "\u{301}\u{316}", count: 4_000)
        let names = (0..<10_000).map { "n\($0)" }.joined(separator: ",")
        var headers: HTTPHeaders = ["Host": "a.example", "Connection": "\(marks),\(names),x-gone", "X-Gone": "1"]
        for number in 0..<500 { headers.add(name: "X-\(number)", value: "1") }
        headers.add(name: "N9999", value: "1")
        #expect(forwarded(headers).count == 501)
        #expect(forwarded(["Host": "a", "TE": marks]) == ["Host": "a.example"])
        #expect(forwarded(["Host": "a", "TE": " \u{301}, \ttrailers "])["te"] == ["trailers"])
    }

    @Test("What Connection names goes, even if it is called Close, and the Kelvin sign names no K")
    func closeField() {
        let headers: HTTPHeaders = ["Host": "a", "Connection": "close", "Close": "1", "k": "1"]
        #expect(forwarded(headers) == ["Host": "a.example", "k": "1"])
        #expect(forwarded(["Host": "a", "Connection": "\u{212A}", "k": "1"]) == ["Host": "a.example", "k": "1"])
    }

    @Test("Blanks around a value go, also those that a combining mark follows")
    func trimmed() {
        #expect(Array(Substring(" \t a b \t").trimmedSpaces.utf8) == Array("a b".utf8))
        #expect(Array(Substring(" \u{301}a ").trimmedSpaces.utf8) == Array("\u{301}a".utf8))
        #expect(Substring(" \t ").trimmedSpaces.isEmpty && Substring("").trimmedSpaces.isEmpty)
    }

    @Test("What the server is sent otherwise is told, but for what is the connection's own")
    func changed() {
        let head: HTTPHeaders = [
            "host": "b.example", "Accept-Encoding": "gzip, br", "X": "1", "Connection": "close", "TE": "gzip",
        ]
        let changed = ForwardedHeaders.changed(from: head, to: forwarded(head))
        #expect(changed.map(\.0) == ["host", "Accept-Encoding"])
        #expect(changed.map(\.1) == ["a.example", "gzip"])
        let same: HTTPHeaders = ["Host": "a.example", "Accept-Encoding": "gzip"]
        #expect(ForwardedHeaders.changed(from: same, to: forwarded(same)).isEmpty)
    }

    @Test("Fields of one name are compared with each other, in their order")
    func changedOfOneName() {
        func changed(_ came: HTTPHeaders, _ went: HTTPHeaders) -> [String] {
            ForwardedHeaders.changed(from: came, to: went).map { $0.0 + "=" + $0.1 }
        }
        #expect(changed(["Host": "a", "Content-Length": "5"], ["Content-Length": "5", "host": "a"]) == [])
        #expect(changed(["Host": "a", "Host": "b", "X": "1"], ["Host": "a"]) == ["Host=a"])
        #expect(changed([:], ["X": "1", "Host": "a"]) == ["Host=a"])
        let (came, went): (HTTPHeaders, HTTPHeaders) = (
            ["Accept-Encoding": "gzip", "Accept-Encoding": "br"], ["Accept-Encoding": "br", "Accept-Encoding": "gzip"]
        )
        #expect(changed(came, went) == ["Accept-Encoding=br", "Accept-Encoding=gzip"])
    }

    @Test("A length goes on once, as the number that it is", arguments: ["010", " 10", "10"])
    func length(value: String) {
        #expect(
            forwarded(["Host": "a", "content-length": value, "X": "1"], framing: .length)
                == ["Host": "a.example", "content-length": "10", "X": "1"]
        )
        #expect(forwarded(["Host": "a", "Content-Length": value], framing: .chunked)["content-length"] == [])
    }

    @Test("Who takes trailers says so on each connection")
    func trailers() {
        #expect(
            forwarded(["Host": "a.example", "TE": "gzip, Trailers", "Connection": "TE"])
                == ["Host": "a.example", "TE": "trailers", "Connection": "TE"]
        )
    }

    @Test("Trailers pass but for what belongs in no trailer, to the connection, or to the proxy")
    func endedWithTrailers() {
        let headers: HTTPHeaders = ["Connection": "x-hop, T2"]
        let trailers: HTTPHeaders = [
            "T1": "1", "X-Hop": "2", "t2": "3", "Proxy-Authorization": "Basic c2VjcmV0", "Host": "b.example",
            "Content-Length": "5", "Transfer-Encoding": "chunked", "Connection": "T1", "T1": "4",
        ]
        #expect(ForwardedHeaders.trailers(trailers, of: headers) == ["T1": "1", "T1": "4"])
        #expect(ForwardedHeaders.trailers(["X-Hop": "1"], of: headers) == nil)
        #expect(ForwardedHeaders.trailers(["X-Hop": "1"], of: [:]) == ["X-Hop": "1"])
        #expect(ForwardedHeaders.trailers(nil, of: headers) == nil)
    }

    @Test("What protocols are asked for is said once, and as it was decided")
    func upgrade() {
        let headers: HTTPHeaders = ["Host": "a", "upgrade": "a", "X": "1", "Upgrade": "b", "Connection": "upgrade"]
        #expect(
            forwarded(headers, upgrade: "a, b")
                == ["Host": "a.example", "upgrade": "a, b", "X": "1", "Connection": "Upgrade"]
        )
        #expect(forwarded(headers) == ["Host": "a.example", "X": "1"])
    }

    @Test("How a body ends is said once, and as it is sent")
    func framing() {
        let both: HTTPHeaders = ["Host": "a.example", "Transfer-Encoding": "Chunked", "Content-Length": "5"]
        #expect(forwarded(both, framing: .chunked) == ["Host": "a.example", "Transfer-Encoding": "chunked"])
        #expect(
            forwarded(["Host": "a.example"], framing: .chunked)
                == ["Host": "a.example", "Transfer-Encoding": "chunked"]
        )
        #expect(
            forwarded(["Host": "a.example", "Content-Length": "5"], framing: .length)
                == ["Host": "a.example", "Content-Length": "5"]
        )
    }

    @Test("A request without Host gets one, and of two one is left")
    func host() {
        #expect(forwarded(["X": "1"]) == ["Host": "a.example", "X": "1"])
        #expect(forwarded(["Host": "a.example", "Host": "c.example"]) == ["Host": "a.example"])
    }

    @Test("What is meant for the proxy alone is neither sent on nor recorded")
    func forServer() {
        let search = HTTPRequestHead(version: .http1_1, method: .MSEARCH, uri: "http://a.example/")
        #expect(ForwardedHeaders.forServer(search).method.rawValue == "M-SEARCH", "NIO leaves the hyphen out")
        let modern = HTTPRequestHead(version: .http2, method: .MSEARCH, uri: "/")
        #expect(
            ForwardedHeaders.forServer(modern).method.rawValue == "MSEARCH",
            "HTTP/2 has methods as they are written"
        )

        let head = HTTPRequestHead(
            version: .http1_1,
            method: .GET,
            uri: "/",
            headers: ["Proxy-Authorization": "Basic eDp5", "Proxy-Connection": "close", "Accept": "*/*"]
        )
        #expect(ForwardedHeaders.forServer(head).headers == ["Accept": "*/*"])
    }

    @Test("An answer loses the headers of the server's connection; Upgrade stays where it means something")
    func answers() {
        func passed(_ status: HTTPResponseStatus, _ headers: HTTPHeaders) -> HTTPHeaders {
            HTTPHeaders(
                ForwardedHeaders.answer(HTTPResponseHead(version: .http1_1, status: status, headers: headers))
            )
        }
        let headers: HTTPHeaders = [
            "Server": "x", "Connection": "close, Secret", "Secret": "1", "Keep-Alive": "timeout=5", "Upgrade": "h2",
            "Proxy-Authenticate": "Basic", "Transfer-Encoding": "chunked", "Trailer": "T", "Set-Cookie": "a=1",
            "Set-Cookie": "b=2",
        ]
        #expect(passed(.ok, headers) == ["Server": "x", "Trailer": "T", "Set-Cookie": "a=1", "Set-Cookie": "b=2"])
        #expect(passed(.upgradeRequired, ["Upgrade": "websocket"]) == ["Upgrade": "websocket"])
    }

    @Test("Connection cannot name away what HTTP itself needs")
    func protectedHeaders() {
        let headers = forwarded(
            ["Host": "a.example", "Content-Length": "5", "Connection": "Host, Content-Length"],
            framing: .length
        )
        #expect(headers == ["Host": "a.example", "Content-Length": "5"])
    }

    @Test("A header's role is known whatever its case")
    func roles() {
        #expect(HeaderRole("KEEP-alive") == .keepAlive)
        #expect(HeaderRole("Keep_Alive") == .plain)
        #expect("Host".isASCII(like: "host"))
        #expect(!"hosts".isASCII(like: "host"))
        #expect(!"h\u{F}st".isASCII(like: "host"))
    }

    @Test("A trailer that HTTP/1.1 cannot hold is left out: HTTP/2 lets control characters pass", arguments: 0..<0x80)
    func controlCharactersInTrailers(byte: Int) {
        let value = "a" + String(UnicodeScalar(UInt8(byte)))
        let passed = ForwardedHeaders.trailers(["x-kept": "b", "x-tried": value], of: [:])
        let isPlain = byte == 0x09 || (0x20..<0x7F).contains(byte)
        #expect(passed == (isPlain ? ["x-kept": "b", "x-tried": value] : ["x-kept": "b"]))
    }
}
