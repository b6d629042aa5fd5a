import Crypto
import Exchanges
import Foundation
import GRDB
import RecordingStore
import SubscriberAccount
import Testing
import VirtualTime

/// Documentation/reference/recording-format.md, "`recording`: the whole": each sum and each count guards its own table.
@Suite("What is said of a finished recording as a whole is held against its rows, sum by sum")
struct VerifySumsTests {
    /// A table with its sum and its count.
    struct Table: CustomTestStringConvertible {
        var name: String
        /// The name that `verify` gives a row of it.
        var row: String
        var testDescription: String { name }
    }

    static let tables = [
        Table(name: "exchange", row: "exchange"), Table(name: "vsa_call", row: "VSA call"),
        Table(name: "user_action", row: "user action"),
    ]

    /// A finished recording with three rows in each table.
    private func recording(in folder: Folder) throws -> String {
        let path = folder.path("a.kinescope")
        let writer = try RecordingWriter.create(at: path)
        for number in 1...3 {
            let instant = Instant(microsecondsSince1970: Int64(number))
            try writer.append(.sample(number), operation: "authorize", matchKey: "key")
            try writer.append(
                VSACall(
                    ordinal: 0,
                    answeredAt: instant,
                    question: .checkAccessStatus(prompt: false),
                    answer: .accessStatus(.granted, nil)
                )
            )
            try writer.append(UserAction(ordinal: 0, occurredAt: instant, action: .play(resource: "KITE\(number)")))
        }
        try writer.finish()
        return path
    }

    private func problems(after sql: String) throws -> [String] {
        let folder = try Folder()
        let path = try recording(in: folder)
        #expect(try RecordingFile.open(path).verify() == [])
        try change(path, sql)
        return try RecordingFile.open(path).verify().map(\.description)
    }

    private static func hex(_ digest: SHA256.Digest) -> String {
        digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test("A finished recording has a sum and a count for each table, and no other")
    func keys() throws {
        let folder = try Folder()
        let path = try recording(in: folder)
        let keys = try DatabaseQueue(path: path).read {
            try String.fetchAll(
                $0,
                sql:
                    "SELECT key FROM recording WHERE key LIKE '%\\_digest' ESCAPE '\\' OR key LIKE '%\\_count' ESCAPE '\\'"
            )
        }
        let expected = Self.tables.flatMap { ["\($0.name)_count", "\($0.name)_digest"] } + ["information_digest"]
        #expect(keys.sorted() == expected.sorted())
        let tables = try DatabaseQueue(path: path).read {
            try String.fetchAll(
                $0,
                sql: "SELECT name FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
            )
        }
        let withDigests = try DatabaseQueue(path: path).read { database in
            try tables.filter { try database.columns(in: $0).contains { $0.name == "digest" } }
        }
        #expect(withDigests.sorted() == Self.tables.map(\.name).sorted(), "each table of rows with digests has a sum")
    }

    @Test("A sum that is not that of the rows' digests is named, alone", arguments: tables)
    func sum(table: Table) throws {
        let expected = ["recording, \(table.name)_digest: rows were changed together with their digests"]
        for sql in [
            "UPDATE recording SET value = 'x' WHERE key = '\(table.name)_digest'",
            "UPDATE recording SET value = '\(String(repeating: "0", count: 64))' WHERE key = '\(table.name)_digest'",
            "UPDATE recording SET value = upper(value) WHERE key = '\(table.name)_digest'",
            "DELETE FROM recording WHERE key = '\(table.name)_digest'",
        ] {
            #expect(try problems(after: sql) == expected, "\(sql)")
        }
    }

    @Test("A sum is SHA-256 over the digests of the rows by their ordinals", arguments: tables)
    func sumOfDigests(table: Table) throws {
        let folder = try Folder()
        let path = try recording(in: folder)
        try DatabaseQueue(path: path).read { database in
            let digests = try Data.fetchAll(database, sql: "SELECT digest FROM \(table.name) ORDER BY ordinal")
            let sum = try String.fetchOne(
                database,
                sql: "SELECT value FROM recording WHERE key = ?",
                arguments: ["\(table.name)_digest"]
            )
            #expect(digests.count == 3)
            #expect(sum == Self.hex(SHA256.hash(data: Data(digests.joined()))))
        }
    }

    @Test("A row that was changed together with its digest, as the format says it is computed, shows in the sum alone")
    func changedWithDigest() throws {
        func sha(_ text: String) -> SHA256.Digest { SHA256.hash(data: Data(text.utf8)) }
        let key = Self.hex(sha(#"["authorize","other"]"#)).prefix(16)
        let line = #"{"call":"checkAccessStatus"}"#
        let call = Self.hex(sha(#"[2,2,"{\"call\":\"checkAccessStatus\"}"]"#))
        let action = Self.hex(sha(#"[2,2,"play","KITE9"]"#))
        let cases = [
            (
                "exchange",
                "UPDATE exchange SET match_key = 'other', digest = CAST(substr(digest, 1, 72) || x'\(key)' AS BLOB) WHERE ordinal = 2"
            ),
            ("vsa_call", "UPDATE vsa_call SET line = '\(line)', digest = x'\(call)' WHERE ordinal = 2"),
            ("user_action", "UPDATE user_action SET argument = 'KITE9', digest = x'\(action)' WHERE ordinal = 2"),
        ]
        #expect(cases.map(\.0) == Self.tables.map(\.name))
        for (name, sql) in cases {
            #expect(
                try problems(after: sql) == [
                    "recording, \(name)_digest: rows were changed together with their digests"
                ],
                "\(sql)"
            )
        }
    }

    @Test("A changed row is named by its number, and the sum says no more", arguments: tables)
    func changedRow(table: Table) throws {
        let column =
            ["exchange": "started_at", "vsa_call": "answered_at", "user_action": "occurred_at"][table.name] ?? ""
        let field = table.name == "exchange" ? ", place or times" : ""
        #expect(
            try problems(after: "UPDATE \(table.name) SET \(column) = 9 WHERE ordinal = 2")
                == ["\(table.row) 2\(field): changed after it was recorded"]
        )
        #expect(try problems(after: "DELETE FROM \(table.name) WHERE ordinal = 2") == ["\(table.row) 2: missing"])
    }

    @Test("A count that is not that of the rows is named", arguments: tables)
    func count(table: Table) throws {
        func problems(_ value: String) throws -> [String] {
            try self.problems(after: "UPDATE recording SET value = '\(value)' WHERE key = '\(table.name)_count'")
        }
        #expect(try problems("4") == ["\(table.row) 4: missing"])
        #expect(try problems("2") == ["recording, \(table.name)_count: 2 were finished, and the last is number 3"])
        #expect(try problems("three") == ["recording, \(table.name)_count: is not a number"])
        #expect(
            try self.problems(after: "DELETE FROM recording WHERE key = '\(table.name)_count'")
                == ["recording, \(table.name)_count: missing"]
        )
    }

    @Test(
        "Each thing that is said of the whole is in the sum of information",
        arguments: [
            "UPDATE recording SET value = 'x' WHERE key = 'creator'",
            "UPDATE recording SET value = 'yes' WHERE key = 'redacted'",
            "UPDATE recording SET value = '77' WHERE key = 'matching_version'",
            "INSERT INTO recording VALUES ('archive_log', '{}')",
            "UPDATE recording SET value = 'x' WHERE key = 'information_digest'",
            "DELETE FROM recording WHERE key = 'information_digest'",
        ]
    )
    func information(sql: String) throws {
        let field = "creator, redacted, matching_version, archive_log or exchange_gaps"
        #expect(try problems(after: sql) == ["recording, \(field): changed after the recording was finished"])
    }

    @Test("Numbers that are said to be skipped are in it, too")
    func gaps() throws {
        let field = "creator, redacted, matching_version, archive_log or exchange_gaps"
        let found = try problems(after: "INSERT INTO recording VALUES ('exchange_gaps', '2')")
        #expect(found.first == "recording, \(field): changed after the recording was finished")
        #expect(found.dropFirst().first == "exchange 2: has a row, though it was skipped")
    }
}
