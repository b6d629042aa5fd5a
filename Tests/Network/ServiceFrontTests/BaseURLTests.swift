import NIOCore
import NIOHTTP1
import Services
import Simulation
import Testing

@testable import ProxyProtocol
@testable import ServiceFront

/// Apps that reach what is served with a base URL, at the machine's names and with what is often wrong in it.
@Suite struct BaseURLTests {
    @Test("Below the base URL a login of the simulated service leads on; it is kept as its hosts would have sent it")
    func login() async throws {
        let opening = ServiceOpening()
        let front = try opening.front
        let reply = try await front.reply(.GET, "/sp.auth.adobe.com" + opening.path, headers: opening.headers)
        let answer = String(buffer: reply.answer.body)
        #expect(answer.contains(#"action="http://127.0.0.1:8080/login.example/meadowlark""#), "\(answer)")
        #expect(reply.answer.headers["Set-Cookie"].first?.hasSuffix("; Path=/sp.auth.adobe.com/; HttpOnly") == true)
        // Neither `self` nor `https:` is where the form leads.
        #expect(reply.answer.headers["Content-Security-Policy"].isEmpty)
        let kept = try #require(reply.exchange?.response)
        #expect(
            String(decoding: kept.body ?? [], as: UTF8.self).contains(#"action="https://login.example/meadowlark""#)
        )
        #expect(kept.headers[first: "Set-Cookie"]?.contains("; Path=/; Secure") == true)
        #expect(kept.headers[first: "Content-Security-Policy"] != nil)
        // At its own host it is as it is kept.
        let own = try await opening.front.reply(
            .GET,
            opening.path,
            at: "https://sp.auth.adobe.com",
            headers: opening.headers
        )
        #expect(own.exchange?.response == kept && Array(own.answer.body.readableBytesView) == kept.body)
    }

    /// A browser's way to a login page of the example service.
    private struct ServiceOpening {
        let path =
            "/adobe-services/1.0/authenticate/saml?domain_name=kite.example&noflash=true&mso_id=Meadowlark"
            + "&requestor_id=KITETV&no_iframe=true&redirect_url=https%3A%2F%2Fkite.example%2Fdone"
        let headers: HTTPHeaders = ["Host": "127.0.0.1:8080", "Accept": "text/html"]

        var front: TestFront {
            get throws {
                let hosts = SimulatedService(.example, seed: 1).hosts
                return try TestFront(opening: { ServedOpening(.init($0, hosts: hosts)) })
            }
        }
    }

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
