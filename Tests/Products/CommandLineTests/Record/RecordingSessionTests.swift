import Exchanges
import Foundation
import Proxy
import RecordingStore
import Redaction
import SubscriberAccount
import Testing
import VirtualTime

@testable import kinescope
@testable import ProxyProtocol

@Suite struct RecordingSessionTests {
    let folder = TemporaryFolder()
    let queue = EventQueue()
    let events = Told<RecordedEvent>()
    let failures = Told<String>()

    private var path: String { folder.url(of: "r.kinescope").path }

    private func writer(maximumBytes: Int64? = nil) throws -> RecordingWriter {
        var options = RecordingWriter.Options()
        options.durability = .everyAppend
        options.maximumBytes = maximumBytes
        return try RecordingWriter.create(
            at: path,
            information: RecordingInformation(creator: "test", isRedacted: true),
            options: options
        )
    }

    private func session(
        _ writer: RecordingWriter,
        redactor: Redactor? = nil,
        queue other: EventQueue? = nil
    ) -> RecordingSession {
        RecordingSession(
            scribe: RedactingWriter(writer: writer, redactor: redactor),
            queue: other ?? queue,
            onEvents: { [events] stored, _ in for event in stored { events.add(event) } },
            onMessage: { [failures] in failures.add("\($0)") }
        )
    }

    /// Hands an event on and waits until it is stored.
    private func store(_ event: RecorderEvent, in other: EventQueue? = nil) {
        let isStored = DispatchSemaphore(value: 0)
        (other ?? queue).sink(event) { isStored.signal() }
        #expect(isStored.wait(timeout: .now() + 30) == .success)
    }

    @Test("What is said to be stored can be read from the file, without its secrets, while recording goes on")
    func stored() async throws {
        let writer = try writer()
        let session = session(writer, redactor: Redactor(key: [1]))
        store(Sample.ended(1, body: #"{"userId":"person-4711"}"#))
        let file = try RecordingFile.open(path)
        let exchange = try #require(try file.exchange(ordinal: 1))
        #expect(exchange.request.url.hasPrefix("https://api.auth.adobe.com/api/v1/checkauthn?deviceId="))
        #expect(!exchange.request.url.contains("c2VjcmV0LWRldmljZS0x"))
        #expect(try file.summaries().map(\.operation) == ["v1.checkauthn"])
        file.close()
        for name in folder.names {
            #expect(Data(try folder.bytes(of: name)).range(of: Data("person-4711".utf8)) == nil, "\(name)")
        }
        let result = await session.finish()
        #expect(result.failure == nil && result.tally.names.total == 1)
        #expect(result.redactor?.summary.totalOccurrences ?? 0 >= 2)
        try writer.finish()
    }

    @Test("VSA calls and stimuli are stored beside the exchanges, and told")
    func beside() async throws {
        let writer = try writer()
        let session = session(writer)
        let response = VSACall(
            ordinal: 0,
            answeredAt: Sample.start,
            question: .checkAccessStatus(prompt: false),
            answer: .accessStatus(.granted, nil)
        )
        store(.vsaCalls([response, response]))
        store(.userActions([UserAction(ordinal: 0, occurredAt: Sample.start, action: .launch)]))
        store(Sample.ended(1))
        let tally = await session.finish().tally
        #expect(tally.vsaCalls == 2 && tally.userActions == 1 && tally.names.total == 1)
        #expect(events.all.count == 4)
        try writer.finish()
        let recording = try RecordingFile.open(path).recording()
        #expect(recording.vsaCalls.map(\.ordinal) == [1, 2])
        #expect(recording.userActions.map(\.action) == [.launch])
    }

    @Test("An exchange that has begun is in the file as interrupted, and once it has ended as what it was")
    func begun() async throws {
        let writer = try writer()
        let session = session(writer)
        var pending = Sample.exchange()
        pending.outcome = .failure("in flight")
        store(.began(number: 9, CapturedExchange(pending)))
        store(Sample.ended(10, status: 201))
        let file = try RecordingFile.open(path)
        #expect(try file.exchange(ordinal: 9)?.outcome == .failure(RecordingWriter.interruption))
        file.close()
        store(Sample.ended(9, status: 202))
        #expect(await session.finish().tally.names.total == 2)
        try writer.finish()
        let exchanges = try RecordingFile.open(path).recording().exchanges
        // Each has the number that it was given when it started.
        #expect(exchanges.map(\.ordinal) == [9, 10])
        #expect(exchanges.map { $0.response?.status } == [202, 201])
    }

    @Test("When the file is full it says so once, nobody waits any more, and what was stored stays readable")
    func full() async throws {
        let writer = try writer(maximumBytes: 200_000)
        let session = session(writer)
        for number in 1...60 {
            store(Sample.ended(number, body: String(repeating: "\(number) ", count: 4_000)))
        }
        let result = await session.finish()
        #expect(failures.all.count == 1)
        #expect(result.failure != nil)
        #expect(result.tally.unrecorded > 0 && result.tally.names.total > 0)
        #expect(result.tally.names.total + result.tally.unrecorded == 60)
        try writer.finish()
        let file = try RecordingFile.open(path)
        #expect(file.exchangeCount == result.tally.names.total)
        #expect(try file.verify().isEmpty)
    }

    @Test("What was left out is counted by its reason and host")
    func skipped() async throws {
        let writer = try writer()
        let session = session(writer)
        let origin = Origin(isSecure: true, host: "cdn.example")
        for _ in 1...3 { store(.skipped(SkippedExchange(method: "GET", origin: origin, reason: .media("video/mp2t")))) }
        store(.skipped(SkippedExchange(method: "GET", origin: origin, reason: .filter)))
        let skipped = await session.finish().tally.skipped
        #expect(skipped.names == ["media (video/mp2t) from cdn.example", "not named by --filter, from cdn.example"])
        #expect(skipped.count(of: "media (video/mp2t) from cdn.example") == 3)
        writer.abandon()
    }

    @Test("What is left out after it had a number leaves a gap, also where a recording is gone on with")
    func gap() async throws {
        let origin = Origin(isSecure: true, host: "cdn.example")
        func record(_ writer: RecordingWriter) async throws -> [Int] {
            let queue = EventQueue()
            let session = session(writer, queue: queue)
            store(Sample.ended(1), in: queue)
            store(
                .skipped(SkippedExchange(method: "GET", origin: origin, reason: .media("video/mp2t"), number: 3)),
                in: queue
            )
            store(Sample.ended(2), in: queue)
            let tally = await session.finish().tally
            try writer.finish()
            return tally.skippedOrdinals
        }
        #expect(try await record(try writer()) == [3])
        let information = RecordingInformation(isRedacted: true)
        #expect(try await record(try RecordingWriter.continuing(at: path, information: information)) == [6])
        let file = try RecordingFile.open(path)
        #expect(try file.recording().exchanges.map(\.ordinal) == [1, 2, 4, 5])
        #expect(file.information.skippedExchanges.text == "3,6")
        #expect(try file.verify().isEmpty)
    }
}
