import Exchanges
import Foundation
import GRDB
import Testing
import VirtualTime

@testable import RecordingStore

@Suite("Several appends are stored together or not at all")
struct TransactionTests {
    struct Refusal: Error {}

    @Test("What a transaction appended is there for a reader as soon as it has ended, and not before")
    func together() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path)
        let file = try RecordingFile.open(path)
        let ordinals = try writer.transaction {
            let ordinals = [try writer.append(.sample(1)), try writer.append(.sample(2))]
            #expect(try file.summaries().isEmpty)
            return ordinals
        }
        #expect(ordinals == [1, 2])
        #expect(try file.summaries().count == 2)
        file.close()
        try writer.finish()
        #expect(try RecordingFile.open(path).recording().exchanges == [.sample(1), .sample(2)])
    }

    @Test("A transaction waits for the disk if a power cut is to take nothing", arguments: [false, true])
    func durability(survivesPowerCut: Bool) throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        var options = RecordingWriter.Options()
        options.durability = .everyAppend
        options.survivesPowerCut = survivesPowerCut
        let writer = try RecordingWriter.create(at: path, options: options)
        // sqlite.org/pragma.html#pragma_synchronous: 1 is NORMAL, 2 is FULL, which in WAL mode syncs the log at each
        // commit.
        let level = try writer.withDatabase { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
        #expect(level == (survivesPowerCut ? 2 : 1))
        try writer.keep([1, 2, 3])
        try writer.append(.sample(1))
        try writer.finish()
        #expect(try RecordingFile.open(path).recording().exchanges == [.sample(1)])
    }

    @Test("A transaction that fails leaves no row, no count and no remembered header list")
    func takenBack() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path)
        try writer.append(.sample(1))
        let now = Instant(microsecondsSince1970: 1)
        #expect(throws: Refusal.self) {
            try writer.transaction {
                try writer.append(.sample(2, body: "canary"))
                try writer.append(UserAction(ordinal: 0, occurredAt: now, action: .launch))
                let begun = try writer.begin(.sample(3))
                try writer.end(begun, with: .sample(3))
                throw Refusal()
            }
        }
        #expect(writer.lastExchange == 1)
        #expect(writer.userActionCount == 0)
        // The header lists of the second and third sample would be found among the remembered ones.
        try writer.append(.sample(2))
        try writer.append(.sample(3))
        try writer.append(UserAction(ordinal: 0, occurredAt: now, action: .cancel))
        try writer.finish()
        let file = try RecordingFile.open(path)
        #expect(try file.verify().isEmpty)
        #expect(try file.recording().exchanges == (1...3).map { .sample($0) })
        #expect(try file.userActions().map(\.action) == [.cancel])
        #expect(!holds(path, "canary"))
    }

    @Test("An error in a transaction within a transaction takes back both, even if it is caught between")
    func nested() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path)
        #expect(throws: Refusal.self) {
            try writer.transaction {
                try writer.append(.sample(1))
                try? writer.transaction {
                    try writer.append(.sample(2))
                    throw Refusal()
                }
            }
        }
        #expect(writer.lastExchange == 0)
        try writer.transaction { _ = try writer.transaction { try writer.append(.sample(1)) } }
        try writer.finish()
        #expect(try RecordingFile.open(path).recording().exchanges == [.sample(1)])
    }
}

@Suite("An exchange in flight is a row that says it was interrupted")
struct InFlightTests {
    @Test("It stands in its place, and its end replaces it")
    func beginAndEnd() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path)
        let first = try writer.begin(.sample(1, body: "half an answer"), operation: "authorize", matchKey: "key")
        #expect(try writer.append(.sample(2)) == 2)
        let file = try RecordingFile.open(path)
        #expect(try file.exchange(ordinal: first)?.outcome == .failure(RecordingWriter.interruption))
        #expect(try file.interruptedExchangeCount() == 1)
        #expect(try file.verify(.content).isEmpty)
        try writer.end(first, with: .sample(1), operation: "authorize", matchKey: "other key")
        #expect(try file.exchange(ordinal: first) == .sample(1))
        #expect(try file.firstMatch(key: "other key") == 1)
        #expect(try file.firstMatch(key: "key") == nil)
        file.close()
        try writer.finish()
        let finished = try RecordingFile.open(path)
        #expect(!finished.isInterrupted)
        #expect(try finished.interruptedExchangeCount() == 0)
        #expect(try finished.verify().isEmpty)
        #expect(try finished.recording().exchanges == [.sample(1), .sample(2)])
    }

    @Test("What only the row of the begun exchange had leaves no bytes in the finished file")
    func leftovers() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path)
        var begun = Exchange.sample(1)
        begun.request.body = Array("the first half, canary".utf8)
        begun.request.headers = [HeaderField("X-Canary", "canary")]
        let ordinal = try writer.begin(begun)
        try writer.end(ordinal, with: .sample(1))
        try writer.finish()
        #expect(!holds(path, "canary"))
        #expect(try RecordingFile.open(path).verify().isEmpty)
    }

    @Test("An exchange that was never begun cannot end", arguments: [-1, 0, 2, Int.max])
    func unknown(_ ordinal: Int) throws {
        let folder = try Folder()
        let writer = try recorder(at: folder.path("a.kinescope"))
        #expect(throws: RecordingStoreError.self) { try writer.end(1, with: .sample(1)) }
        _ = try writer.begin(.sample(1))
        #expect(throws: RecordingStoreError.self) { try writer.end(ordinal, with: .sample(1)) }
        writer.abandon()
    }
}
