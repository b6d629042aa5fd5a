import NIOCore
import NIOHTTP1
import Simulation
import Testing

@testable import ProxyProtocol
@testable import ServiceFront

/// Apps that reach what is served with a base URL, at the machine's names and with what is often wrong in it.
@Suite struct BaseURLTests {
    @Test("A base URL that lacks the host is no page that is missing, but an unmatched request")
    func withoutHost() async throws {
        let front = try TestFront()
        // Twice: the second one is known.
        for _ in 0..<2 {
            let reply = try await front.reply(.GET, "/api/v1/config/KITETV?secret=1")
            #expect(reply.answer.status.code == 502)
            #expect(reply.answer.headers["X-Kinescope-Unmatched"] == ["foreignHost"])
            let text = String(buffer: reply.answer.body)
            #expect(text.contains("/api.auth.adobe.com/api/v1/config/KITETV\n") && !text.contains("--passthrough"))
        }
        #expect(front.backend.withBackend { $0.log.unmatchedCount } == 2)
    }

    @Test(
        "Below the base URL a machine may have any name that is no site's; what could be one is refused",
        arguments: [
            ("10.0.2.2:8080", true), ("host.docker.internal:8080", true), ("mymac.local:8080", true),
            ("devbox:8080", true), ("127.0.0.1", true), ("[fd00::1]:8080", true), ("tunnel.example.com:8080", false),
            ("10.0.2.2.evil.example", false),
        ]
    )
    func otherNames(host: String, isServed: Bool) async throws {
        let front = try TestFront()
        let path = "/api.auth.adobe.com/api/v1/config/KITETV"
        let reply = try await front.reply(.GET, path, at: "http://\(host)", headers: ["Host": host])
        #expect(reply.answer.status.code == (isServed ? 401 : 502))
        let url = front.served.withLockedValue { $0.first?.url }
        #expect(url == (isServed ? "https://api.auth.adobe.com/api/v1/config/KITETV" : "https://\(host)\(path)"))
        // A host that is not served stays one.
        let other = try await front.reply(.GET, "/evil.example/x", at: "http://\(host)", headers: ["Host": host])
        #expect(other.answer.status.code == 502)
    }

    @Test(
        "Names that no public site can have are local ones",
        arguments: [
            ("localhost", true), ("devbox", true), ("192.168.1.9", true), ("fd00::1", true), ("tv.home.arpa", true),
            ("a.b.test", true), ("local.example", false), ("1.2.3.4.example", false), ("notlocal", true),
            ("mylocal.example", false), ("xlocal.com", false),
        ]
    )
    func localNames(host: String, isOne: Bool) { #expect(LocalName.isOne(host) == isOne) }
}
