import Exchanges
import Foundation
import GRDB
import RecordingStore
import Testing

@Suite("What is no sound recording is refused by name, and not changed")
struct BadFileTests {
    private func expect(
        _ cause: RecordingStoreError.Cause,
        _ path: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let before = try? Data(contentsOf: URL(fileURLWithPath: path))
        let error = #expect(throws: RecordingStoreError.self, sourceLocation: sourceLocation) {
            try RecordingFile.open(path)
        }
        #expect(error == RecordingStoreError(path, cause), sourceLocation: sourceLocation)
        #expect(error?.description.hasPrefix(path + ": ") == true, sourceLocation: sourceLocation)
        #expect(error?.description.contains("\n") == false, sourceLocation: sourceLocation)
        #expect((try? Data(contentsOf: URL(fileURLWithPath: path))) == before, sourceLocation: sourceLocation)
    }

    private func file(_ folder: Folder, _ bytes: some Sequence<UInt8>) throws -> String {
        let path = folder.path("bad.kinescope")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func sound(_ folder: Folder, _ count: Int = 200) throws -> [UInt8] {
        let path = folder.path("sound.kinescope")
        try write((1...count).map { .sample($0, body: String(repeating: "\($0) ", count: 300)) }, to: path)
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    @Test("A file that is not there")
    func missing() throws {
        let folder = try Folder()
        expect(.missing, folder.path("none.kinescope"))
        expect(.missing, folder.path("none") + "/a.kinescope")
        expect(.missing, "")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "nowhere")
        expect(.missing, folder.path("link"))
        #expect(folder.names == ["link"])
    }

    @Test("A folder, a device")
    func noFile() throws {
        let folder = try Folder()
        expect(.directory, folder.url.path)
        expect(.notAFile, "/dev/null")
    }

    @Test("An empty file")
    func empty() throws {
        let folder = try Folder()
        expect(.empty, try file(folder, []))
    }

    @Test("Garbage, short and long")
    func garbage() throws {
        let folder = try Folder()
        for count in [1, 15, 16, 99, 100, 5_000] {
            expect(.notSQLite, try file(folder, [UInt8](repeating: 0x7B, count: count)))
        }
    }

    @Test("The start of a header", arguments: [1, 15, 16, 99])
    func startOfHeader(_ count: Int) throws {
        let folder = try Folder()
        let bytes = try sound(folder, 1).prefix(count)
        expect(.truncated(size: Int64(count), expected: 100), try file(folder, bytes))
    }

    @Test("An SQLite file of another program")
    func foreign() throws {
        let folder = try Folder()
        let path = folder.path("foreign.db")
        try change(path, "CREATE TABLE a (b)")
        expect(.notARecording(applicationID: 0), path)
        try change(path, "PRAGMA application_id = 42")
        expect(.notARecording(applicationID: 42), path)
    }

    @Test("A recording of a newer format, and of one that never was")
    func newer() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        try write([.sample(1)], to: path)
        try change(path, "PRAGMA user_version = 3")
        expect(.newerFormat(found: 3, supported: 2), path)
        try change(path, "PRAGMA user_version = 1")
        expect(.olderFormat(found: 1), path)
        #expect("\(RecordingStoreError(path, .olderFormat(found: 1)))".contains("Scripts/convert-recordings"))
        try change(path, "PRAGMA user_version = 0")
        expect(.damaged("its header has format 0"), path)
    }

    @Test("A recording that lacks its tables")
    func noTables() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        try change(path, "PRAGMA application_id = \(0x4B49_4E45); PRAGMA user_version = 2; CREATE TABLE a (b)")
        expect(.damaged("it has the table \"a\", which no recording has"), path)
        try change(path, "DROP TABLE a")
        expect(.damaged("it has no table \"body\""), path)
        try FileManager.default.removeItem(atPath: path)
        try write([.sample(1)], to: path)
        try change(path, "DELETE FROM recording")
        expect(.damaged("the table recording lacks its rows"), path)
    }

    @Test("A recording that was cut off at any length is refused, or found out when it is read")
    func truncated() throws {
        let folder = try Folder()
        let bytes = try sound(folder)
        for count in stride(from: 100, to: bytes.count, by: 9_973) {
            expect(.truncated(size: Int64(count), expected: Int64(bytes.count)), try file(folder, bytes.prefix(count)))
        }
    }

    @Test("A page that was overwritten anywhere is found by verifying, and nothing traps")
    func damagedPages() throws {
        let folder = try Folder()
        let bytes = try sound(folder)
        let page = 8_192
        for (number, start) in stride(from: 0, to: bytes.count, by: page).enumerated() {
            for (offset, count) in [(0, page), (0, 16), (page / 2, 64), (page - 64, 64)] where start + offset >= 100 {
                var damaged = bytes
                for index in start + offset..<start + offset + count { damaged[index] = ~damaged[index] }
                let path = try file(folder, damaged)
                // Part of a page may be its unused middle, where nothing is damaged.
                let isFound = damage(path)
                #expect(isFound || count < page, "page \(number + 1), \(count) bytes at \(offset)")
                #expect(Array(try Data(contentsOf: URL(fileURLWithPath: path))) == damaged)
            }
        }
    }

    /// Checks whether reading everything fails with a typed error, or verifying lists problems.
    private func damage(_ path: String) -> Bool {
        do {
            let file = try RecordingFile.open(path)
            let problems = try file.verify()
            _ = try? file.summaries()
            _ = try? file.recording()
            _ = try? file.firstMatch(key: "key 1")
            return !problems.isEmpty
        } catch {
            if case .damaged = error.cause { return true }
            return false
        }
    }

    @Test("Rows of the right table with the wrong content are named")
    func wrongContent() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        for (sql, reason) in [
            ("UPDATE header_list SET fields = '{}'", "exchange 1: request headers are missing or no list of fields"),
            (
                "UPDATE header_list SET fields = '[[\"a\"]]'",
                "exchange 1: request headers are missing or no list of fields"
            ),
            ("DELETE FROM header_list", "exchange 1: request headers are missing or no list of fields"),
            ("DELETE FROM body", "exchange 1: response body is missing"),
            ("UPDATE exchange SET archive_entry = '['", "exchange 1: archive entry is not a JSON object"),
        ] {
            try? FileManager.default.removeItem(atPath: path)
            try write([.sample(1)], to: path)
            try change(path, sql)
            let file = try RecordingFile.open(path)
            #expect(throws: RecordingStoreError(path, .damaged(reason))) { try file.exchange(ordinal: 1) }
            #expect(try !file.verify().isEmpty)
        }
    }

    @Test(
        "Counts that cannot be are not believed",
        arguments: ["-1", "999999999999999999", "9223372036854775807", "many"]
    )
    func impossibleCounts(_ count: String) throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        try write((1...3).map { .sample($0) }, to: path)
        try change(path, "UPDATE recording SET value = '\(count)' WHERE key = 'exchange_count'")
        let file = try RecordingFile.open(path)
        #expect(file.exchangeCount == 3)
        #expect(try file.recording().exchanges.count == 3)
        #expect(try !file.verify().isEmpty)
    }

    @Test("What a file says of itself is compared byte by byte, whatever marks it has")
    func marks() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let marks = String(repeating: "\u{301}\u{316}", count: 2_000)
        for (sql, isFinished) in [
            ("UPDATE recording SET value = 'yes\(marks)' WHERE key = 'finished'", false),
            ("INSERT INTO recording VALUES ('finished\(marks)', 'no')", true),
            ("UPDATE recording SET value = 'yes\(marks)' WHERE key = 'redacted'", true),
            ("UPDATE recording SET value = '\(marks)' WHERE key = 'exchange_digest'", true),
        ] {
            try? FileManager.default.removeItem(atPath: path)
            try write([.sample(1)], to: path)
            let kept = folder.path("kept.kinescope")
            try? FileManager.default.removeItem(atPath: kept)
            try FileManager.default.copyItem(atPath: path, toPath: kept)
            try change(kept, sql)
            // A file that counts as unfinished is damaged: its digests are there.
            let file = try RecordingFile.open(kept)
            #expect(file.isFinished == isFinished && !file.information.isRedacted, "\(sql.prefix(60))")
            #expect(try file.recording().exchanges == [.sample(1)])
        }
    }

    @Test("A stimulus whose name is as long as a file is none that is known")
    func longUserAction() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        try write([.sample(1)], to: path)
        let name = "launch" + String(repeating: "\u{301}\u{316}", count: 1_000)
        try change(path, "INSERT INTO user_action VALUES (1, 0, '\(name)', NULL, x'')")
        #expect(throws: RecordingStoreError.self) { try RecordingFile.open(path).userActions() }
    }

    @Test("A recording can be read where nothing can be written")
    func readOnlyFolder() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        try write((1...3).map { .sample($0) }, to: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.url.path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path) }
        let file = try RecordingFile.open(path)
        #expect(try file.recording().exchanges.count == 3)
        #expect(try file.verify().isEmpty)
        #expect(folder.names == ["a.kinescope"])
    }

    @Test("Several readers at once read the same")
    func readers() async throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let exchanges = (1...100).map { Exchange.sample($0) }
        try write(exchanges, to: path)
        let shared = try RecordingFile.open(path)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let file = number % 2 == 0 ? shared : try RecordingFile.open(path)
                    return try file.recording().exchanges == exchanges
                }
            }
            for try await same in group { #expect(same) }
        }
    }

    @Test(
        "What a damaged file holds breaks no error over lines",
        arguments: ["b\nc", "b\r\nc", "b\u{85}c", "b\u{2028}c"]
    )
    func oneLine(text: String) {
        let error = RecordingStoreError("a.kinescope", .damaged(text))
        let problem = IntegrityProblem(.exchange(1), field: text, reason: text)
        for shown in ["\(error)", "\(problem)"] {
            let ends: Set<Unicode.Scalar> = ["\n", "\r", "\u{85}", "\u{2028}"]
            #expect(!shown.unicodeScalars.contains { ends.contains($0) })
            #expect(shown.contains("b\\u{"))
        }
    }
}
