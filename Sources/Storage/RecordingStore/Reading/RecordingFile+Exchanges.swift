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
            var reader = ExchangeReader(path: path)
            let statement = try database.cachedStatement(sql: ExchangeReader.sql + " WHERE ordinal = ?")
            // A cursor's row still has the stored bytes; a fetched one is a copy whose texts end at the first NUL.
            let rows = try reader.rows(statement, arguments: [ordinal], in: database)
            return try rows.next { try reader.exchange($0, in: database) }
        }
    }

    /// Calls `body` with each exchange, by ordinal; only a few are in memory at a time.
    ///
    /// - Parameters:
    ///   - ordinals: only these; nil stands for all.
    ///   - body: it may read this file, too.
    /// - Throws: what `body` throws; ``RecordingStoreError`` if the file is damaged or cannot be read.
    public func forEachExchange(in ordinals: ClosedRange<Int>? = nil, _ body: (Exchange) throws -> Void) throws {
        try forEachExchange(in: ordinals, with: ExchangeReader(path: path), body)
    }

    func forEachExchange(
        in ordinals: ClosedRange<Int>?,
        with reader: ExchangeReader,
        _ body: (Exchange) throws -> Void
    ) throws {
        var reader = reader
        let last = ordinals?.upperBound ?? .max
        // Also below 1, where no writer puts a row: whatever is there is read.
        var next = ordinals?.lowerBound ?? .min
        while true {
            let batch = try exchanges(from: next, through: last, with: &reader)
            for exchange in batch { try body(exchange) }
            guard let end = batch.last?.ordinal, end < last else { return }
            next = end + 1
        }
    }

    private func exchanges(
        from first: Int,
        through last: Int,
        with reader: inout ExchangeReader
    ) throws(RecordingStoreError) -> [Exchange] {
        try reading { try reader.batch(from: first, through: last, in: $0) }
    }

    /// The first exchange after `ordinal` that has this match key: its ordinal, or nil if there is none.
    ///
    /// The index answers it, as fast among a million exchanges as among ten.
    ///
    /// - Throws: ``RecordingStoreError`` if the file is damaged there or cannot be read.
    package func firstMatch(key: String, after ordinal: Int = 0) throws(RecordingStoreError) -> Int? {
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

    /// Returns the name of the exchange of this ordinal; nil if there is none, or its writer did not store it.
    ///
    /// - Throws: ``RecordingStoreError`` if the file is damaged there or cannot be read.
    public func operation(of ordinal: Int) throws(RecordingStoreError) -> String? {
        try reading { database in
            let statement = try database.cachedStatement(sql: "SELECT operation FROM exchange WHERE ordinal = ?")
            return try ByteBudget(for: database).rows(statement, arguments: [ordinal]).next { try $0.string(0) }
        }
    }
}

/// Turns rows into exchanges; those that refer to the same body or header list share it.
struct ExchangeReader {
    private let path: String
    private var bodies: SharedContent<[UInt8]>
    private var headerLists: SharedContent<HeaderFields>
    /// For one way through the exchanges; nil before the first.
    private var budget: ByteBudget?

    /// A reader of the recording at `path` that remembers bodies and header lists of so many bytes each.
    init(path: String, remembering bytes: Int = ExchangeReader.rememberedBytes) {
        self.path = path
        bodies = SharedContent(limit: bytes)
        headerLists = SharedContent(limit: bytes)
    }

    /// An exchange; bodies and header lists are looked up by themselves, and not again where they are known.
    static let sql = """
        SELECT ordinal, started_at, duration_us, method, url, request_version, request_headers, request_body, status,
            reason, response_version, response_headers, response_body, failure, archive_entry, notes
        FROM exchange
        """

    /// So many exchanges are read at a time, as long as their bodies are small.
    private static let batchCount = 32
    /// A batch ends with the exchange that passes this many bytes.
    private static let batchBytes = 4 << 20
    /// The number of bytes remembered of bodies, and of header lists, where exchanges are only passing through.
    static let rememberedBytes = 4 << 20

    /// The first exchanges of this range; none if there are no more.
    mutating func batch(from first: Int, through last: Int, in database: Database) throws -> [Exchange] {
        let statement = try database.cachedStatement(
            sql: Self.sql + " WHERE ordinal BETWEEN ? AND ? ORDER BY ordinal LIMIT ?"
        )
        let rows = try rows(statement, arguments: [first, last, Self.batchCount], in: database)
        var batch: [Exchange] = []
        var bytes = 0
        var order = AscendingOrdinals(of: "exchange", from: Int64(first))
        while bytes < Self.batchBytes, let row = try rows.next() {
            try order.next(row.integer(0) ?? 0)
            let exchange = try exchange(row, in: database)
            bytes += (exchange.request.body?.count ?? 0) + (exchange.response?.body?.count ?? 0)
            batch.append(exchange)
        }
        return batch
    }

    /// The rows of a statement, charged with all others that this reader has read.
    mutating func rows(
        _ statement: Statement,
        arguments: StatementArguments,
        in database: Database
    ) throws -> ChargedRows {
        let budget = try self.budget ?? ByteBudget(for: database)
        self.budget = budget
        // A recorder may be writing meanwhile.
        try budget.measure(database)
        return try budget.rows(statement, arguments: arguments)
    }

    /// The exchange of a row of ``sql``.
    mutating func exchange(_ row: Row, in database: Database) throws -> Exchange {
        let ordinal = row.integer(0) ?? 0
        let request = HTTPRequest(
            method: try row.string(3) ?? "",
            url: try row.string(4) ?? "",
            version: try row.string(5) ?? "",
            headers: try fields(row.integer(6), "request headers", ordinal, in: database),
            body: try body(row.integer(7), "request body", ordinal, in: database)
        )
        return Exchange(
            ordinal: Int(ordinal),
            startedAt: Instant(microsecondsSince1970: row.integer(1) ?? 0),
            durationMicroseconds: row.integer(2) ?? 0,
            request: request,
            outcome: try outcome(row, ordinal, in: database),
            harExtras: try harExtras(row, ordinal)
        )
    }

    private mutating func outcome(_ row: Row, _ ordinal: Int64, in database: Database) throws -> Exchange.Outcome {
        guard let status = row.integer(8) else { return .failure(try row.string(13) ?? "") }
        return .response(
            HTTPResponse(
                status: Int(status),
                reason: try row.string(9) ?? "",
                version: try row.string(10) ?? "",
                headers: try fields(row.integer(11), "response headers", ordinal, in: database),
                body: try body(row.integer(12), "response body", ordinal, in: database)
            )
        )
    }

    private mutating func fields(
        _ id: Int64?,
        _ name: String,
        _ ordinal: Int64,
        in database: Database
    ) throws -> HeaderFields {
        if let id, let known = headerLists[id] { return known }
        let sql = "SELECT fields FROM header_list WHERE id = ?"
        guard let id, let bytes = try stored(sql, id, isNew: !headerLists.hasForgotten(id), in: database),
            let value = try? JSONValue(parsing: bytes, limits: .stored), let fields = value.headerFields
        else { throw damaged(ordinal, "\(name) are missing or no list of fields") }
        headerLists.remember(fields, as: id, bytes: bytes.count)
        return fields
    }

    private mutating func body(
        _ id: Int64?,
        _ name: String,
        _ ordinal: Int64,
        in database: Database
    ) throws -> [UInt8]? {
        guard let id else { return nil }
        if let known = bodies[id] { return known }
        let sql = "SELECT bytes FROM body WHERE id = ?"
        guard let bytes = try stored(sql, id, isNew: !bodies.hasForgotten(id), in: database) else {
            throw damaged(ordinal, "\(name) is missing")
        }
        bodies.remember(bytes, as: id, bytes: bytes.count)
        return bytes
    }

    /// The bytes that a row holds, as they are stored; nil if there is no such row.
    ///
    /// What is read once more, since it was forgotten, is not charged again.
    private func stored(_ sql: String, _ id: Int64, isNew: Bool, in database: Database) throws -> [UInt8]? {
        let statement = try database.cachedStatement(sql: sql)
        let charged = try (isNew ? budget : nil) ?? ByteBudget(for: database)
        return try charged.rows(statement, arguments: [id]).next { try $0.bytes(0) }
    }

    private func harExtras(_ row: Row, _ ordinal: Int64) throws -> JSONObject? {
        let entry = try object(row, 14, "archive entry", ordinal)
        let notes = try object(row, 15, "notes", ordinal)
        if notes != nil, entry?[RecorderNotes.key] != nil {
            throw damaged(ordinal, "its notes are in the archive entry, too")
        }
        return StoredNotes.entry(entry, notes)
    }

    private func object(_ row: Row, _ column: Int, _ name: String, _ ordinal: Int64) throws -> JSONObject? {
        guard let bytes = try row.bytes(column) else { return nil }
        guard let value = try? JSONValue(parsing: bytes, limits: .stored), let object = value.object else {
            throw damaged(ordinal, "\(name) is not a JSON object")
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
