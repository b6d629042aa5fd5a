import Exchanges
import Foundation
import NIOCore
import Testing

@testable import Recorder
@testable import Relaying

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
        let recorder = try Recorder.start(settings: settings, authority: authority, sink: events.sink)
        recorder.stop(grace: .zero)
        return (recorder.port, true)
    }
}
