import Testing

@testable import ProxyProtocol

@Suite struct ConnectAuthorityTests {
    @Test(
        "CONNECT names a host and a port",
        arguments: [
            ("api.auth.adobe.com:443", "api.auth.adobe.com", 443, false),
            ("API.Example:8443", "api.example", 8443, false),
            ("127.0.0.1:1", "127.0.0.1", 1, true), ("[::1]:65535", "::1", 65_535, true),
            ("under_score.example:80", "under_score.example", 80, false),
        ]
    )
    func reads(text: String, host: String, port: Int, isAddress: Bool) throws {
        let authority = try #require(ConnectAuthority(text))
        #expect(authority.host == host)
        #expect(authority.port == port)
        #expect(authority.isAddress == isAddress)
        #expect(ConnectAuthority(authority.description) == authority)
    }

    @Test(
        "What is no host:port is refused",
        arguments: [
            "", ":", ":443", "host", "host:", "host:0", "host:65536", "host:443x", "host:+443", "host:443/", "a b:443",
            "::1:443", "[::1:443", "[]:443", "[host]:443", "user@host:443", "http://host:443", "hôte:443",
            String(repeating: "a", count: 300) + ":443",
        ]
    )
    func refuses(text: String) { #expect(ConnectAuthority(text) == nil) }
}
