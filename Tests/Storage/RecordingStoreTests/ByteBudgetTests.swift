import Foundation
import GRDB
import Testing

@testable import RecordingStore

@Suite("Rows that share pages, each read once, come to more bytes than there are")
struct ByteBudgetTests {
    private func database(_ body: (Database) throws -> Void) throws {
        try DatabaseQueue().write { database in
            try database.execute(sql: "CREATE TABLE a (id INTEGER PRIMARY KEY, b)")
            for id in 1...100 {
                try database.execute(sql: "INSERT INTO a VALUES (?, zeroblob(1000))", arguments: [id])
            }
            try body(database)
        }
    }

    private func count(_ rows: ChargedRows) throws -> Int {
        var count = 0
        while try rows.next() != nil { count += 1 }
        return count
    }

    @Test(
        "All rows are read once, and not twice; texts count as blobs do, whatever their column is called",
        arguments: [
            "b", "CAST(b AS TEXT)", "b AS id",
        ]
    )
    func once(column: String) throws {
        try database { database in
            let budget = try ByteBudget(for: database)
            #expect(try count(budget.rows(database, sql: "SELECT id FROM a")) == 100)
            #expect(try count(budget.rows(database, sql: "SELECT \(column) FROM a")) == 100)
            let error = #expect(throws: DatabaseError.self) {
                try count(budget.rows(database, sql: "SELECT \(column) FROM a"))
            }
            #expect(error?.resultCode == .SQLITE_CORRUPT)
        }
    }

    @Test("What was written meanwhile is there to be read")
    func growing() throws {
        try database { database in
            let budget = try ByteBudget(for: database)
            #expect(try count(budget.rows(database, sql: "SELECT b FROM a")) == 100)
            try database.execute(sql: "INSERT INTO a SELECT id + 100, b FROM a")
            try budget.measure(database)
            #expect(try count(budget.rows(database, sql: "SELECT b FROM a WHERE id > 100")) == 100)
        }
    }

    @Test(
        "Files whose rows share pages are damaged, by every way of reading the long part",
        arguments: [
            ("rows-share-the-pages-of-a-header-list", ["recording", "verify"]),
            ("rows-share-the-pages-of-a-line", ["recording", "responses", "verify"]),
            ("rows-share-the-pages-of-a-url", ["recording", "summaries", "verify"]),
            ("rows-share-the-pages-of-an-entry", ["recording", "verify"]),
        ]
    )
    func regression(name: String, refused: [String]) throws {
        let folder = try Folder()
        let file = try RecordingFile.open(RecordingStoreTests.regression(name, in: folder))
        for (way, read) in [
            ("recording", { _ = try file.recording() }), ("summaries", { _ = try file.summaries() }),
            ("responses", { _ = try file.vsaCalls() }), ("verify", { _ = try file.verify(.content) }),
        ] as [(String, () throws -> Void)] {
            do {
                try read()
                #expect(!refused.contains(way), "\(way)")
            } catch {
                // The first of the lines is none of a VSA log.
                let reason = name.hasSuffix("line") && way != "verify" ? "is not a line" : "shares pages"
                #expect(refused.contains(way) && "\(error)".contains(reason), "\(way): \(error)")
            }
        }
    }
}
