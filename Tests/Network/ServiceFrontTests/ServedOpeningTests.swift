import Foundation
import NIOConcurrencyHelpers
import NIOHTTP1
import Testing

@testable import ServiceFront

/// Source: issue "Serve", "How it is judged": it listens before a long recording was read.
@Suite struct ServedOpeningTests {
    /// A gate that a thread waits at.
    private final class Gate: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        let passed = NIOLockedValueBox(0)

        func open() { semaphore.signal() }

        func wait() {
            semaphore.wait()
            passed.withLockedValue { $0 += 1 }
        }
    }

    @Test("What comes before it was read is answered as soon as it is; the pages of the endpoint at once")
    func early() async throws {
        let gate = Gate()
        let front = try TestFront { state in
            ServedOpening(reading: {
                gate.wait()
                return .success(.init(state, hosts: ["api"]))
            })
        }
        #expect(try await front.reply(.GET, "/certificate.pem").answer.status == .ok)
        let requests = (0..<20).map { number in
            Task {
                let path = number % 2 == 0 ? "/_kinescope/clock" : "/api.auth.adobe.com/api/v1/config/KITETV"
                let reply = try await front.reply(.GET, path)
                return (reply.answer.status.code, gate.passed.withLockedValue { $0 })
            }
        }
        let short = Task { try await front.reply(.GET, "/api/path").answer.status.code }
        try await Task.sleep(for: .milliseconds(50))
        #expect(front.served.withLockedValue { $0.isEmpty })
        gate.open()
        for (number, request) in requests.enumerated() {
            let (status, passed) = try await request.value
            #expect(status == (number % 2 == 0 ? 200 : 401) && passed == 1)
        }
        // A host without a dot is known by then: it is served, and the service does not have it.
        #expect(try await short.value == 502)
        #expect(try await front.reply(.GET, "/other/path").answer.status == .notFound)
    }

    @Test("What cannot be read is told to everybody who asks for it")
    func failure() async throws {
        let front = try TestFront { _ in ServedOpening(reading: { .failure(.init("a.kinescope is torn")) }) }
        for path in ["/api.auth.adobe.com/api/v1/config/KITETV", "/_kinescope/clock"] {
            let reply = try await front.reply(.GET, path)
            #expect(reply.answer.status == .internalServerError)
            #expect(String(buffer: reply.answer.body).contains("a.kinescope is torn"))
        }
        #expect(try await front.reply(.GET, "/certificate.pem").answer.status == .ok)
    }

    @Test("Whoever cannot wait has nothing until it has been read, and then what was read")
    func soFar() async throws {
        let gate = Gate()
        let opening = ServedOpening(reading: {
            gate.wait()
            return .failure(.init("a.kinescope is torn"))
        })
        let early = try opening.servedSoFar()
        #expect(early.map { _ in true } == nil)
        gate.open()
        await #expect(throws: ServedOpening.Failure.self) { try await opening.served() }
        #expect(throws: ServedOpening.Failure.self) { try opening.servedSoFar() }
    }

    @Test("The history is made once, when it is asked for first")
    func history() async throws {
        let made = NIOLockedValueBox(0)
        let front = try TestFront { state in
            ServedOpening(.init(state, history: Deferred { made.withLockedValue { $0 += 1 } }))
        }
        _ = try await front.reply(.GET, "/api.auth.adobe.com/api/v1/config/KITETV")
        for path in ["clock", "timeline", "unmatched", "verdict", "openapi.json"] {
            #expect(try await front.reply(.GET, "/_kinescope/" + path).answer.status == .ok)
        }
        #expect(made.withLockedValue { $0 } == 0)
        await withTaskGroup(of: Void.self) { group in
            for path in ["state", "expirations", "state", "expirations"] {
                group.addTask { _ = try? await front.reply(.GET, "/_kinescope/" + path) }
            }
        }
        #expect(made.withLockedValue { $0 } == 1)
    }
}
