import Documents
import Exchanges
import Foundation
import GRDB
import SubscriberAccount
import VirtualTime

/// A VSA call as its row holds it: the instant, and the line of the VSA log.
struct VSACallRow {
    var ordinal: Int64
    var answeredAt: Int64
    var line: String

    init(ordinal: Int64, answeredAt: Int64, line: String) {
        self.ordinal = ordinal
        self.answeredAt = answeredAt
        self.line = line
    }

    init(_ response: VSACall, ordinal: Int) {
        self.ordinal = Int64(ordinal)
        answeredAt = response.answeredAt.microsecondsSince1970
        line = VSALog.line(for: response)
    }

    /// SHA-256 over `[ordinal,answered_at,line]`.
    var digest: Data { Fingerprint(of: StoredJSON(.integer(ordinal), .integer(answeredAt), .text(line)).bytes).data }

    /// The response, or nil if the line is none of a VSA log.
    var response: VSACall? {
        guard let parsed = try? VSALog.parse(Array(line.utf8), limits: .stored), parsed.count == 1,
            var response = parsed.first
        else { return nil }
        response.ordinal = Int(ordinal)
        response.answeredAt = Instant(microsecondsSince1970: answeredAt)
        return response
    }

    /// Inserts the row, and answers its digest.
    func insert(into database: Database) throws -> Data {
        let digest = digest
        try database.cachedStatement(sql: "INSERT INTO vsa_call VALUES (?, ?, CAST(? AS TEXT), ?)")
            .execute { binder in
                binder.bind(ordinal)
                binder.bind(answeredAt)
                binder.bind(line)
                binder.bind(digest)
            }
        return digest
    }
}

/// A user action as its row holds it.
struct UserActionRow {
    var ordinal: Int64
    var occurredAt: Int64
    var columns: UserActionColumns

    init(ordinal: Int64, occurredAt: Int64, columns: UserActionColumns) {
        self.ordinal = ordinal
        self.occurredAt = occurredAt
        self.columns = columns
    }

    init(_ userAction: UserAction, ordinal: Int) {
        self.ordinal = Int64(ordinal)
        occurredAt = userAction.occurredAt.microsecondsSince1970
        columns = UserActionColumns(userAction.action)
    }

    /// SHA-256 over `[ordinal,occurred_at,action,argument]`.
    var digest: Data {
        let text = StoredJSON(
            .integer(ordinal),
            .integer(occurredAt),
            .text(columns.action),
            .optional(columns.argument)
        )
        return Fingerprint(of: text.bytes).data
    }

    /// The user action, or nil if its action is none that is known.
    var userAction: UserAction? {
        columns.kindOfUserAction.map {
            UserAction(ordinal: Int(ordinal), occurredAt: Instant(microsecondsSince1970: occurredAt), action: $0)
        }
    }

    /// Inserts the row, and answers its digest.
    func insert(into database: Database) throws -> Data {
        let digest = digest
        try database.cachedStatement(sql: "INSERT INTO user_action VALUES (?, ?, CAST(? AS TEXT), CAST(? AS TEXT), ?)")
            .execute { binder in
                binder.bind(ordinal)
                binder.bind(occurredAt)
                binder.bind(columns.action)
                binder.bind(columns.argument)
                binder.bind(digest)
            }
        return digest
    }
}
