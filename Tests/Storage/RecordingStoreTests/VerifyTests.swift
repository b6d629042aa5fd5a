import Documents
import Exchanges
import Foundation
import RecordingStore
import Testing
import VirtualTime

@Suite("What was changed after a recording was finished is named")
struct VerifyTests {
    private func problems(after sql: String, extent: RecordingFile.Extent = .full) throws -> [String] {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try RecordingWriter.create(at: path)
        for number in 1...10 {
            var exchange = Exchange.sample(number)
            exchange.request.body = Array("n=\(number)".utf8)
            exchange.harExtras = ["n": .string("\(number)"), "_kinescope": .object(["n": .string("\(number)")])]
            try writer.append(exchange, operation: "authorize", matchKey: "key")
        }
        for number in 1...3 {
            try writer.append(
                UserAction(ordinal: 0, occurredAt: Instant(microsecondsSince1970: Int64(number)), action: .launch)
            )
        }
        try writer.finish()
        try change(path, sql)
        return try RecordingFile.open(path).verify(extent).map(\.description)
    }

    @Test(
        "A changed column is named by exchange and field",
        arguments: [
            ("started_at = started_at + 1", "place or times"),
            ("duration_us = 0", "place or times"),
            ("method = 'PUT'", "method, URL or version"),
            ("url = url || 'x'", "method, URL or version"),
            ("request_version = 'h2'", "method, URL or version"),
            ("request_headers = 3", "request headers"),
            ("request_body = NULL", "request body"),
            ("request_body = 3", "request body"),
            ("status = 403", "status, reason or failure"),
            ("reason = NULL", "status, reason or failure"),
            ("failure = ''", "status, reason or failure"),
            ("response_version = ''", "status, reason or failure"),
            ("response_headers = 1", "response headers"),
            ("response_headers = NULL", "response headers"),
            ("response_body = 3", "response body"),
            ("response_body = NULL", "response body"),
            ("archive_entry = '{}'", "archive entry"),
            ("archive_entry = NULL", "archive entry"),
            ("notes = '{}'", "notes"),
            ("notes = NULL", "notes"),
            ("operation = NULL", "operation or match key"),
            ("match_key = 'other'", "operation or match key"),
        ]
    )
    func changedColumn(_ assignment: String, _ field: String) throws {
        #expect(
            try problems(after: "UPDATE exchange SET \(assignment) WHERE ordinal = 7")
                == ["exchange 7, \(field): changed after it was recorded"]
        )
    }

    @Test("A changed body is named by the exchange that has it")
    func changedBody() throws {
        let sql = "UPDATE body SET bytes = x'00' WHERE id = (SELECT response_body FROM exchange WHERE ordinal = 4)"
        #expect(try problems(after: sql) == ["exchange 4, response body: changed after it was recorded"])
    }

    @Test("A changed header list is named by the exchange that has it")
    func changedHeaders() throws {
        let sql = """
            UPDATE header_list SET fields = '[["a","b"]]'
            WHERE id = (SELECT response_headers FROM exchange WHERE ordinal = 4)
            """
        #expect(try problems(after: sql) == ["exchange 4, response headers: changed after it was recorded"])
    }

    @Test("Rows that were cut out are named, at the start, within, and at the end")
    func cut() throws {
        #expect(
            try problems(after: "DELETE FROM exchange WHERE ordinal IN (1, 5, 6, 10)")
                == ["exchange 1: missing", "exchange 5: missing", "exchange 6: missing", "exchange 10: missing"]
        )
        #expect(try problems(after: "DELETE FROM exchange").count == 10)
        #expect(try problems(after: "DELETE FROM user_action WHERE ordinal = 2") == ["user action 2: missing"])
    }

    @Test("Rows that changed places are both named")
    func swapped() throws {
        let sql = """
            UPDATE exchange SET ordinal = -1 WHERE ordinal = 3;
            UPDATE exchange SET ordinal = 3 WHERE ordinal = 4;
            UPDATE exchange SET ordinal = 4 WHERE ordinal = -1;
            """
        #expect(
            try problems(after: sql) == [
                "exchange 3, place or times: changed after it was recorded",
                "exchange 4, place or times: changed after it was recorded",
            ]
        )
    }

    @Test("Two answers that changed places are both named")
    func swappedAnswers() throws {
        let sql = """
            CREATE TEMP TABLE before AS SELECT ordinal, response_body FROM exchange;
            UPDATE exchange SET response_body =
                (SELECT response_body FROM before WHERE before.ordinal = 11 - exchange.ordinal)
            WHERE ordinal IN (5, 6)
            """
        #expect(
            try problems(after: sql) == [
                "exchange 5, response body: changed after it was recorded",
                "exchange 6, response body: changed after it was recorded",
            ]
        )
    }

    @Test("A row that was added is named")
    func added() throws {
        let sql = """
            INSERT INTO exchange SELECT 11, started_at, duration_us, method, url, request_version, request_headers,
                request_body, status, reason, response_version, response_headers, response_body, failure, archive_entry,
                notes, operation, match_key, digest FROM exchange WHERE ordinal = 10
            """
        #expect(
            try problems(after: sql) == [
                "exchange 11, place or times: changed after it was recorded",
                "recording, exchange_count: 10 were finished, and the last is number 11",
            ]
        )
    }

    @Test("A row that was replaced together with its digest shows in the sum")
    func replacedWithDigest() throws {
        let sql = "UPDATE exchange SET status = 403, digest = zeroblob(80) WHERE ordinal = 4"
        #expect(try !problems(after: sql).isEmpty)
        #expect(
            try problems(after: "UPDATE recording SET value = 'x' WHERE key = 'exchange_digest'")
                == ["recording, exchange_digest: rows were changed together with their digests"]
        )
    }

    @Test("What is said about the whole is covered, too")
    func information() throws {
        #expect(try problems(after: "UPDATE recording SET value = 'yes' WHERE key = 'redacted'").count == 1)
        #expect(try problems(after: "UPDATE recording SET value = 'x' WHERE key = 'user_action_count'").count == 1)
        #expect(try problems(after: "INSERT INTO recording VALUES ('archive_log', '{}')").count == 1)
        #expect(try problems(after: "DELETE FROM recording WHERE key = 'finished'").count == 1)
    }

    @Test("A count that is missing is named, and so is a body that stands under the digest of another")
    func unnoticed() throws {
        for key in ["exchange_count", "vsa_call_count", "user_action_count"] {
            let problems = try problems(after: "DELETE FROM recording WHERE key = '\(key)'")
            #expect(problems == ["recording, \(key): missing"])
        }
        #expect(
            try problems(after: "UPDATE body SET sha256 = zeroblob(32) WHERE id = 2")
                == ["database, body: the sha256 of row 2 is not that of its bytes"]
        )
    }

    @Test("A changed stimulus is named")
    func userAction() throws {
        #expect(
            try problems(after: "UPDATE user_action SET action = 'cancel' WHERE ordinal = 2")
                == ["user action 2: changed after it was recorded"]
        )
    }

    @Test("A reference to nothing is named by table and row")
    func reference() throws {
        let problems = try problems(after: "UPDATE exchange SET response_body = 999 WHERE ordinal = 2")
        #expect(
            problems == [
                "database, exchange: row 2 refers to a row of body that is not there",
                "exchange 2, response body: changed after it was recorded",
            ]
        )
    }

    @Test("No more than a thousand problems are listed")
    func limit() throws {
        #expect(
            try problems(after: "UPDATE recording SET value = '1999999999' WHERE key = 'exchange_count'").count == 1_000
        )
        #expect(
            try problems(after: "UPDATE exchange SET ordinal = 9223372036854775807 WHERE ordinal = 10").count == 1_000
        )
        #expect(try problems(after: "UPDATE exchange SET ordinal = -9223372036854775808 WHERE ordinal = 1").count >= 1)
    }
}
