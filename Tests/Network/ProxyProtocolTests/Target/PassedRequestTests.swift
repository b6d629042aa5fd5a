import NIOHTTP1
import Testing

@testable import ProxyProtocol

/// Source: how-to/serve.md, the entrances and `--passthrough`.
@Suite struct PassedRequestTests {
    private let own: OwnAddresses = {
        var own = OwnAddresses(host: "127.0.0.1", interfaces: ["192.0.2.1"])
        own.port = 8080
        return own
    }()

    private func passed(_ uri: String, host: String?) -> PassedRequest? {
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: uri)
        if let host { head.headers.add(name: "Host", value: host) }
        return PassedRequest(head, own: own) { ["foo.example", "desk", "localhost"].contains($0) }
    }

    @Test(
        "Below the base URL the first path segment is the server, with its port, over TLS",
        arguments: [
            ("/foo.example/x?y=1", "https://foo.example/x?y=1"), ("/FOO.example/x", "https://foo.example/x"),
            ("/foo.example", "https://foo.example/"), ("/foo.example?y", "https://foo.example/?y"),
            ("/desk/x/", "https://desk/x/"), ("/localhost:18290/x", "https://localhost:18290/x"),
            ("/foo.example:80/x", "https://foo.example/x"), ("/foo.example//x", "https://foo.example//x"),
        ]
    )
    func base(uri: String, url: String) {
        for host in ["127.0.0.1:8080", "192.0.2.1:8080", "localhost:8080", "kinescope.local"] {
            let passed = passed(uri, host: host)
            #expect(passed?.url == url && passed?.isBelowBase == true)
        }
        #expect(passed("http://kinescope.local" + uri, host: "x")?.url == url)
    }

    @Test(
        "By Host the server is that, over TLS",
        arguments: [
            ("foo.example", "https://foo.example/x?y"), ("Foo.example:80", "https://foo.example/x?y"),
            ("foo.example:8443", "https://foo.example:8443/x?y"), ("localhost:9000", "https://localhost:9000/x?y"),
        ]
    )
    func host(host: String, url: String) {
        let passed = passed("/x?y", host: host)
        #expect(passed?.url == url && passed?.isBelowBase == false)
    }

    @Test("What names no such host, or has the URL itself, is as it came")
    func none() {
        for uri in ["/other.example/x", "/x", "/", "*", "//foo.example/x", "/a@foo.example/x", "foo.example/x"] {
            #expect(passed(uri, host: "127.0.0.1:8080") == nil)
        }
        #expect(passed("/x", host: "other.example") == nil)
        #expect(passed("/foo.example/x", host: "other.example") == nil)
        #expect(passed("/foo.example/x", host: nil) == nil)
        #expect(passed("http://foo.example/x", host: "foo.example") == nil)
        #expect(passed("https://foo.example/x", host: "127.0.0.1:8080") == nil)
    }
}
