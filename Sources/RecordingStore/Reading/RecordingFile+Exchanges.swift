import Documents
public import Exchanges
import Foundation
import GRDB
import VirtualTime

extension RecordingFile {
    /// The exchange of this ordinal with its bodies, or nil if there is none.
    ///
    /// - Throws: ``RecordingStoreError`` if the file is damaged there or cannot be read.
    public func exchange(ordinal: Int) throws(RecordingStoreError) -> Exchange? {
        try reading { database in
            let statement = try database.cachedStatement(sql: ExchangeReader.sql + " WHERE e.ordinal = ?")
            // A cursor's row still has the stored bytes; a fetched one is a copy whose texts end at the first NUL.
            let cursor = try Row.fetchCursor(statement, arguments: [ordinal])
            return try cursor.next().map { try ExchangeReader(path: path).exchange($0) }
        }
    }

    /// Calls `body` with each exchange, by ordinal; only a few are in memory at a time.
    ///
    /// - Parameters:
    ///   - ordinals: only these; nil stands for all.
    ///   - body: it may read this file, too.
    /// - Throws: what `body` throws; ``RecordingStoreError`` if the file is damaged or cannot be read.
    public func forEachExchange(in ordinals: ClosedRange<Int>? = nil, _ body: (Exchange) throws -> Void) throws {
        let last = ordinals?.upperBound ?? .max
        // Also below 1, where no writer puts a row: whatever is there is read.
        var next = ordinals?.lowerBound ?? .min
        while true {
            let batch = try exchanges(from: next, through: last)
            for exchange in batch { try body(exchange) }
            guard let end = batch.last?.ordinal, end < last else { return }
            next = end + 1
        }
    }

    private func exchanges(from first: Int, through last: Int) throws(RecordingStoreError) -> [Exchange] {
        try reading { try ExchangeReader(path: path).batch(from: first, through: last, in: $0) }
    }

    /// The first exchange after `ordinal` that has this match key: its ordinal, or nil if there is none.
    ///
    /// The index answers it, as fast among a million exchanges as among ten.
    ///
    /// - Throws: ``RecordingStoreError`` if the file is damaged there or cannot be read.
    public func firstMatch(key: String, after ordinal: Int = 0) throws(RecordingStoreError) -> Int? {
        try reading { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT ordinal FROM exchange
                    WHERE match_key = COALESCE(CAST(? AS TEXT), '') AND ordinal > ? ORDER BY ordinal LIMIT 1
                    """
            )
            return try Int.fetchOne(statement, arguments: [Data(key.utf8), ordinal])
        }
    }

    /// The match keys of these exchanges, in their order; those that have none are left out.
    ///
    /// - Throws: ``RecordingStoreError`` if the file is damaged there or cannot be read.
    public func matchKeys(of ordinals: [Int]) throws(RecordingStoreError) -> [String] {
        try reading { database in
            let statement = try database.cachedStatement(sql: "SELECT match_key FROM exchange WHERE ordinal = ?")
            var keys: [String] = []
            for ordinal in ordinals {
                let cursor = try Row.fetchCursor(statement, arguments: [ordinal])
                if let key = try cursor.next()?.string(0) { keys.append(key) }
            }
            return keys
        }
    }
}

/// Turns rows into exchanges.
struct ExchangeReader {
    var path: String

    /// An exchange, what it refers to looked up.
    static let sql = """
        SELECT e.ordinal, e.started_at, e.duration_us, e.method, e.url, e.request_version, q.fields, qb.bytes,
            e.status, e.reason, e.response_version, r.fields, rb.bytes, e.failure, e.archive_entry,
            e.request_body, e.response_body
        FROM exchange AS e
        LEFT JOIN header_list AS q ON q.id = e.request_headers
        LEFT JOIN header_list AS r ON r.id = e.response_headers
        LEFT JOIN body AS qb ON qb.id = e.request_body
        LEFT JOIN body AS rb ON rb.id = e.response_body
        """

    /// So many exchanges are read at a time, as long as their bodies are small.
    private static let batchCount = 32
    /// A batch ends with the exchange that passes this many bytes.
    private static let batchBytes = 4 << 20

    /// The first exchanges of this range; none if there are no more.
    func batch(from first: Int, through last: Int, in database: Database) throws -> [Exchange] {
        let statement = try database.cachedStatement(
            sql: Self.sql + " WHERE e.ordinal BETWEEN ? AND ? ORDER BY e.ordinal LIMIT ?"
        )
        let cursor = try Row.fetchCursor(statement, arguments: [first, last, Self.batchCount])
        var batch: [Exchange] = []
        var bytes = 0
        var order = AscendingOrdinals(of: "exchange", from: Int64(first))
        while bytes < Self.batchBytes, let row = try cursor.next() {
            try order.next(row.integer(0) ?? 0)
            let exchange = try exchange(row)
            bytes += (exchange.request.body?.count ?? 0) + (exchange.response?.body?.count ?? 0)
            batch.append(exchange)
        }
        return batch
    }

    func exchange(_ row: Row) throws -> Exchange {
        let ordinal = row.integer(0) ?? 0
        let request = HTTPRequest(
            method: try row.string(3) ?? "",
            url: try row.string(4) ?? "",
            version: try row.string(5) ?? "",
            headers: try fields(row, 6, "request headers", ordinal),
            body: try body(row, 7, reference: 15, "request body", ordinal)
        )
        return Exchange(
            ordinal: Int(ordinal),
            startedAt: Instant(microsecondsSince1970: row.integer(1) ?? 0),
            durationMicroseconds: row.integer(2) ?? 0,
            request: request,
            outcome: try outcome(row, ordinal),
            archiveEntry: try archiveEntry(row, ordinal)
        )
    }

    private func outcome(_ row: Row, _ ordinal: Int64) throws -> Exchange.Outcome {
        guard let status = row.integer(8) else { return .failure(try row.string(13) ?? "") }
        return .response(
            HTTPResponse(
                status: Int(status),
                reason: try row.string(9) ?? "",
                version: try row.string(10) ?? "",
                headers: try fields(row, 11, "response headers", ordinal),
                body: try body(row, 12, reference: 16, "response body", ordinal)
            )
        )
    }

    private func fields(_ row: Row, _ index: Int, _ name: String, _ ordinal: Int64) throws -> HeaderFields {
        guard let bytes = try row.bytes(index), let value = try? JSONValue(parsing: bytes, limits: .stored),
            let fields = value.headerFields
        else { throw damaged(ordinal, "\(name) are missing or no list of fields") }
        return fields
    }

    private func body(_ row: Row, _ index: Int, reference: Int, _ name: String, _ ordinal: Int64) throws -> [UInt8]? {
        guard row.integer(reference) != nil else { return nil }
        guard let bytes = try row.bytes(index) else { throw damaged(ordinal, "\(name) is missing") }
        return bytes
    }

    private func archiveEntry(_ row: Row, _ ordinal: Int64) throws -> JSONObject? {
        guard let bytes = try row.bytes(14) else { return nil }
        guard let value = try? JSONValue(parsing: bytes, limits: .stored), let object = value.object else {
            throw damaged(ordinal, "archive entry is no JSON object")
        }
        return object
    }

    private func damaged(_ ordinal: Int64, _ detail: String) -> RecordingStoreError {
        RecordingStoreError(path, .damaged("exchange \(ordinal): \(detail)"))
    }
}

extension JSONValue {
    /// The header fields that an array of `[name, value]` pairs lists, or nil if it is something else.
    fileprivate var headerFields: HeaderFields? {
        guard let array else { return nil }
        let fields: HeaderFields = array.compactMap { pair in
            guard let pair = pair.array, pair.count == 2, let name = pair[0].string, let value = pair[1].string
            else { return nil }
            return HeaderField(name, value)
        }
        return fields.count == array.count ? fields : nil
    }
}
