import NIOHTTP1
@testable import ProxyProtocol
import Testing

@Suite struct HTTP2RequestHeadTests {
    private typealias Field = HTTP2RequestHead.Field

    private static let pseudo = [
        Field(":method", "POST"), Field(":scheme", "https"), Field(":path", "/x"),
    ]

    private func head(_ fields: (String, String)...) throws(HTTP2RequestHead.Malformed) -> [Field] {
        try HTTP2RequestHead(Self.pseudo + fields.map { Field($0.0, $0.1) }).fields
    }

    @Test(
        "A length that two servers may read differently makes a request malformed",
        arguments: ["", "+35", "-0", "35,35", " 35", "35 ", "3 5", "0x23"]
    )
    func lengths(value: String) throws {
        #expect(throws: HTTP2RequestHead.Malformed.contentLength(value)) {
            _ = try head((":authority", "a"), ("content-length", value))
        }
        #expect(try head((":authority", "a"), ("content-length", "35")).last == Field("content-length", "35"))
    }

    @Test("Two lengths make a request malformed, even if they agree")
    func repeated() {
        #expect(throws: HTTP2RequestHead.Malformed.contentLength("35, 35")) {
            _ = try head((":authority", "a"), ("content-length", "35"), ("content-length", "35"))
        }
    }

    /// RFC 9113 §8.3.1; the values are compared as RFC 3986 §6.2.3 has it.
    @Test("Two hosts make a request malformed; one that is written in two ways does not, and goes on once")
    func hosts() throws {
        #expect(throws: HTTP2RequestHead.Malformed.twoHosts("a.example", "b.example")) {
            _ = try head((":authority", "a.example"), ("host", "b.example"))
        }
        #expect(throws: HTTP2RequestHead.Malformed.twoHosts("a.example", "a.example:444")) {
            _ = try head((":authority", "a.example"), ("host", "a.example:444"))
        }
        #expect(throws: HTTP2RequestHead.Malformed.twoHosts("a", "b")) { _ = try head(("host", "a"), ("host", "b")) }
        // It must not have user information for http and https.
        for field in [":authority", "host"] {
            #expect(throws: HTTP2RequestHead.Malformed.userInformation("a.example")) {
                _ = try head((field, "u:p@a.example"))
            }
        }
        let expected = Self.pseudo + [Field(":authority", "a.example")]
        #expect(try head((":authority", "a.example"), ("host", "A.example:443")) == expected)
        #expect(try head((":authority", "a.example"), ("host", "a.example")) == expected)
    }

    @Test("A path that is not ASCII, and a value with a control character, cannot be said in HTTP/1.1")
    func unsayable() throws {
        for path in ["/\u{E4}", "/a b"] {
            #expect(throws: HTTP2RequestHead.Malformed.path(path)) {
                let fields = [Field(":method", "GET"), Field(":scheme", "https"), Field(":authority", "a")]
                _ = try HTTP2RequestHead(fields + [Field(":path", path)])
            }
        }
        for value in ["\u{1}", "a\u{7F}", "a\u{B}b"] {
            #expect(throws: HTTP2RequestHead.Malformed.value("x")) { _ = try head((":authority", "a"), ("x", value)) }
        }
        #expect(try head((":authority", "a"), ("x", "\u{E4}\tb")).last == Field("x", "\u{E4}\tb"))
    }

    @Test(
        "A method is a token (RFC 9110 §9.1)",
        arguments: ["", "GE T", "GET/", "G\u{301}ET", "(GET)", "G@T", "GET[", "GET{", "\u{FF27}ET"]
    )
    func method(text: String) {
        let rest = Self.pseudo.dropFirst() + [Field(":authority", "a")]
        #expect(throws: HTTP2RequestHead.Malformed.method(text)) {
            _ = try HTTP2RequestHead([Field(":method", text)] + rest)
        }
        for known in ["M-SEARCH", "azAZ09", "!#$%&'*+-.^_`|~"] {
            #expect(throws: Never.self) { _ = try HTTP2RequestHead([Field(":method", known)] + rest) }
        }
    }

    @Test("A request names a host, and has a path; CONNECT has none")
    func missing() {
        #expect(throws: HTTP2RequestHead.Malformed.missing("host")) { _ = try head(("x", "1")) }
        #expect(throws: HTTP2RequestHead.Malformed.missing("host")) { _ = try head((":authority", "")) }
        #expect(throws: HTTP2RequestHead.Malformed.missing("host")) { _ = try head(("host", "")) }
        let connect = [Field(":method", "CONNECT"), Field(":authority", "a.example:443")]
        #expect(throws: HTTP2RequestHead.Malformed.missing(":path")) { _ = try HTTP2RequestHead(connect) }
    }

    @Test("A host alone is legal, and stands for the authority")
    func hostAlone() throws {
        let fields = try head(("x", "1"), ("host", "a.example"), ("y", "2"))
        #expect(fields == Self.pseudo + [Field(":authority", "a.example"), Field("x", "1"), Field("y", "2")])
    }

    @Test(
        "A path begins with a slash; a URL in its place would name another host",
        arguments: ["http://b/", "x", "*", "//"]
    )
    func paths(path: String) throws {
        let fields = [Field(":method", "GET"), Field(":path", path), Field(":authority", "a")]
        if path == "//" {
            #expect(try HTTP2RequestHead(fields).fields == fields)
        } else {
            #expect(throws: HTTP2RequestHead.Malformed.path(path)) { _ = try HTTP2RequestHead(fields) }
        }
        let options = [Field(":method", "OPTIONS"), Field(":path", "*"), Field(":authority", "a")]
        #expect(try HTTP2RequestHead(options).fields == options)
    }

    /// RFC 9113 §8.2.3.
    @Test("The crumbs of a cookie are put together with a semicolon and a space, where the first stood")
    func cookies() throws {
        let fields = try head((":authority", "a"), ("cookie", "a=b"), ("x", "1"), ("cookie", "c=d"), ("cookie", "e"))
        #expect(fields.suffix(2) == [Field("cookie", "a=b; c=d; e"), Field("x", "1")])
    }

    @Test("The size of a list counts 32 bytes for each field (RFC 9113 §6.5.2)")
    func size() throws {
        let fields = [Field(":path", "/"), Field("host", "a"), Field("cookie", "a"), Field("cookie", "b")]
        #expect(try HTTP2RequestHead(fields).listBytes == 38 + 37 + 39 + 39)
        #expect(HTTP2RequestHead.listBytes(["ab": "c", "d": ""]) == 35 + 33)
    }

    @Test("What is wrong is told with the value")
    func told() {
        #expect("\(HTTP2RequestHead.Malformed.contentLength("+35"))".contains("\"+35\""))
        #expect("\(HTTP2RequestHead.Malformed.twoHosts("a", "b"))".contains("\"a\" and \"b\""))
        #expect("\(HTTP2RequestHead.Malformed.userInformation("a"))".hasSuffix("a user's name before \"a\""))
        #expect("\(HTTP2RequestHead.Malformed.missing("host"))" == "it has no host")
        #expect("\(HTTP2RequestHead.Malformed.path("x"))".contains("\"x\""))
        let long = "\(HTTP2RequestHead.Malformed.method("G" + String(repeating: "\u{301}", count: 9_000)))"
        #expect(long.utf8.starts(with: "its method is \"G".utf8))
        #expect(long.utf8.count < 500)
    }
}
