import Documents
import Exchanges
import Foundation
import GRDB

/// The rows of the table `recording` about the whole, apart from counts and digests.
struct InformationRows: Hashable {
    var creator: String
    var redacted: String
    var archiveLog: String?
    var matchingVersion: String
    /// ``OrdinalGaps/text``; nil if there are none.
    var exchangeGaps: String?

    init(_ information: RecordingInformation, matchingVersion: Int) {
        creator = information.creator
        redacted = information.isRedacted ? "yes" : "no"
        archiveLog = information.archiveLog.map { JSONValue.object($0).serialized }
        self.matchingVersion = String(matchingVersion)
        exchangeGaps = information.skippedExchanges.isEmpty ? nil : information.skippedExchanges.text
    }

    /// The rows as the table has them; nil if one that must be there is missing.
    init?(_ rows: [String: String]) {
        guard let creator = rows["creator"], let redacted = rows["redacted"],
            let matchingVersion = rows["matching_version"]
        else { return nil }
        self.creator = creator
        self.redacted = redacted
        self.matchingVersion = matchingVersion
        archiveLog = rows["archive_log"]
        exchangeGaps = rows["exchange_gaps"]
    }

    /// SHA-256 over `[creator,redacted,matching_version,archive_log,exchange_gaps]`, as hexadecimal digits.
    var digest: String {
        let text = StoredJSON(
            .text(creator),
            .text(redacted),
            .text(matchingVersion),
            .optional(archiveLog),
            .optional(exchangeGaps)
        )
        return Fingerprint(of: text.bytes).hex
    }

    func write(to database: Database) throws {
        try RecordingTable.remove(["archive_log", "exchange_gaps"], from: database)
        try RecordingTable.write(
            [
                ("creator", creator),
                ("redacted", redacted),
                ("matching_version", matchingVersion),
            ] + (archiveLog.map { [("archive_log", $0)] } ?? []) + (exchangeGaps.map { [("exchange_gaps", $0)] } ?? []),
            to: database
        )
    }
}

/// The table `recording`: names and values.
enum RecordingTable {
    static func write(_ rows: [(key: String, value: String)], to database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "INSERT OR REPLACE INTO recording VALUES (?, CAST(? AS TEXT))"
        )
        for row in rows {
            try statement.execute { binder in
                binder.bind(row.key)
                binder.bind(row.value)
            }
        }
    }

    /// Takes back that the recording is finished.
    static func removeCompletion(from database: Database) throws {
        try remove(
            [
                "exchange_count", "vsa_call_count", "user_action_count", "exchange_digest", "vsa_call_digest",
                "user_action_digest", "exchange_gaps", "information_digest", "finished",
            ],
            from: database
        )
    }

    static func remove(_ keys: [String], from database: Database) throws {
        for key in keys { try database.execute(sql: "DELETE FROM recording WHERE key = ?", arguments: [key]) }
    }

    /// The names there are; a row of another name says nothing, and may be anything.
    static let keys = [
        "creator", "redacted", "matching_version", "archive_log", "exchange_gaps", "exchange_count", "vsa_call_count",
        "user_action_count", "exchange_digest", "vsa_call_digest", "user_action_digest", "information_digest",
        "finished", "interrupted", "id", "log", "secret",
    ]

    static func read(_ database: Database) throws -> [String: String] {
        var values: [String: String] = [:]
        let names = keys.map { "'\($0)'" }.joined(separator: ", ")
        let cursor = try Row.fetchCursor(
            database,
            sql: "SELECT key, value FROM recording WHERE key IN (\(names))"
        )
        while let row = try cursor.next() {
            let key = try row.string(0) ?? ""
            // Of pages that refer to each other the rows come as good as without end.
            guard values[key] == nil else {
                throw DatabaseError(
                    resultCode: .SQLITE_CORRUPT,
                    message: "the table recording has the key \(key) twice"
                )
            }
            values[key] = try row.string(1)
        }
        return values
    }
}
