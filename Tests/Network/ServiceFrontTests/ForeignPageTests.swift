import Exchanges
import NIOCore
import NIOHTTP1
import Proxy
import Simulation
import Testing

@testable import ServiceFront

/// Requests that a page of another site has its browser send without `Origin` (Fetch Metadata Request Headers §2).
@Suite struct ForeignPageTests {
    @Test(
        "What a page of another site has its browser load is refused and uses up nothing; who opens a page is let in",
        arguments: [
            (["Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image", "Referer": "https://evil.example/a"], true),
            (["Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"], true),
            (["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe", "Referer": "https://evil.example/"], true),
            ([:], true),
            (["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Referer": "https://evil.example/"], false),
            (["Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image", "Referer": "http://localhost:3000/a?b"], false),
            (
                ["Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script", "Referer": "https://login.kite.example/"],
                false
            ),
            (["Origin": "https://player.example", "Sec-Fetch-Mode": "cors"], false),
        ] as [(KeyValuePairs<String, String>, Bool)]
    )
    func crossSite(fields: KeyValuePairs<String, String>, isRefused: Bool) async throws {
        let exchange = Exchange(
            ordinal: 1,
            startedAt: TestFront.wall,
            durationMicroseconds: 1,
            request: HTTPRequest(method: "GET", url: "https://login.kite.example/"),
            outcome: .response(HTTPResponse(status: 200, headers: [], body: Array("page".utf8)))
        )
        let (front, state) = try TestFront.recorded([exchange])
        var headers: HTTPHeaders = ["Host": "127.0.0.1:8080", "Sec-Fetch-Site": "cross-site"]
        for (name, value) in fields { headers.add(name: name, value: value) }
        let reply = try await front.reply(.GET, "/login.kite.example/", headers: headers)
        #expect((reply.answer.status == .forbidden) == isRefused && (reply.exchange == nil) == isRefused)
        #expect(state.withBackend { $0.neverRequested } == (isRefused ? [1] : []))
        #expect(state.withBackend { $0.log.warnings.last.map(\.code) } == (isRefused ? [.foreignOrigin] : []))
        // The same from the site itself, or from no page.
        for site in ["same-origin", "same-site", "none"] {
            let (own, _) = try TestFront.recorded([exchange])
            headers.replaceOrAdd(name: "Sec-Fetch-Site", value: site)
            #expect(try await own.reply(.GET, "/login.kite.example/", headers: headers).answer.status == .ok)
        }
    }
}
