import FuzzReadings
import Fuzzing
import NIOHTTP1
import Testing

@testable import ShellFuzzing

/// Lists of fields are taken for requests of HTTP/2, refused where RFC 9113 refuses them, and held against what is sent.
@Suite struct HTTP2RequestsTests {
    private static let head = ":method: POST\n:scheme: https\n:authority: kite.example\n:path: /a?b\n"

    private func text(_ text: String) throws -> HTTP2Text { try #require(HTTP2Text(Array(text.utf8))) }

    @Test("A text that begins with a colon is fields, a body and trailers")
    func parts() throws {
        let text = try text(Self.head + "a:  b: c \n\nhello\n\nt: 1")
        #expect(text.fields.map(\.name) == [":method", ":scheme", ":authority", ":path", "a"])
        #expect(text.fields.last?.value == " b: c ", "nothing is taken off a value")
        #expect(text.body == Array("hello".utf8))
        #expect(text.trailers.map(\.value) == ["1"])
        #expect(try self.text(Self.head).body == nil)
        #expect(HTTP2Text(Array("GET / HTTP/1.1\r\n\r\n".utf8)) == nil)
    }

    @Test("It becomes a request with the one host, and with chunks where its length is not told")
    func request() throws {
        let request = try #require(try text(Self.head + "cookie: a\nb: c\ncookie: d\n\nhello").request)
        #expect(request.head.version.major == 2)
        #expect(request.head.uri == "/a?b")
        #expect(request.head.headers["host"] == ["kite.example"])
        #expect(request.head.headers["transfer-encoding"] == ["chunked"])
        #expect(request.head.headers["cookie"] == ["a; d"])
        #expect(request.body == Array("hello".utf8))
    }

    @Test(
        "What RFC 9113 calls malformed comes to no recorder",
        arguments: [
            ":path: /b", ":status: 200", "connection: close", "transfer-encoding: chunked", "upgrade: h2c", "te: gzip",
            "A: b", "a b: c", "a: b\r", "a: \u{0}", ": b", "content-length: 4\n\nhello",
            "content-length: 5\ncontent-length: 6\n\nhello",
        ]
    )
    func malformed(_ line: String) throws {
        #expect(try !text(Self.head + line).isPassed)
    }

    @Test("A pseudo-header field is there once, before the others, and has no blank")
    func pseudo() throws {
        #expect(try text(Self.head).isPassed)
        #expect(try !text(":method: GET\n:scheme: https\n:authority: a").isPassed)
        #expect(try !text(":method: GET\n:scheme: https\n:path: /a b").isPassed)
        #expect(try !text(":method: GET\n:scheme: https\na: b\n:path: /").isPassed)
    }

    @Test("What is sent on must say what the list said")
    func sent() throws {
        let text = try text(Self.head + "cookie: a\nb: c\ncookie: d\ncontent-length: 5\n\nhello")
        let bytes = "POST /a?b HTTP/1.1\r\nHost: kite.example\r\nCookie: a; d\r\nB: c\r\nContent-Length: 5\r\n\r\nhello"
        func check(_ old: String, _ new: String) -> String? {
            do {
                try text.check(
                    try StrictRequest.read(Array(bytes.replacing(old, with: new).utf8)).request,
                    keepsHost: true
                )
                return nil
            } catch {
                return (error as? PropertyFailure)?.property ?? "\(error)"
            }
        }
        #expect(check("x", "x") == nil)
        #expect(check("POST", "PUT") == "http2-method")
        #expect(check("/a?b", "/a") == "http2-path")
        #expect(check("Host: kite", "Host: heron") == "http2-one-host")
        #expect(check("a; d", "a") == "http2-one-cookie")
        #expect(check("B: c", "B: d") == "http2-fields")
        #expect(check("B: c\r\n", "") == "http2-fields")
        #expect(check("hello", "hullo") == "http2-body")
    }
}
