import Exchanges
import GRDB
public import VirtualTime

/// The line that stands for an exchange in a list: what is known without reading headers and bodies.
public struct ExchangeSummary: Hashable, Sendable {
    /// Its place, from 1.
    public var ordinal: Int
    /// The start of the request.
    public var startedAt: Instant
    /// From the start of the request to the end of the answer, in whole microseconds.
    public var durationMicroseconds: Int64
    /// The method, as written.
    public var method: String
    /// The absolute URL, as written.
    public var url: String
    /// The status code; nil if there was no answer.
    public var status: Int?
    /// The reason that there was no response.
    public var failure: String?
    /// The name of the exchange; nil if the writer did not store it.
    public var operation: String?
    /// The key that two equal requests share.
    public var matchKey: String?
    /// The bytes of the request's body; nil if there was none.
    public var requestBodyCount: Int?
    /// The bytes of the response's body; nil if there was none.
    public var responseBodyCount: Int?
    /// True if the response is Kinescope's own: nobody had one for the request.
    public var isUnmatched = false
}

extension RecordingFile {
    /// One line for each exchange, by ordinal.
    ///
    /// - Throws: ``RecordingStoreError`` if the file is damaged or cannot be read.
    public func summaries() throws(RecordingStoreError) -> [ExchangeSummary] {
        try reading { database in
            let budget = try ByteBudget(for: database)
            let sql = "SELECT id, length(bytes) FROM body ORDER BY id"
            let lengths = try ValuesByID(database, sql: sql, budget) { row in row.integer(1).map { Int($0) } }
            let statement = try database.makeStatement(
                sql: """
                    SELECT ordinal, started_at, duration_us, method, url, status, failure, operation, match_key,
                        request_body, response_body,
                        status >= 400 AND EXISTS (
                            SELECT 1 FROM header_list WHERE id = response_headers AND instr(fields, ?)
                        )
                    FROM exchange ORDER BY ordinal
                    """
            )
            let rows = try budget.rows(statement, arguments: ["\"\(HTTPResponse.unmatchedHeader)\""])
            var summaries: [ExchangeSummary] = []
            var order = AscendingOrdinals(of: "exchange")
            while let row = try rows.next() {
                try order.next(row.integer(0) ?? 0)
                summaries.append(try Self.summary(row, lengths))
            }
            return summaries
        }
    }

    private static func summary(_ row: Row, _ lengths: ValuesByID<Int>) throws -> ExchangeSummary {
        ExchangeSummary(
            ordinal: Int(row.integer(0) ?? 0),
            startedAt: Instant(microsecondsSince1970: row.integer(1) ?? 0),
            durationMicroseconds: row.integer(2) ?? 0,
            method: try row.string(3) ?? "",
            url: try row.string(4) ?? "",
            status: row.integer(5).map { Int($0) },
            failure: try row.string(6),
            operation: try row.string(7),
            matchKey: try row.string(8),
            requestBodyCount: lengths[row.integer(9)],
            responseBodyCount: lengths[row.integer(10)],
            isUnmatched: row.integer(11) == 1
        )
    }
}
