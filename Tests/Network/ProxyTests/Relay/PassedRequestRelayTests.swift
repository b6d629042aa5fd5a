import Exchanges
import NIOHTTP1
import Testing

@testable import Proxy
@testable import ProxyProtocol

/// Requests to the address of a proxy in front of what is served, for a host that is passed through.
@Suite struct PassedRequestRelayTests {
    private func run(_ body: (TestRecorder, TestOrigin, ServedStandIn) async throws -> Void) async throws {
        let origin = try await TestOrigin.secure(protocols: ["http/1.1"]) { .text("<\($0.uri)>") }
        let served = ServedStandIn()
        let recorder = try await TestRecorder.start(answerers: [try served.front(passthrough: ["localhost"])]) {
            $0.reachesOnlyNamedHosts = true
            $0.passthroughHosts = ["localhost"]
        }
        do {
            try await body(recorder, origin, served)
        } catch {
            await recorder.stop()
            await origin.stop()
            throw error
        }
        await recorder.stop()
        await origin.stop()
    }

    private func response(_ head: String, through recorder: TestRecorder) async throws -> String {
        let client = try await RawClient.connect(toPort: recorder.port)
        try await client.send(head + "\r\nConnection: close\r\n\r\n")
        return await client.readToEnd()
    }

    @Test("Below the base URL and by Host they get to the server, and are recorded with its URL")
    func entrances() async throws {
        try await run { recorder, origin, served in
            let own = "127.0.0.1:\(recorder.port)"
            let server = "localhost:\(origin.port)"
            let below = try await response("GET /\(server)/a?b HTTP/1.1\r\nHost: \(own)", through: recorder)
            #expect(below.hasPrefix("HTTP/1.1 200 OK\r\n") && below.hasSuffix("</a?b>"))
            let named = try await response("GET /c HTTP/1.1\r\nHost: \(server)", through: recorder)
            #expect(named.hasPrefix("HTTP/1.1 200 OK\r\n") && named.hasSuffix("</c>"))
            #expect(origin.requests.map(\.uri) == ["/a?b", "/c"])
            #expect(origin.requests.map { $0.headers["host"] } == [[server], [server]])
            let urls = await recorder.events.exchanges(2).map(\.request.url)
            #expect(urls == ["\(origin.url)/a?b", "\(origin.url)/c"])
            #expect(served.paths.isEmpty)
        }
    }

    @Test("Other hosts stay with what is served, and pages of other sites send nothing below the base URL")
    func others() async throws {
        try await run { recorder, origin, served in
            let own = "127.0.0.1:\(recorder.port)"
            let other = try await response("GET /other.example/a HTTP/1.1\r\nHost: \(own)", through: recorder)
            #expect(other.hasPrefix("HTTP/1.1 502 ") && served.paths == ["/a"])
            let post = "POST /localhost:\(origin.port)/a HTTP/1.1\r\nHost: \(own)\r\nContent-Length: 0"
            let foreign = try await response(post + "\r\nOrigin: https://evil.example", through: recorder)
            #expect(foreign.hasPrefix("HTTP/1.1 403 ") && origin.requests.isEmpty)
            let local = try await response(post + "\r\nOrigin: http://\(own)", through: recorder)
            #expect(local.hasPrefix("HTTP/1.1 200 ") && origin.requests.map(\.method) == ["POST"])
        }
    }
}
