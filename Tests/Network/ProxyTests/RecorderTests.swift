import Documents
import Exchanges
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import Testing

@testable import Proxy
@testable import ProxyProtocol

@Suite struct RecorderTests {
    @Test("A request through the recorder is answered by its server and handed on as an exchange")
    func plainProxy() async throws {
        let origin = try await TestOrigin.start { .text("you asked for \($0.uri)") }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send("GET \(origin.url)/path?query HTTP/1.1\r\nHost: localhost:\(origin.port)\r\n\r\n")
            let answer = await client.read(until: "you asked for /path?query")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            let exchanges = await recorder.events.exchanges(1)
            #expect(exchanges.map(\.request.url) == ["\(origin.url)/path?query"])
            #expect(origin.requests.map(\.uri) == ["/path?query"])
            await client.close()
        }
    }

    @Test("As a reverse proxy all requests go to one server")
    func reverseProxy() async throws {
        let origin = try await TestOrigin.secure { .text("you asked for \($0.uri)") }
        let upstream = Origin(isSecure: true, host: "localhost", port: origin.port)
        try await withRecorder({ $0.upstream = upstream }, origin: origin) { recorder, origin in
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send("GET /path HTTP/1.1\r\nHost: localhost:\(recorder.port)\r\n\r\n")
            let answer = await client.read(until: "you asked for /path")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(await recorder.events.exchanges(1).map(\.request.url) == ["\(origin.url)/path"])
            await client.close()
        }
    }

    /// A reverse proxy, and what it answers a request with these lines.
    private func reversed(
        _ lines: String,
        answer: TestOrigin.Answer = .text("ok"),
        _ change: @escaping (inout RecorderSettings) -> Void = { _ in },
        expects: (String, TestOrigin, TestRecorder) async throws -> Void
    ) async throws {
        let origin = try await TestOrigin.start { _ in answer }
        let upstream = Origin(isSecure: false, host: "localhost", port: origin.port)
        try await withRecorder(
            {
                $0.upstream = upstream
                change(&$0)
            },
            origin: origin
        ) { recorder, origin in
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send(lines.replacing("PORT", with: "\(recorder.port)") + "Connection: close\r\n\r\n")
            try await expects(await client.readToEnd(), origin, recorder)
        }
    }

    @Test(
        "A reverse proxy serves names that it was given, and no page of others that changes state",
        arguments: [
            ("GET / HTTP/1.1\r\nHost: localhost:PORT\r\n", "200"), ("GET / HTTP/1.1\r\nHost: evil.example\r\n", "421"),
            ("GET / HTTP/1.1\r\n", "400"), ("GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n", "400"),
            ("GET / HTTP/1.1\r\nHost: a b\r\n", "400"), ("GET / HTTP/1.0\r\n", "200"),
            ("POST / HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\n", "403"),
            ("POST / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:3000\r\n", "200"),
            ("POST / HTTP/1.1\r\nHost: localhost\r\nOrigin: https://app.example\r\n", "200"),
            ("POST /stimuli HTTP/1.1\r\nHost: kinescope.local\r\nOrigin: https://evil.example\r\n", "403"),
        ]
    )
    func reverseAccess(lines: String, status: String) async throws {
        try await reversed(lines + "Content-Length: 0\r\n") {
            $0.allowedOrigins = [.server(Origin(isSecure: true, host: "app.example"))]
        } expects: { got, origin, recorder in
            #expect(got.dropFirst(9).hasPrefix(status + " "), "\(got)")
            #expect(origin.requests.count == (status == "200" ? 1 : 0))
            #expect(recorder.events.exchanges.count == origin.requests.count)
        }
    }

    @Test("A location at the server leads through the reverse proxy, and the recording has both")
    func reverseLocation() async throws {
        let there = TestOrigin.Answer.text("", status: .found, headers: ["Location": "http://localhost:1/elsewhere"])
        try await reversed("GET / HTTP/1.1\r\nHost: localhost:PORT\r\n", answer: there) { got, _, recorder in
            #expect(got.contains("\r\nLocation: http://localhost:1/elsewhere\r\n"))
            #expect(await recorder.events.exchanges(1).first?.notes.forwardedResponse == [])
        }
        let origin = try await TestOrigin.start { request in
            let port = request.headers.first(name: "host") ?? ""
            return .text("", status: .found, headers: ["location": "http://\(port)/next?a=b"])
        }
        let upstream = Origin(isSecure: false, host: "localhost", port: origin.port)
        try await withRecorder({ $0.upstream = upstream }, origin: origin) { recorder, origin in
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(recorder.port)\r\n\r\n")
            let here = "http://127.0.0.1:\(recorder.port)/next?a=b"
            #expect(await client.read(until: "\r\n\r\n").contains("\r\nlocation: \(here)\r\n"))
            let exchange = try #require(await recorder.events.exchanges(1).first)
            #expect(exchange.response?.headers.first { $0.isNamed("location") }?.value == "\(origin.url)/next?a=b")
            #expect(exchange.notes.forwardedResponse.map(\.value) == [here])
            #expect(exchange.notes.forwardedRequest.map(\.value) == ["localhost:\(origin.port)"])
            await client.close()
        }
    }

    @Test("A body in an unknown coding is kept as it came if it may be", arguments: [false, true])
    func codedBody(isKept: Bool) async throws {
        let coded = TestOrigin.Answer.text("brotli", headers: ["Content-Encoding": "br"])
        let lines = "GET / HTTP/1.1\r\nHost: localhost:PORT\r\nAccept-Encoding: br, gzip\r\n"
        try await reversed(lines, answer: coded, { $0.keepsCodedBodies = isKept }) { got, origin, recorder in
            #expect(got.hasSuffix("brotli"))
            let exchange = try #require(await recorder.events.exchanges(1).first)
            #expect(exchange.response?.body == (isKept ? Array("brotli".utf8) : nil))
            #expect(exchange.notes.responseBody.shortfall == .coding("br"))
            #expect(exchange.harExtras?["response"]?["bodySize"]?.number?.int64 == 6)
            #expect(origin.requests.first?.headers["accept-encoding"] == ["gzip"])
            #expect(exchange.notes.forwardedRequest.contains { $0.value == "gzip" })
        }
    }

    @Test("A port that is taken is told, with the system's words")
    func portIsTaken() async throws {
        let one = try await TestRecorder.start()
        let error = await #expect(throws: RecorderError.self) {
            _ = try await TestRecorder.start { $0.port = one.port }
        }
        #expect(
            error == .cannotListen(host: "127.0.0.1", port: one.port, reason: "address already in use"),
            "\(String(describing: error))"
        )
        await one.stop()
    }

    @Test("Who comes before it accepts clients waits, and is served then")
    func accepting() async throws {
        let recorder = try await TestRecorder.start(acceptsAtOnce: false)
        let client = try await RawClient.connect(toPort: recorder.port)
        // By its own address, which it knows from the beginning.
        try await client.send("GET /certificate.pem HTTP/1.1\r\nHost: 127.0.0.1:\(recorder.port)\r\n\r\n")
        try await Task.sleep(for: .milliseconds(100))
        #expect(client.text.isEmpty)
        try await recorder.recorder.accept()
        #expect(await client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
        await client.close()
        await recorder.stop()
    }

    @Test(
        "An address that is none is told as that, and not as the port's",
        // The last one is an address, but no machine's (RFC 5737).
        arguments: ["999.1.1.1", "nowhere.invalid", "192.0.2.1"]
    )
    func addressIsNone(host: String) async throws {
        let error = await #expect(throws: RecorderError.self) {
            _ = try await TestRecorder.start { $0.host = host }
        }
        #expect(error == .unknownAddress(host: host), "\(String(describing: error))")
    }

    @Test("Stopping lets an exchange in flight end, and takes no other connection")
    func stopWaits() async throws {
        let origin = try await TestOrigin.start { _ in
            var answer = TestOrigin.Answer.text("late")
            answer.delay = .milliseconds(300)
            return answer
        }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await RawClient.connect(toPort: recorder.port)
            let idle = try await RawClient.connect(toPort: recorder.port)
            try await client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(await eventually { !origin.requests.isEmpty })
            await recorder.stop(grace: .seconds(20))
            #expect(await client.readToEnd().hasSuffix("late"))
            #expect(await eventually { idle.isClosed })
            #expect(recorder.events.exchanges.count == 1)
            await #expect(throws: (any Error).self) { _ = try await RawClient.connect(toPort: recorder.port) }
            // Once more does no harm.
            await recorder.stop()
        }
    }

    @Test("An exchange that outlasts the grace is recorded as failed, since the recorder was stopped")
    func stopCutsShort() async throws {
        let origin = try await TestOrigin.start { _ in TestOrigin.Answer(ending: .silence, raw: []) }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(await eventually { !origin.requests.isEmpty })
            await recorder.stop(grace: .milliseconds(50))
            #expect(await eventually { client.isClosed })
            let outcomes = recorder.events.exchanges.map(\.outcome)
            guard outcomes.count == 1, case .failure(let reason) = outcomes[0] else {
                Issue.record("not one failure: \(outcomes)")
                return
            }
            #expect(reason.contains("the recorder was stopped"))
        }
    }

    @Test("It can be started and stopped by a thread that waits")
    func blocking() async throws {
        let events = EventCollector()
        let authority = try CertificateAuthority.make(machine: "test", now: Date())
        let (start, stop) = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try Self.startAndStop(authority, events) })
            }
        }
        #expect(start > 0 && stop)
    }

    private static func startAndStop(_ authority: CertificateAuthority, _ events: EventCollector) throws -> (Int, Bool)
    {
        var settings = RecorderSettings()
        settings.port = 0
        settings.threads = 1
        let started = NIOLockedValueBox<Result<Int, any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
        Task.detached { [settings] in
            do {
                let recorder = try await Recorder.start(
                    settings: settings,
                    authority: authority,
                    answerers: [],
                    sink: events.sink
                )
                await recorder.stop(grace: .zero)
                started.withLockedValue { $0 = .success(recorder.port) }
            } catch {
                started.withLockedValue { $0 = .failure(error) }
            }
            done.signal()
        }
        done.wait()
        let port = started.withLockedValue { $0 }
        return (try #require(port).get(), true)
    }
}
