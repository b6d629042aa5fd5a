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
        PartDigests(columns, requestHeaders: requestHeaders?.prefix, responseHeaders: responseHeaders?.prefix).data
    }

    func insert(into database: Database, digest: Data) throws {
        try store("INSERT", in: database, digest: digest)
    }

    /// Writes over the row of the same ordinal.
    func replace(in database: Database, digest: Data) throws {
        try store("REPLACE", in: database, digest: digest)
    }

    private func store(_ verb: String, in database: Database, digest: Data) throws {
        let statement = try database.cachedStatement(
            sql: """
                \(verb) INTO exchange VALUES (
                    ?, ?, ?, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), ?, ?, ?, CAST(? AS TEXT), CAST(? AS TEXT),
                    ?, ?, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), ?
                )
                """
        )
        try statement.execute { binder in
            binder.bind(columns.ordinal)
            binder.bind(columns.startedAt)
            binder.bind(columns.durationMicroseconds)
            binder.bind(columns.method)
            binder.bind(columns.url)
            binder.bind(columns.requestVersion)
            binder.bind(requestHeadersID)
            binder.bind(requestBodyID)
            binder.bind(columns.status)
            binder.bind(columns.reason)
            binder.bind(columns.responseVersion)
            binder.bind(responseHeadersID)
            binder.bind(responseBodyID)
            binder.bind(columns.failure)
            binder.bind(columns.harExtras)
            binder.bind(columns.notes)
            binder.bind(columns.operation)
            binder.bind(columns.matchKey)
            binder.bind(digest)
        }
    }
}
