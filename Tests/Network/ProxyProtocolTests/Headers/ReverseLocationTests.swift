@testable import ProxyProtocol
import Testing

@Suite struct ReverseLocationTests {
    private static let upstream = Origin(isSecure: true, host: "api.example.com")

    private func rewritten(_ location: String, isSecure: Bool = false) -> String? {
        ReverseLocation.rewritten(location, upstream: Self.upstream, host: "127.0.0.1:9000", isSecure: isSecure)
    }

    @Test(
        "A location at the server is one at the proxy",
        arguments: [
            ("https://api.example.com/a?b#c", "/a?b#c"), ("https://API.example.com:443", "/"),
            ("HTTPS://api.example.com?q", "/?q"),
        ]
    )
    func same(location: String, path: String) {
        #expect(rewritten(location) == "http://127.0.0.1:9000" + path)
        #expect(rewritten(location, isSecure: true) == "https://127.0.0.1:9000" + path)
    }

    @Test(
        "Any other stays as it is",
        arguments: [
            "/a", "a", "", "//api.example.com/a", "http://api.example.com/a", "https://api.example.com:8443/a",
            "https://login.example.net/", "kite://callback", "https://api.example.com.evil.example/",
        ]
    )
    func others(location: String) {
        #expect(rewritten(location) == nil)
    }
}
