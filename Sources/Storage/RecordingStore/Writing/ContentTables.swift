import Documents
import Exchanges
import Foundation
import GRDB
import VirtualTime

/// Keeps bodies once, and header lists as often as it forgets them.
///
/// A body is looked up in its table. A header list is only looked up among the latest ones: most of a client's requests
/// share one list, while most responses have a date of their own and would fill an index for nothing.
struct ContentTables {
    private var headerLists: [Fingerprint: Int64] = [:]
    /// Those of them that the transaction in progress stored.
    private var latest: [Fingerprint] = []

    /// The number of header lists that are remembered at once; all are forgotten when there are more.
    private static let rememberedHeaderLists = 4_096

    /// The row of an exchange, its bodies and header lists stored.
    mutating func row(for exchange: Exchange, ordinal: Int, in database: Database) throws -> ExchangeRow {
        let requestHeaders = StoredJSON(exchange.request.headers).bytes
        let requestFingerprint = Fingerprint(of: requestHeaders)
        let requestBody = try exchange.request.body.map { try body($0, in: database) }
        let stored = StoredNotes(exchange.harExtras)
        var row = ExchangeRow(
            columns: ExchangeColumns(
                ordinal: Int64(ordinal),
                startedAt: exchange.startedAt.microsecondsSince1970,
                durationMicroseconds: exchange.durationMicroseconds,
                method: exchange.request.method,
                url: exchange.request.url,
                requestVersion: exchange.request.version,
                requestBody: requestBody?.fingerprint.prefix,
                harExtras: stored.harExtras,
                notes: stored.notes
            ),
            requestHeaders: requestFingerprint,
            requestHeadersID: try headerList(requestHeaders, requestFingerprint, in: database),
            requestBodyID: requestBody?.id
        )
        switch exchange.outcome {
        case .response(let response):
            let headers = StoredJSON(response.headers).bytes
            let fingerprint = Fingerprint(of: headers)
            row.columns.status = Int64(response.status)
            row.columns.reason = response.reason
            row.columns.responseVersion = response.version
            row.responseHeaders = fingerprint
            row.responseHeadersID = try headerList(headers, fingerprint, in: database)
            if let content = response.body {
                let body = try body(content, in: database)
                row.columns.responseBody = body.fingerprint.prefix
                row.responseBodyID = body.id
            }
        case .failure(let reason):
            row.columns.failure = reason
        }
        return row
    }

    private func body(_ bytes: [UInt8], in database: Database) throws -> (id: Int64, fingerprint: Fingerprint) {
        let fingerprint = Fingerprint(of: bytes)
        let sha256 = fingerprint.data
        // Empty data is bound as NULL, hence the COALESCE.
        let insert = try database.cachedStatement(
            sql: "INSERT INTO body (sha256, bytes) VALUES (?, COALESCE(?, x'')) ON CONFLICT (sha256) DO NOTHING"
        )
        try insert.execute { binder in
            binder.bind(sha256)
            binder.bind(bytes)
        }
        if database.changesCount == 1 { return (database.lastInsertedRowID, fingerprint) }
        let select = try database.cachedStatement(sql: "SELECT id FROM body WHERE sha256 = ?")
        guard let id = try Int64.fetchOne(select, arguments: [sha256]) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a body that was just stored is not there")
        }
        return (id, fingerprint)
    }

    private mutating func headerList(
        _ text: [UInt8],
        _ fingerprint: Fingerprint,
        in database: Database
    ) throws -> Int64 {
        if let id = headerLists[fingerprint] { return id }
        let insert = try database.cachedStatement(sql: "INSERT INTO header_list (fields) VALUES (CAST(? AS TEXT))")
        try insert.execute { $0.bind(text) }
        let id = database.lastInsertedRowID
        if headerLists.count >= Self.rememberedHeaderLists { headerLists.removeAll(keepingCapacity: true) }
        headerLists[fingerprint] = id
        latest.append(fingerprint)
        return id
    }

    /// Keeps what was stored since the last call, since it is committed.
    mutating func keepLatest() { latest.removeAll(keepingCapacity: true) }

    /// Forgets what was stored since the last call, since it was rolled back.
    mutating func forgetLatest() {
        for fingerprint in latest { headerLists[fingerprint] = nil }
        latest.removeAll(keepingCapacity: true)
    }

    /// Removes the bodies and header lists that no exchange has any longer.
    static func removeUnused(in database: Database) throws {
        for (table, columns) in [
            ("header_list", ["request_headers", "response_headers"]), ("body", ["request_body", "response_body"]),
        ] {
            let used = columns.map { "SELECT \($0) FROM exchange WHERE \($0) IS NOT NULL" }
            try database.execute(
                sql: "DELETE FROM \(table) WHERE id NOT IN (\(used.joined(separator: " UNION ALL ")))"
            )
        }
    }
}
