import Exchanges
import Foundation
import Proxy
import RecordingStore
import Report
import Testing

@testable import kinescope

@Suite struct EventBacklogTests {
    @Test("It takes so many events, and so many bytes of bodies, and gives them back in order")
    func limits() {
        var backlog = EventBacklog(maximumEvents: 3, maximumBytes: 10)
        let events = ["12345", "123456", "12345", "", ""].enumerated().map { Sample.ended($0 + 1, body: $1) }
        let isIn = events.map { backlog.add($0) }
        #expect(isIn == [true, false, true, true, false])
        #expect(Self.numbers(backlog.first) == [1, 3, 4])
        backlog.removeFirst(2)
        let isLastIn = backlog.add(Sample.ended(6, body: "1234567890"))
        #expect(isLastIn)
        #expect(Self.numbers(backlog.first) == [4, 6])
        backlog.removeFirst(2)
        #expect(backlog.isEmpty)
    }

    @Test("No more are given back than are stored together")
    func batches() {
        var backlog = EventBacklog()
        for number in 1...EventQueue.batchEntries + 5 { _ = backlog.add(Sample.ended(number)) }
        #expect(backlog.first.count == EventQueue.batchEntries)
    }

    private static func numbers(_ events: [RecorderEvent]) -> [Int] {
        events.compactMap { if case .ended(let number, _) = $0 { number } else { nil } }
    }
}

@Suite("While another program has the recording locked", .enabled(if: ForeignLock.isAvailable))
struct LockedRecordingTests {
    let folder = TemporaryFolder()

    @Test(
        "Responses wait five seconds, then no longer, and all is recorded when the lock is gone",
        .timeLimit(.minutes(2))
    )
    func goesOn() async throws {
        let (times, run, path) = try await onThread {
            let origin = try PlainOrigin { _, wire in
                try wire.socket.sendAll("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                return true
            }
            let recorder = try RecordProcess(in: folder)
            var wire = Wire(try TCPSocket.connected(toPort: recorder.port))
            func ask(_ number: Int) throws -> Duration {
                let start = ContinuousClock.now
                let url = "http://127.0.0.1:\(origin.port)/\(number)"
                try wire.socket.sendAll("GET \(url) HTTP/1.1\r\nHost: x\r\n\r\n")
                let answer = try wire.answer()
                #expect(answer.head.status == 200)
                return ContinuousClock.now - start
            }
            _ = try ask(1)
            let lock = try ForeignLock(recorder.path)
            let times = try (2...12).map(ask)
            try lock.release()
            usleep(1_500_000)
            _ = try ask(13)
            let status = try recorder.end(SIGINT)
            return (times, (status, recorder.error), recorder.path)
        }
        #expect(times[0] > .seconds(3) && times[0] < .seconds(20), "\(times)")
        #expect(times.dropFirst().allSatisfy { $0 < .seconds(2) }, "\(times)")
        #expect(run.0 == 0, "\(run)")
        #expect(run.1.contains("another program has it locked"), "\(run)")
        #expect(run.1.contains("the lock is gone, recording continues"), "\(run)")
        let file = try RecordingFile.open(path)
        #expect(try file.isFinished && file.verify().isEmpty)
        let paths = try file.recording().exchanges.map { $0.request.url.split(separator: "/").last.map(String.init) }
        #expect(paths == (1...13).map { "\($0)" })
    }

    @Test("What does not fit is dropped, counted and said, and the rest is recorded", .timeLimit(.minutes(1)))
    func drops() async throws {
        let path = folder.url(of: "r.kinescope").path
        var options = RecordingWriter.Options()
        options.durability = .everyAppend
        let writer = try RecordingWriter.create(at: path, options: options)
        writer.waitForLock(50)
        let queue = EventQueue()
        let messages = Told<String>()
        let session = RecordingSession(
            scribe: RedactingWriter(writer: writer, redactor: nil),
            queue: queue,
            backlog: EventBacklog(maximumEvents: 4, maximumBytes: 1_000),
            onMessage: { messages.add("\($0)") }
        )
        let lock = try ForeignLock(path)
        for number in 1...6 {
            let isStored = Latch()
            queue.sink(Sample.ended(number)) { isStored.open() }
            await isStored.wait(atMost: .seconds(30))
        }
        try lock.release()
        let deadline = Date(timeIntervalSinceNow: 20)
        while messages.all.count < 2, Date() < deadline { try await Task.sleep(for: .milliseconds(20)) }
        #expect(messages.all == ["locked", "unlocked(dropped: 2)"])
        let result = await session.finish()
        #expect(result.failure == nil && result.tally.dropped == 2 && result.tally.names.total == 4)
        try writer.finish()
        #expect(try RecordingFile.open(path).exchangeCount == 4)
        let report = RecordingReport(path: path, duration: .seconds(1), tally: result.tally)
        #expect(report.text.contains("gap: 2 events dropped while another program had the recording locked"))
    }
}

@Suite("A recording that is deleted or moved while it is recorded")
struct DisplacedRecordingTests {
    let folder = TemporaryFolder()

    @Test("It is named at once, and not recommended for replay", arguments: ["delete", "move", "replace"])
    func displaced(how: String) throws {
        let recorder = try RecordProcess(in: folder)
        let path = recorder.path
        if how == "move" {
            try FileManager.default.moveItem(atPath: path, toPath: folder.url(of: "other.kinescope").path)
        } else {
            try FileManager.default.removeItem(atPath: path)
        }
        if how == "replace" { try folder.write("mine", to: "r.kinescope") }
        let deadline = Date(timeIntervalSinceNow: 10)
        while !recorder.error.contains("deleted or moved"), Date() < deadline { usleep(50_000) }
        #expect(recorder.error.contains("r.kinescope: deleted or moved while it is recorded"), "\(recorder.error)")
        let status = try recorder.end(SIGINT)
        #expect(status == (how == "replace" ? 3 : 0), "\(recorder.error)")
        #expect(recorder.output.contains("\"isDisplaced\":true"))
        if how == "replace" {
            #expect(try folder.bytes(of: "r.kinescope") == Array("mine".utf8))
            #expect(try RecordingFile.open(folder.url(of: ".r.kinescope.finishing").path).isFinished)
        } else {
            #expect(try RecordingFile.open(path).isFinished)
        }
        var report = RecordingReport(path: path, duration: .seconds(1), tally: RecordingStatistics())
        report.tally.add(.exchange(ExchangeBrief(of: Sample.exchange(), name: "x"), bodyBytes: 0))
        #expect(report.text.contains("next: kinescope replay"))
        report.isDisplaced = true
        #expect(!report.text.contains("next: kinescope replay") && report.text.contains("deleted or moved"))
    }

    @Test(
        "A file that is being recorded is not written over by an export, be it as HAR file or as VSA log",
        arguments: [["-o"], ["-o", "a.har", "--account-log"]]
    )
    func exporting(options: [String]) throws {
        try folder.copyCapture("ytdlp-sign-on")
        _ = try CommandLineRun.kinescope(["import", "ytdlp-sign-on.har", "-o", "a.kinescope"], in: folder)
        let recorder = try RecordProcess(in: folder)
        let arguments = ["export", "a.kinescope", "--force"] + options + ["r.kinescope"]
        let run = try CommandLineRun.kinescope(arguments, in: folder)
        #expect(run.isOneLineFailure(3) && run.error.contains("a recorder is writing this file"), "\(run)")
        #expect(try recorder.end(SIGINT) == 0)
        #expect(try RecordingFile.open(recorder.path).isFinished)
    }
}
