import Foundation
import NIOSSL
@testable import Proxy

/// A recorder on a free port of this machine, and what came of it.
struct TestRecorder: Sendable {
    let recorder: Recorder
    let events: EventCollector
    let authority: CertificateAuthority

    var port: Int { recorder.port }

    /// Returns the roots of a device that trusts the recorder.
    func roots() throws -> NIOSSLTrustRoots {
        .certificates([try NIOSSLCertificate(bytes: Array(authority.pem.utf8), format: .pem)])
    }

    /// Starts one that trusts the test authority; `change` sets what a test is about.
    static func start(
        answerers: [any Answerer] = [],
        acceptsAtOnce: Bool = true,
        _ change: (inout RecorderSettings) -> Void = { _ in }
    ) async throws -> TestRecorder {
        var settings = RecorderSettings()
        settings.port = 0
        settings.threads = 1
        settings.additionalTrust = TestTrust.shared.path
        change(&settings)
        let events = EventCollector()
        let authority = try CertificateAuthority.make(machine: "test", now: Date())
        let recorder = try await Recorder.start(
            settings: settings,
            authority: authority,
            answerers: answerers + [LocalEndpoint(authority: authority)],
            acceptsAtOnce: acceptsAtOnce,
            sink: events.sink
        )
        return TestRecorder(recorder: recorder, events: events, authority: authority)
    }

    func stop(grace: Duration = .zero) async { await recorder.stop(grace: grace) }

    /// A connection on which CONNECT was answered 200.
    func connect(to authority: String) async throws -> RawClient {
        let client = try await RawClient.connect(toPort: port)
        try await client.send("CONNECT \(authority) HTTP/1.1\r\nHost: \(authority)\r\n\r\n")
        let answer = await client.read(until: "\r\n\r\n")
        guard answer.hasPrefix("HTTP/1.1 200 ") else { throw Unexpected(answer: answer) }
        return client
    }

    struct Unexpected: Error { var answer: String }
}

/// Runs a test with an origin and a recorder that are stopped afterwards, whatever comes of it.
func withRecorder(
    _ change: (inout RecorderSettings) -> Void = { _ in },
    origin: TestOrigin,
    _ body: (TestRecorder, TestOrigin) async throws -> Void
) async throws {
    let recorder: TestRecorder
    do { recorder = try await TestRecorder.start(change) } catch {
        await origin.stop()
        throw error
    }
    do {
        try await body(recorder, origin)
    } catch {
        await recorder.stop()
        await origin.stop()
        throw error
    }
    await recorder.stop()
    await origin.stop()
}
