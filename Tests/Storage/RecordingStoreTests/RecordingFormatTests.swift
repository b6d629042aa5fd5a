import Checkout
import Crypto
import Documents
import Exchanges
import Foundation
import GRDB
import RecordingStore
import SubscriberAccount
import Testing

@Suite("The format is the one that Documentation/reference/recording-format.md defines")
struct RecordingFormatTests {
    private static let page = Checkout.top.appending(path: "Documentation/reference/recording-format.md")

    private func database(_ exchanges: [Exchange] = [.sample(1)]) throws -> DatabaseQueue {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        try write(exchanges, to: path)
        let copy = try DatabaseQueue()
        try DatabaseQueue(path: path).backup(to: copy)
        return copy
    }

    @Test("Every table, index and view is documented as it is made")
    func schema() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let documented = text.components(separatedBy: "```sql\n").dropFirst()
            .compactMap { $0.components(separatedBy: ";\n```").first }
        let made = try database().read {
            try String.fetchAll($0, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
        }
        #expect(documented.sorted() == made.sorted())
    }

    @Test("Each question of the page has an answer in SQL that a recording understands")
    func questions() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let blocks = text.components(separatedBy: "```sqlite\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        let database = try database()
        #expect(blocks.count >= 10)
        for query in blocks.joined().split(separator: ";").map(String.init) where !query.allSatisfy(\.isWhitespace) {
            #expect(throws: Never.self, "\(query)") { _ = try database.read { try Row.fetchAll($0, sql: query) } }
        }
    }

    @Test("Application, version and page size are those of the page")
    func pragmas() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        try write([.sample(1)], to: path)
        try recorder(at: folder.path("b.kinescope")).finish()
        for (name, count) in [("c.kinescope", (16 << 20) - 1), ("d.kinescope", 16 << 20)] {
            var options = RecordingWriter.Options()
            options.expectedBytes = count
            try RecordingWriter.create(at: folder.path(name), options: options).finish()
        }
        let names = ["application_id", "user_version", "page_size", "journal_mode", "encoding"]
        for (path, pageSize) in [
            (path, "8192"), (folder.path("b.kinescope"), "4096"), (folder.path("c.kinescope"), "2048"),
            (folder.path("d.kinescope"), "8192"),
        ] {
            let values = try DatabaseQueue(path: path).read { database in
                try names.map { try String.fetchOne(database, sql: "PRAGMA \($0)") }
            }
            #expect(values == ["\(0x4B49_4E45)", "2", pageSize, "delete", "UTF-8"])
        }
    }

    @Test("The rows of the table recording are those of the page")
    func recordingRows() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let keys = try database().read { try String.fetchAll($0, sql: "SELECT key FROM recording") }
        for key in keys { #expect(text.contains("`\(key)`")) }
        #expect(keys.count == 12)
    }

    @Test("The digests can be computed again from the page, with SQLite's JSON and any SHA-256")
    func digests() throws {
        var odd = Exchange.sample(2)
        odd.request.url = "a\u{1}\u{1F}\u{7F}\"\\/\n\u{8}é𝄞"
        odd.request.body = [0, 1, 2]
        odd.harExtras = ["a": .null, "_kinescope": .object(["isIntercepted": .bool(true)])]
        var failed = Exchange.sample(3)
        failed.outcome = .failure("x")
        try database([.sample(1), odd, failed]).read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT json_array(e.ordinal, started_at, duration_us), json_array(method, url, request_version),
                        q.fields, qb.bytes, json_array(status, reason, response_version, failure), r.fields, rb.bytes,
                        archive_entry, notes, json_array(operation, match_key), digest
                    FROM exchange AS e
                    LEFT JOIN header_list AS q ON q.id = request_headers
                    LEFT JOIN header_list AS r ON r.id = response_headers
                    LEFT JOIN body AS qb ON qb.id = request_body
                    LEFT JOIN body AS rb ON rb.id = response_body
                    ORDER BY e.ordinal
                    """
            )
            #expect(rows.count == 3)
            var sum = SHA256()
            for row in rows {
                var digest = Data()
                for part in 0..<10 {
                    let bytes = Data.fromDatabaseValue(row[part])
                    digest += bytes.map { Data(SHA256.hash(data: $0).prefix(8)) } ?? Data(count: 8)
                }
                #expect(row[10] == digest)
                sum.update(data: digest)
            }
            let hex = sum.finalize().map { String(format: "%02x", $0) }.joined()
            let stored = try String.fetchOne(
                database,
                sql: "SELECT value FROM recording WHERE key = 'exchange_digest'"
            )
            #expect(stored == hex)
        }
    }

    @Test("A person reads times, headers and bodies in the view")
    func view() throws {
        let row = try database().read { try Row.fetchOne($0, sql: "SELECT * FROM exchanges") }
        #expect(row?["started"] == "2026-11-20T21:59:17.577353Z")
        #expect(row?["duration_ms"] == 88.231)
        #expect(row?["request_headers"] == #"[["Host","api.auth.adobe.com"],["Accept","application/json"]]"#)
        #expect(row?["response_body"] == #"{"resource": "KITE1"}"#)
    }

    @Test("The views answer what there is, in order, what failed, and which numbers were skipped")
    func views() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path)
        try writer.append(.sample(7, status: 404), at: 7, operation: "v1.authorize")
        try writer.append(.sample(2), at: 2, operation: "v1.authorize")
        var failed = Exchange.sample(4)
        failed.outcome = .failure("the server was not reached")
        try writer.append(failed, at: 4)
        let between = Exchange.sample(3).startedAt
        try writer.append(UserAction(ordinal: 0, occurredAt: between, action: .play(resource: "KITE1")))
        let granted = #"{"at":"2026-11-20T21:59:22.000001Z","call":"checkAccessStatus","accessStatus":"granted"}"#
        for response in try VSALog.parse(Array(granted.utf8)) { try writer.append(response) }
        writer.skip(9)
        try writer.finish()
        func rows(_ sql: String) throws -> [String] {
            try DatabaseQueue(path: path).read { database in
                try Row.fetchAll(database, sql: sql).map { row in
                    row.map { value in
                        switch value.1.storage {
                        case .null: "NULL"
                        case .int64(let number): "\(number)"
                        case .string(let text): text
                        case .double, .blob: "other"
                        }
                    }.joined(separator: "|")
                }
            }
        }
        #expect(
            try rows("SELECT substr(at, 18, 2), kind, ordinal, what, result FROM timeline") == [
                "18|exchange|2|v1.authorize|200", "19|user action|1|play|NULL",
                "20|exchange|4|GET|the server was not reached", "22|VSA call|1|checkAccessStatus|granted",
                "23|exchange|7|v1.authorize|404",
            ]
        )
        #expect(
            try rows("SELECT ordinal, status, failure FROM failures")
                == ["4|NULL|the server was not reached", "7|404|NULL"]
        )
        #expect(
            try rows("SELECT operation, exchanges, failed, statuses FROM operations")
                == ["v1.authorize|2|1|404,200", "NULL|1|1|none"]
                || rows("SELECT operation, exchanges, failed, statuses FROM operations")
                    == ["v1.authorize|2|1|200,404", "NULL|1|1|none"]
        )
        #expect(try rows("SELECT * FROM skipped") == ["1|1", "3|3", "5|6", "8|9"])
        #expect(try rows("SELECT action, argument FROM user_actions") == [#"play|["KITE1"]"#])
    }

    @Test("What the recorder noted is in a column of its own, whatever stands before and behind it")
    func notes() throws {
        let notes = JSONValue.object(["isIntercepted": .bool(true)])
        let entries: [(JSONObject, harExtras: String?, notes: String?)] = [
            (["_kinescope": notes], nil, #"{"isIntercepted":true}"#),
            (
                ["connection": .string("1"), "_kinescope": notes, "timings": .object(["wait": .string("2")])],
                #"{"connection":"1","timings":{"wait":"2"}}"#, #"{"isIntercepted":true}"#
            ),
            (["connection": .string("1")], #"{"connection":"1"}"#, nil),
            // A HAR from elsewhere may have anything there.
            (["_kinescope": .string("x")], #"{"_kinescope":"x"}"#, nil),
            (
                JSONObject([JSONMember("_kinescope", notes), JSONMember("_kinescope", notes)]),
                #"{"_kinescope":{"isIntercepted":true},"_kinescope":{"isIntercepted":true}}"#, nil
            ),
        ]
        for (entry, harExtras, notes) in entries {
            var exchange = Exchange.sample(1)
            exchange.harExtras = entry
            let folder = try Folder()
            let path = folder.path("a.kinescope")
            try write([exchange], to: path)
            let row = try DatabaseQueue(path: path).read { try Row.fetchOne($0, sql: "SELECT * FROM exchange") }
            #expect(row?["archive_entry"] == harExtras)
            #expect(row?["notes"] == notes)
            #expect(try RecordingFile.open(path).recording().exchanges == [exchange])
        }
    }

    @Test("Notes that are no object, or there twice, are damage")
    func damagedNotes() throws {
        for sql in ["notes = '[]'", #"notes = '{}', archive_entry = '{"_kinescope":{}}'"#] {
            let folder = try Folder()
            let path = folder.path("a.kinescope")
            try write([.sample(1)], to: path)
            try change(path, "UPDATE exchange SET \(sql)")
            #expect(throws: RecordingStoreError.self) { try RecordingFile.open(path).recording() }
        }
    }

    @Test("Matching is answered by the index alone")
    func index() throws {
        let plan = try database().read {
            try Row.fetchAll(
                $0,
                sql: """
                    EXPLAIN QUERY PLAN SELECT ordinal FROM exchange
                    WHERE match_key = COALESCE(CAST('k' AS TEXT), '') AND ordinal > 3 ORDER BY ordinal LIMIT 1
                    """
            ).map { $0["detail"] as String }
        }
        #expect(plan == ["SEARCH exchange USING COVERING INDEX exchange_by_match_key (match_key=? AND ordinal>?)"])
    }
}
