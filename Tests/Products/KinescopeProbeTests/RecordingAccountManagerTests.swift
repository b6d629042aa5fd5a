import Exchanges
import Foundation
import KinescopeProbe
import SubscriberAccount
import Testing
import VirtualTime

/// The wrapper changes nothing for the app, and leaves out nothing for the recording.
@Suite struct RecordingAccountManagerTests {
    @Test("Questions and answers pass unchanged, and arrive as they were")
    func passes() async throws {
        let server = try ReportServer()
        defer { server.stop() }
        let probe = Probe(Reporter(to: server.url))
        var metadata = AccountMetadata()
        metadata.accountProviderIdentifier = "com.example.meadowlark"
        let fake = FakeAccountManager(metadata: metadata, error: AccountError(.providerRejected))
        let manager: any AccountManaging = probe.recording(fake)
        var request = AccountMetadataRequest()
        request.includeAccountProviderIdentifier = true
        let answers = Answers()
        manager.checkAccessStatus(prompt: true) { answers.add(.accessStatus($0, $1)) }
        let result = manager.enqueue(request) { answers.add(.metadata($0, $1)) }
        manager.enqueue(AccountMetadataRequest()) { answers.add(.metadata($0, $1)) }
        let expected: [VSAResult] = [
            .accessStatus(.granted, AccountError(.providerRejected)),
            .metadata(metadata, AccountError(.providerRejected)), .metadata(nil, AccountError(.providerRejected)),
        ]
        #expect(answers.all == expected)
        #expect(fake.cancelled.count == 0)
        result.cancel()
        #expect(fake.cancelled.count == 1)
        #expect(await probe.flush(timeout: .seconds(20)))
        let log = server.requests.map(\.body).joined()
        let responses = try VSALog.parse(Array(log.utf8))
        #expect(responses.map(\.answer) == expected)
        #expect(
            responses.map(\.question)
                == [.checkAccessStatus(prompt: true), .enqueue(request), .enqueue(AccountMetadataRequest())]
        )
        #expect(responses.allSatisfy { $0.logNotes.isEmpty })
    }

    /// Answers that handlers were given.
    final class Answers: @unchecked Sendable {
        private let lock = NSLock()
        private var answers: [VSAResult] = []
        func add(_ answer: VSAResult) { lock.withLock { answers.append(answer) } }
        var all: [VSAResult] { lock.withLock { answers } }
    }
}
