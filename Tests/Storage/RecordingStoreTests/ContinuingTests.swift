import Exchanges
import Foundation
import GRDB
import RecordingStore
import SubscriberAccount
import Testing
import VirtualTime

@Suite("A recording can be gone on with")
struct ContinuingTests {
    @Test("A finished recording goes on after its last exchange, and keeps what it says of itself")
    func finished() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let first = try RecordingWriter.create(
            at: path,
            information: RecordingInformation(creator: "mitmproxy", archiveLog: ["version": .string("1.2")])
        )
        for number in 1...3 { try first.append(.sample(number)) }
        try first.append(UserAction(ordinal: 0, occurredAt: Instant(microsecondsSince1970: 1), action: .launch))
        try first.finish()
        let second = try RecordingWriter.continuing(at: path)
        #expect(second.lastExchange == 3)
        #expect(second.userActionCount == 1)
        #expect(try second.append(.sample(4)) == 4)
        let meanwhile = try RecordingFile.open(path)
        #expect(!meanwhile.isFinished)
        #expect(meanwhile.lastExchange == 4)
        meanwhile.close()
        try second.finish()
        let file = try RecordingFile.open(path)
        #expect(file.isFinished)
        #expect(!file.isInterrupted)
        #expect(file.information.creator == "mitmproxy")
        #expect(file.information.archiveLog == ["version": .string("1.2")])
        #expect(try file.verify().isEmpty)
        #expect(try file.recording().exchanges == (1...4).map { .sample($0) })
        #expect(folder.names == ["a.kinescope"])
    }

    /// Appends one of each: an exchange, a VSA call and a user action.
    private func appendOneOfEach(_ number: Int, to writer: RecordingWriter) throws {
        let instant = Instant(microsecondsSince1970: Int64(number))
        let response = VSACall(
            ordinal: 0,
            answeredAt: instant,
            question: .checkAccessStatus(prompt: false),
            answer: .accessStatus(.granted, nil)
        )
        try writer.append(.sample(number), at: number)
        try writer.append(response)
        try writer.append(UserAction(ordinal: 0, occurredAt: instant, action: .launch))
    }

    /// recording-format.md, `recording`: "it and the counts and digests are absent while a recorder writes".
    @Test("Whoever goes on takes back first all that is said of a finished one, and a kill leaves one to be finished")
    func completionTakenBack() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let first = try RecordingWriter.create(at: path)
        for number in 1...2 { try appendOneOfEach(number, to: first) }
        // So that `exchange_gaps` is there as well.
        first.skip(3)
        try first.finish()
        let writer = try RecordingWriter.continuing(at: path)
        let killed = folder.path("killed.kinescope")
        try copyAsKilled(path, to: killed)
        let queue = try DatabaseQueue(path: killed)
        let keys = try queue.read { try String.fetchAll($0, sql: "SELECT key FROM recording ORDER BY key") }
        #expect(keys == ["creator", "id", "log", "matching_version", "redacted"])
        try queue.close()

        try appendOneOfEach(4, to: writer)
        try copyAsKilled(path, to: killed)
        writer.abandon()
        let left = try RecordingFile.open(killed)
        #expect(left.isInterrupted && !left.isFinished)
        #expect((left.exchangeCount, left.vsaCallCount, left.userActionCount) == (3, 3, 3))
        #expect(try left.verify() == [])
        left.close()
        try RecordingWriter.repairing(killed).finish()
        let file = try RecordingFile.open(killed)
        #expect(file.isFinished)
        #expect((file.exchangeCount, file.vsaCallCount, file.userActionCount) == (3, 3, 3))
        #expect(try file.verify() == [])
        #expect(try file.recording().exchanges.map(\.ordinal) == [1, 2, 4])
    }

    @Test(
        "A file whose pages refer to each other, or share what they hold, is not gone on with, nor changed",
        arguments: [
            "check-without-end", "exchange-pages-come-again", "rows-share-the-pages-of-a-url",
        ]
    )
    func damaged(name: String) throws {
        let folder = try Folder()
        let path = try regression(name, in: folder)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let information = try RecordingFile.open(path).information
        let error = #expect(throws: RecordingStoreError.self) {
            _ = try RecordingWriter.continuing(at: path, information: information)
        }
        guard case .damaged? = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("Where there is none, one is begun")
    func missing() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try RecordingWriter.continuing(at: path, information: RecordingInformation(creator: "me"))
        try writer.append(.sample(1))
        #expect(FileManager.default.fileExists(atPath: path + "-wal"))
        try writer.finish()
        #expect(try RecordingFile.open(path).information.creator == "me")
    }

    @Test("After a killed recorder, and killed again, all that was appended is there")
    func killed() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        var next = 1
        var current = path
        let writer = try recorder(at: path)
        var writers = [writer]
        for session in 1...4 {
            let writer = writers[session - 1]
            try writer.transaction {
                try writer.append(.sample(next))
                try writer.append(.sample(next + 1))
            }
            _ = try writer.begin(.sample(next + 2))
            next += 3
            let copy = folder.path("\(session).kinescope")
            try copyAsKilled(current, to: copy)
            current = copy
            writers.append(try RecordingWriter.continuing(at: copy))
            #expect(writers[session].lastExchange == next - 1)
        }
        try writers[4].finish()
        let file = try RecordingFile.open(current)
        #expect(file.isInterrupted)
        #expect(file.exchangeCount == 12)
        #expect(try file.interruptedExchangeCount() == 4)
        #expect(try file.verify().isEmpty)
        for ordinal in 1...12 where ordinal % 3 != 0 {
            #expect(try file.exchange(ordinal: ordinal) == .sample(ordinal))
        }
        for writer in writers.prefix(4) { writer.abandon() }
    }

    @Test("What another program writes is not gone on with")
    func busy() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let first = try recorder(at: path)
        try first.append(.sample(1))
        #expect(throws: RecordingStoreError(path, .busy)) { try RecordingWriter.continuing(at: path) }
        try first.append(.sample(2))
        try first.finish()
        let second = try RecordingWriter.continuing(at: path)
        #expect(throws: RecordingStoreError(path, .busy)) { try RecordingWriter.continuing(at: path) }
        second.abandon()
        #expect(try RecordingFile.open(path).exchangeCount == 2, "what was there before stays")
    }

    @Test("What a recorder writes is not replaced either, what a killed one left is")
    func replacing() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        var options = RecordingWriter.Options()
        options.durability = .everyAppend
        options.replacesExisting = true
        let first = try recorder(at: path)
        try first.append(.sample(1))
        #expect(throws: RecordingStoreError(path, .busy)) { try RecordingWriter.create(at: path, options: options) }
        try first.append(.sample(2))
        let killed = folder.path("killed.kinescope")
        try copyAsKilled(path, to: killed)
        try first.finish()
        #expect(try RecordingFile.open(path).exchangeCount == 2)

        let second = try RecordingWriter.create(at: killed, options: options)
        try second.append(.sample(3))
        try second.finish()
        #expect(try RecordingFile.open(killed).exchangeCount == 1)
        #expect(folder.names.sorted() == ["a.kinescope", "killed.kinescope"])
    }

    @Test("Secrets that were replaced and secrets that are kept do not come into one file", arguments: [true, false])
    func redaction(_ isRedacted: Bool) throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        var information = RecordingInformation(creator: "me")
        information.isRedacted = isRedacted
        try RecordingWriter.create(at: path, information: information).finish()
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        information.isRedacted = !isRedacted
        #expect(throws: RecordingStoreError(path, .otherRedaction(isRedacted: isRedacted))) {
            try RecordingWriter.continuing(at: path, information: information)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("A file that is no recording stays as it is")
    func other() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: RecordingStoreError(path, .notSQLite)) { try RecordingWriter.continuing(at: path) }
        #expect(throws: RecordingStoreError(folder.url.path, .directory)) {
            try RecordingWriter.continuing(at: folder.url.path)
        }
        #expect(holds(path, "mine"))
    }

    @Test("A row of a number that no recorder reaches is told as damage")
    func oddOrdinal() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        try write([.sample(1)], to: path)
        try change(path, "UPDATE exchange SET ordinal = \(Int64.max)")
        let error = #expect(throws: RecordingStoreError.self) { try RecordingWriter.continuing(at: path) }
        guard case .changed = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
