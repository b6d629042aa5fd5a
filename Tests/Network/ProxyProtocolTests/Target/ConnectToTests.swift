import Testing

@testable import ProxyProtocol

@Suite struct ConnectToTests {
    @Test(
        "A rule sends a host and port elsewhere, and leaves others alone",
        arguments: [
            ("api.auth.adobe.com:443:127.0.0.1:8443", "127.0.0.1:8443"), ("::127.0.0.1:8443", "127.0.0.1:8443"),
            ("API.auth.adobe.com::stand-in.test:", "stand-in.test:443"), (":443::8443", "api.auth.adobe.com:8443"),
            ("sp.auth.adobe.com:443:127.0.0.1:8443", "api.auth.adobe.com:443"),
            (":80:127.0.0.1:8443", "api.auth.adobe.com:443"), (":::", "api.auth.adobe.com:443"),
            ("::[::1]:8443", "::1:8443"),
        ]
    )
    func target(text: String, expected: String) throws {
        let rule = try #require(ConnectTo(text))
        let target = ConnectTo.target(host: "api.auth.adobe.com", port: 443, [rule])
        #expect("\(target.host):\(target.port)" == expected)
        #expect(ConnectTo(rule.description) == rule)
    }

    @Test("The first rule that fits decides")
    func first() throws {
        let rules = try ["a.test:::1", "a.test:::2", ":::3"].map { try #require(ConnectTo($0)) }
        #expect(ConnectTo.target(host: "a.test", port: 443, rules).port == 1)
        #expect(ConnectTo.target(host: "b.test", port: 443, rules).port == 3)
    }

    @Test(
        "What is no rule is refused",
        arguments: [
            "", "a", "a:b", "a:1:b", "a:1:b:2:c", "a:x:b:1", "a:1:b:0", "a:1:b:65536", "[::1:1:b:2", "[::1]x:1:b:2",
            "a:+443:b:8443", "a:443:b:+8443", "a:-1:b:1", "a: 1:b:1", "a:1:b:١",
        ]
    )
    func refused(text: String) { #expect(ConnectTo(text) == nil) }
}
