import CorpusKit
import Foundation
import Fuzzing
import Testing
import VirtualTime

@testable import FuzzReadings
@testable import ShellFuzzing

/// Changes of one byte, and of a row with its digest: made where they say, noticed by verifying, and a finding if they
/// were not.
@Suite struct RecordingChangeTests {
    private static func seed(_ name: String) throws -> [UInt8] {
        let file = try #require(Corpus.files("RecordingFile", "seed").first { $0.hasSuffix("/\(name).kinescope") })
        return Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    }

    /// Recordings that have something in every column between them.
    private static let seeds = [
        "one-exchange", "two-operations", "account-responses", "stimuli-of-every-action", "failure",
        "binary-body-and-notes", "bodies-shared", "repaired-with-an-id",
    ]

    @Test("Tables are found in the pages, with the values that SQLite would give")
    func tables() throws {
        let tables = try RecordedTables(Self.seed("account-responses"))
        let calls = try #require(tables.rows["vsa_call"])
        #expect(calls.map(\.number) == (1...Int64(calls.count)).map { $0 })
        #expect(calls.allSatisfy { $0.values[0].isNull && $0.values[3].bytes.count == 32 })
        #expect(calls.allSatisfy { ($0.values[1].integer ?? 0) > 1_500_000_000_000_000 }, "microseconds since 1970")
        #expect(calls.allSatisfy { $0.values[2].bytes.starts(with: "{".utf8) })
        let rows = try #require(tables.rows["recording"])
        #expect(
            rows.contains { $0.values[0].bytes == Array("finished".utf8) && $0.values[1].bytes == Array("yes".utf8) }
        )
        #expect(tables.isUTF8)
        #expect(throws: RecordedTables.Unreadable.self) { try RecordedTables([UInt8](repeating: 0, count: 4096)) }
        #expect(throws: RecordedTables.Unreadable.self) { try RecordedTables([]) }
    }

    @Test("Integers are those that records write in one byte to eight, and in none")
    func integers() {
        func value(_ serial: UInt64, _ bytes: [UInt8]) -> Int64? {
            RecordedTables.Value(serial: serial, serialPlace: 0, bytes: bytes, places: []).integer
        }
        #expect(value(1, [0xFF]) == -1)
        #expect(value(2, [0x01, 0x00]) == 256)
        #expect(value(6, [0x80, 0, 0, 0, 0, 0, 0, 0]) == .min)
        #expect(value(8, []) == 0)
        #expect(value(9, []) == 1)
        #expect(value(13, []) == nil)
    }

    @Test("SHA-256 of nothing, of abc and of a block's length is that of FIPS 180-4")
    func digests() {
        func hex(_ text: String) -> String {
            IndependentSHA256.digest(Array(text.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
                .joined()
        }
        #expect(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
        #expect(hex(long) == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    }

    @Test("One changed byte in any column of any table is noticed", arguments: seeds)
    func columns(_ name: String) throws {
        let file = try Self.seed(name)
        let folder = try ScratchFolder.borrowed()
        defer { folder.giveBack() }
        #expect(try RecordingFileChecks.problems(of: file, folder) == [], "\(name) is sound as it is")
        let tables = try RecordedTables(file)
        for (table, columns) in RecordedTables.columns.enumerated() {
            let rows = tables.rows[columns.table]?.count ?? 0
            for row in Set([0, rows / 2, rows - 1]).sorted() where row >= 0 {
                for column in columns.columns.indices {
                    let draw = UInt64(column) << 32 | UInt64(row * 7 + column)
                    guard
                        let change = RecordingChange.change(tables, table: table, row: row, column: column, draw: draw)
                    else { continue }
                    try change.requireNoticed(RecordingFileChecks.problems(of: change.applied(to: file), folder))
                }
            }
        }
    }

    @Test(
        "So it is in a recording that nobody finished, but for what it says of the whole",
        arguments: ["unfinished", "unfinished-bodies-shared", "unfinished-account-responses"]
    )
    func unfinished(_ name: String) throws {
        let file = try Self.seed(name)
        let folder = try ScratchFolder.borrowed()
        defer { folder.giveBack() }
        #expect(try RecordingFileChecks.problems(of: file, folder) == [], "\(name) is sound as it is")
        let tables = try RecordedTables(file)
        var changed: Set<String> = []
        for draw in 0..<20 as Range<UInt64> {
            let changes = RecordingChange.unfinished(draw, tables)
            changed.formUnion(changes.map { "\($0.table).\($0.column)" })
            for change in changes {
                try change.requireNoticed(RecordingFileChecks.problems(of: change.applied(to: file), folder))
            }
        }
        #expect(!changed.contains { $0.hasPrefix("recording.") })
    }

    @Test(
        "A body under another digest is noticed, whether or not somebody finished the recording",
        arguments: [
            "bodies-shared", "two-operations", "unfinished", "unfinished-bodies-shared", "unfinished-two-operations",
        ]
    )
    func misnamed(_ name: String) throws {
        let file = try Self.seed(name)
        let folder = try ScratchFolder.borrowed()
        defer { folder.giveBack() }
        let tables = try RecordedTables(file)
        for row in 0..<(tables.rows["body"]?.count ?? 0) {
            let body = try #require(MisnamedBody(tables, in: file, row: row))
            let problems = try RecordingFileChecks.problems(of: body.file, folder)
            #expect(problems == ["database, body: the sha256 of row \(body.number) is not that of its bytes"])
            try body.requireNoticed(problems)
            try body.requireNoticed(nil)
            #expect(throws: PropertyFailure.self) { try body.requireNoticed([]) }
        }
        #expect(MisnamedBody(tables, in: file, row: 99) == nil)
    }

    @Test("Every column of every table is changed in one recording or another")
    func everyColumn() throws {
        var changed: Set<String> = []
        for name in Self.seeds {
            let tables = try RecordedTables(Self.seed(name))
            for (table, columns) in RecordedTables.columns.enumerated() {
                for row in 0..<(tables.rows[columns.table]?.count ?? 0) {
                    for column in columns.columns.indices
                    where RecordingChange.change(tables, table: table, row: row, column: column, draw: 0) != nil {
                        changed.insert("\(columns.table).\(columns.columns[column])")
                    }
                }
            }
        }
        let all = Set(RecordedTables.columns.flatMap { table in table.columns.map { "\(table.table).\($0)" } })
        #expect(all.subtracting(changed).sorted() == [])
    }

    @Test("What nobody vouches for is not changed: ids of the file, lists that no exchange refers to")
    func unvouched() throws {
        let tables = try RecordedTables(Self.seed("repaired-with-an-id"))
        let rows = try #require(tables.rows["recording"])
        let own = rows.indices.filter {
            ["id", "log", "interrupted"].contains(String(decoding: rows[$0].values[0].bytes, as: UTF8.self))
        }
        #expect(!own.isEmpty)
        for row in own {
            #expect(RecordingChange.change(tables, table: 0, row: row, column: 1, draw: 0) == nil)
        }
    }

    @Test("Numbers draw changes of every table, the same from the same number")
    func drawn() throws {
        let tables = try RecordedTables(Self.seed("account-responses"))
        let changes = (0..<200).compactMap { RecordingChange.drawn($0, tables) }
        #expect(changes.count > 190)
        #expect(Set(changes.map(\.table)).count > 1)
        #expect(RecordingChange.drawn(7, tables) == RecordingChange.drawn(7, tables))
    }

    @Test("A change that verifying does not tell of is a finding")
    func silence() throws {
        let change = RecordingChange(table: "body", column: "bytes", place: 0, mask: 1)
        #expect(throws: PropertyFailure.self) { try change.requireNoticed([]) }
        try change.requireNoticed(["exchange 1: changed"])
        try change.requireNoticed(nil)
        #expect(change.applied(to: [0, 0]) == [1, 0])
    }

    @Test("A row changed together with its digest is told by the digest over all rows of its table")
    func forged() throws {
        let folder = try ScratchFolder.borrowed()
        defer { folder.giveBack() }
        var tables: Set<String> = []
        for name in Self.seeds {
            let file = try Self.seed(name)
            let recorded = try RecordedTables(file)
            for table in ForgedRow.tables.indices {
                guard let forged = ForgedRow(recorded, in: file, table: table, row: 0) else { continue }
                tables.insert(forged.table)
                try forged.requireNoticed(RecordingFileChecks.problems(of: forged.file, folder))
                #expect(throws: PropertyFailure.self) { try forged.requireNoticed([]) }
                #expect(throws: PropertyFailure.self) { try forged.requireNoticed(nil) }
                #expect(throws: PropertyFailure.self) { try forged.requireNoticed(["exchange 1: missing"]) }
            }
        }
        #expect(tables == ["exchange", "vsa_call", "user_action"])
    }

    @Test("A text is written as SQLite's json_array writes it")
    func json() {
        func json(_ text: String) -> String? {
            let bytes = Array(text.utf8)
            let value = RecordedTables.Value(
                serial: UInt64(13 + 2 * bytes.count),
                serialPlace: 0,
                bytes: bytes,
                places: []
            )
            return ForgedRow.json(value)
        }
        #expect(json("a\"\\\u{8}\t\n\u{C}\r\u{1}\u{7F}ä/") == #""a\"\\\b\t\n\f\r\u0001"# + "\u{7F}ä/\"")
        #expect(ForgedRow.json(RecordedTables.Value(serial: 0, serialPlace: 0, bytes: [], places: [])) == "null")
        #expect(ForgedRow.json(RecordedTables.Value(serial: 15, serialPlace: 0, bytes: [0xFF], places: [])) == nil)
    }
}
