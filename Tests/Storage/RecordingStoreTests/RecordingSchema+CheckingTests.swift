import Exchanges
import Foundation
import GRDB
import RecordingStore
import Testing

@Suite("A file whose definitions are not those of a recording is refused before anything of it runs")
struct RecordingSchemaCheckingTests {
    private static let endless = "WITH RECURSIVE a (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM a)"

    /// The recording that `sql` makes of a sound one.
    private func recording(_ folder: Folder, _ sql: String) throws -> String {
        let path = folder.path("a.kinescope")
        try write((1...3).map { .sample($0) }, to: path)
        try change(path, sql)
        return path
    }

    /// Returns the damage that every way to open the recording reports; nil if it can be opened.
    private func damage(_ path: String) throws -> String? {
        var found: Set<String?> = []
        for open in [{ _ = try RecordingFile.open(path) }, { _ = try RecordingWriter.continuing(at: path) }] {
            do {
                try open()
                found.insert(nil)
            } catch let error as RecordingStoreError {
                guard case .damaged(let detail) = error.cause else { throw error }
                found.insert(detail)
            }
        }
        #expect(found.count == 1)
        return found.first ?? nil
    }

    @Test(
        "A view in place of a table, a trigger and whatever else is named",
        arguments: [
            (
                "DROP TABLE recording; CREATE VIEW recording AS \(endless) SELECT 'k' || n AS key, 'v' AS value FROM a",
                "its view \"recording\" is not the table that format 2 defines"
            ),
            (
                "DROP TABLE body; CREATE VIEW body AS \(endless) SELECT n AS id, x'00' AS sha256, zeroblob(1000) AS bytes FROM a",
                "its view \"body\" is not the table that format 2 defines"
            ),
            (
                "DROP TABLE user_action; CREATE TABLE user_action (ordinal)",
                "its table \"user_action\" is not the table that format 2 defines"
            ),
            ("DROP TABLE user_action", "it has no table \"user_action\""),
            ("DROP INDEX exchange_by_match_key", "it has no index \"exchange_by_match_key\""),
            ("DROP VIEW exchanges", "it has no view \"exchanges\""),
            (
                "DROP VIEW exchanges; CREATE VIEW exchanges AS \(endless) SELECT n FROM a",
                "its view \"exchanges\" is not the view that format 2 defines"
            ),
            (
                "CREATE TRIGGER t AFTER DELETE ON recording BEGIN DELETE FROM exchange; END",
                "it has the trigger \"t\", which no recording has"
            ),
            ("CREATE INDEX by_url ON exchange (url)", "it has the index \"by_url\", which no recording has"),
            ("CREATE TABLE a (b)", "it has the table \"a\", which no recording has"),
            ("CREATE TABLE \"a\nb\u{1B}\u{202E}\" (b)", "it has the table \"a?b??\", which no recording has"),
            ("ANALYZE", "it has the table \"sqlite_stat1\", which no recording has"),
            ("ALTER TABLE exchange ADD COLUMN a TEXT", "its table \"exchange\" is not the table that format 2 defines"),
        ]
    )
    func refused(sql: String, detail: String) throws {
        let folder = try Folder()
        let path = try recording(folder, sql)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(try damage(path) == detail)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("A recording is opened as it is written, copied and made anew", arguments: ["VACUUM", "REINDEX", "SELECT 1"])
    func accepted(sql: String) throws {
        let folder = try Folder()
        let path = try recording(folder, "SELECT 1")
        try DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: sql) }
        #expect(try damage(path) == nil)
    }

    @Test("What a killed recorder left is not repaired while it has a trigger, and nothing of it runs")
    func repair() throws {
        let folder = try Folder()
        let path = try recording(
            folder,
            """
            DELETE FROM recording WHERE key LIKE '%digest' OR key LIKE '%count' OR key = 'finished';
            CREATE TRIGGER t AFTER INSERT ON recording BEGIN DELETE FROM exchange; END
            """
        )
        #expect(try damage(path) == "it has the trigger \"t\", which no recording has")
        try change(path, "DROP TRIGGER t")
        let file = try RecordingFile.open(path)
        #expect(file.surroundings.isCopied && file.isInterrupted && file.exchangeCount == 3)
    }

    @Test("A definition past the limits is refused", arguments: [64, 65, 2_000])
    func columns(_ count: Int) throws {
        let folder = try Folder()
        let names = (0..<count).map { "c\($0)" }.joined(separator: ",")
        let path = try recording(folder, "CREATE TABLE a (\(names))")
        let detail = try #require(try damage(path))
        #expect(detail.contains(count > 64 ? "malformed" : "no recording has"))
    }

    @Test(
        "Files that once ran on without end",
        arguments: [
            ("recording-is-an-endless-view", "its view \"recording\" is not the table that format 2 defines"),
            ("body-is-an-endless-view", "its view \"body\" is not the table that format 2 defines"),
            ("exchange-is-an-endless-view", "its view \"exchange\" is not the table that format 2 defines"),
            ("trigger-on-recording", "it has the trigger \"endless\", which no recording has"),
        ]
    )
    func regressions(name: String, detail: String) throws {
        let folder = try Folder()
        #expect(try damage(regression(name, in: folder)) == detail)
    }
}
