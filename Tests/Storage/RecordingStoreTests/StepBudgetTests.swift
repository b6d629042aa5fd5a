import Foundation
import GRDB
import Testing

@testable import RecordingStore

@Suite("Files whose pages refer to each other, so that SQLite itself would go on for ever")
struct StepBudgetTests {
    private static let words =
        "reading it takes more steps than a file of its size needs: some of its pages are referred to more than once"

    private func cause(_ body: () throws -> Void) -> RecordingStoreError.Cause? {
        do {
            try body()
            return nil
        } catch {
            return (error as? RecordingStoreError)?.cause
        }
    }

    @Test(
        "Opening ends, and says so",
        arguments: [
            ("definitions-without-end", StepBudgetTests.words),
            ("definitions-that-share-a-page", StepBudgetTests.words),
            ("information-without-end", "the table recording has the key creator twice"),
        ]
    )
    func opening(name: String, detail: String) throws {
        let folder = try Folder()
        let path = try regression(name, in: folder)
        #expect(cause { _ = try RecordingFile.open(path) } == .damaged(detail))
    }

    @Test("Definitions are only taken apart as far as a recording's may go")
    func definitions() throws {
        let folder = try Folder()
        let path = folder.path("many")
        try DatabaseQueue(path: path).write { database in
            for number in 1...1_000 { try database.execute(sql: "CREATE TABLE t\(number) (a)") }
        }
        let budget = try StepBudget(readingFileAt: path)
        let error = #expect(throws: DatabaseError.self) {
            try DatabaseQueue(path: path, configuration: .recording(label: "Test", budget: budget))
        }
        #expect(error?.resultCode == .SQLITE_INTERRUPT)
    }

    @Test("A definition longer than any of a recording is not taken apart")
    func longDefinition() throws {
        let folder = try Folder()
        let path = folder.path("long")
        let name = String(repeating: "n", count: 4_000)
        try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE \(name) (a)") }
        #expect(throws: DatabaseError.self) {
            try DatabaseQueue(path: path, configuration: .recording(label: "Test", budget: nil))
        }
    }

    @Test("A copy of a file in a folder that cannot be written ends, too")
    func copying() throws {
        let folder = try Folder()
        let path = try regression("definitions-without-end", in: folder)
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        // It says that there is a log, and SQLite would have to write beside it.
        bytes.replaceSubrange(18..<20, with: [2, 2])
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let place = RecordingPlace(path)
        #expect(throws: RecordingStoreError(path, .damaged(StepBudgetTests.words))) {
            try RecordingCopy(of: place, RecordingFileHeader(checking: path))
        }
    }

    @Test("A file that grows while it is open has steps for all that came")
    func growing() throws {
        let folder = try Folder()
        let path = folder.path("a")
        try Data(count: 10).write(to: URL(fileURLWithPath: path))
        let budget = try StepBudget(readingFileAt: path)
        let count = { (database: Database) throws -> Int? in
            budget.renew()
            return try Int.fetchOne(
                database,
                sql: """
                    WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 100000)
                    SELECT count(*) FROM c
                    """
            )
        }
        try DatabaseQueue().write { database in
            budget.install(on: database)
            #expect(throws: DatabaseError.self) { try count(database) }
            try Data(count: 1 << 20).write(to: URL(fileURLWithPath: path + "-wal"))
            #expect(try count(database) == 100_000)
            try FileManager.default.removeItem(atPath: path + "-wal")
            #expect(try count(database) == 100_000, "what is gone may still be open")
        }
    }

    @Test("Verifying ends, and says so; what can be read is read")
    func verifying() throws {
        let folder = try Folder()
        let file = try RecordingFile.open(try regression("check-without-end", in: folder))
        #expect(cause { _ = try file.verify() } == .damaged(StepBudgetTests.words))
        #expect(try file.exchange(ordinal: 1_000_000) == nil)
    }

    @Test("Rows that share the pages of a long entry are not all taken apart")
    func sharedPages() throws {
        let folder = try Folder()
        let file = try RecordingFile.open(try regression("rows-share-the-pages-of-an-entry", in: folder))
        guard case .damaged(let detail) = cause({ _ = try file.recording() }) else {
            Issue.record("it is read")
            return
        }
        #expect(detail.contains("shares pages"))
        #expect(try file.exchange(ordinal: 1) != nil)
    }

    @Test("A number that no writer gives is a problem, though its digests are right")
    func ordinalZero() throws {
        let folder = try Folder()
        let file = try RecordingFile.open(try regression("ordinal-zero", in: folder))
        #expect(try file.verify().map(\.description) == ["exchange 0: has a number that no writer gives"])
    }
}
