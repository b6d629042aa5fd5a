import NIOCore
import NIOHTTP1
import Proxy
import Simulation
import Testing

@testable import ServiceFront

/// Source: how-to/serve.md: the exit code is 1 if a request was unmatched.
@Suite struct NotSimulatedTests {
    @Test(
        "What the simulated service does not have is unmatched, with its 404; what a browser asks for by itself is not"
    )
    func notSimulated() async throws {
        let front = try TestFront()
        for (path, isUnmatched) in [
            ("/api.auth.adobe.com/api/v2/KITETV/nothing", true), ("/login.example/other/page", true),
            ("/api.auth.adobe.com/api/v1/nothing", true), ("/login.example/favicon.ico", false),
            ("/login.example/.well-known/appspecific/com.chrome.devtools.json", false),
        ] {
            let reply = try await front.reply(.GET, path)
            #expect(reply.answer.status == .notFound)
            #expect(reply.answer.headers["X-Kinescope-Unmatched"] == (isUnmatched ? ["notSimulated"] : []), "\(path)")
        }
        // Not there for the service, and it says so: that is a response.
        let unknown = try await front.reply(.GET, "/api.auth.adobe.com/api/v1/config/KITETV")
        #expect(unknown.answer.headers["X-Kinescope-Unmatched"].isEmpty)
        #expect(front.backend.withBackend { $0.log.unmatched.map(\.ordinal) } == [1, 2, 3])
    }
}
