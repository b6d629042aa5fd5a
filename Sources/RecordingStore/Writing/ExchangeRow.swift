import Foundation
import GRDB

/// An exchange ready to be inserted: its columns, and the ids of what it refers to.
struct ExchangeRow {
    var columns: ExchangeColumns
    var requestHeaders: Fingerprint?
    var requestHeadersID: Int64
    var requestBodyID: Int64?
    var responseHeaders: Fingerprint?
    var responseHeadersID: Int64?
    var responseBodyID: Int64?

    var digest: Data {
        PartDigests(columns, requestHeaders: requestHeaders, responseHeaders: responseHeaders).data
    }

    func insert(into database: Database, digest: Data) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO exchange VALUES (
                    ?, ?, ?, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), ?, ?, ?, CAST(? AS TEXT), CAST(? AS TEXT),
                    ?, ?, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), ?
                )
                """
        )
        let values: [DatabaseValue] = [
            columns.ordinal.databaseValue,
            columns.startedAt.databaseValue,
            columns.durationMicroseconds.databaseValue,
            text(columns.method),
            text(columns.url),
            text(columns.requestVersion),
            requestHeadersID.databaseValue,
            integer(requestBodyID),
            integer(columns.status),
            text(columns.reason),
            text(columns.responseVersion),
            integer(responseHeadersID),
            integer(responseBodyID),
            text(columns.failure),
            columns.archiveEntry.map { Data($0).databaseValue } ?? .null,
            text(columns.operation),
            text(columns.matchKey),
            digest.databaseValue,
        ]
        try statement.execute(arguments: StatementArguments(values))
    }
}

/// A text to be bound where the statement casts to TEXT.
///
/// GRDB binds strings up to the first NUL; a request may hold one, and is then bound as bytes.
func text(_ value: String?) -> DatabaseValue {
    guard let value else { return .null }
    // Empty data would be bound as NULL.
    return value.utf8.contains(0) ? Data(value.utf8).databaseValue : value.databaseValue
}

private func integer(_ value: Int64?) -> DatabaseValue { value.map(\.databaseValue) ?? .null }
