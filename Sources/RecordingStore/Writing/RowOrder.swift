import Foundation
import GRDB

/// Puts rows in the order of their times: a recorder stores them in the order in which they were complete.
enum RowOrder {
    /// Gives the rows of each table the ordinals that there are, in the order of their times; where times are equal, the
    /// order stays.
    ///
    /// Digests follow. A row that is not what its digest says does not become so.
    static func restore(in database: Database) throws {
        try restore("exchange", by: "started_at", in: database, ExchangeMove.self)
        try restore("account_response", by: "answered_at", in: database, AccountResponseMove.self)
        try restore("stimulus", by: "occurred_at", in: database, StimulusMove.self)
    }

    private static func restore<Digest: MovedDigest>(
        _ table: String,
        by time: String,
        in database: Database,
        _ digests: Digest.Type
    ) throws {
        var rows: [(ordinal: Int64, time: Int64)] = []
        var isInOrder = true
        let cursor = try Row.fetchCursor(database, sql: "SELECT ordinal, \(time) FROM \(table) ORDER BY ordinal")
        var order = AscendingOrdinals(of: table)
        while let row = try cursor.next() {
            try order.next(row.integer(0) ?? 0)
            let next = (ordinal: row.integer(0) ?? 0, time: row.integer(1) ?? 0)
            if let last = rows.last, last.time > next.time { isInOrder = false }
            rows.append(next)
        }
        // Where there is an ordinal that no writer gives, someone else has put the rows in order.
        guard !isInOrder, rows[0].ordinal > 0 else { return }
        let mover = Mover<Digest>(table: table, database: database)
        // Which row comes to each place.
        var sources = rows.indices.sorted { (rows[$0].time, $0) < (rows[$1].time, $1) }
        let aside: Int64 = 0
        for start in rows.indices where sources[start] != start {
            // The rows that change places in a ring: one steps aside, each next one takes the place that is free.
            try mover.move(rows[start].ordinal, to: aside)
            var free = start
            while sources[free] != start {
                let source = sources[free]
                try mover.move(rows[source].ordinal, to: rows[free].ordinal, from: rows[source].ordinal)
                sources[free] = free
                free = source
            }
            try mover.move(aside, to: rows[free].ordinal, from: rows[start].ordinal)
            sources[free] = free
        }
    }
}

/// Moves the rows of one table.
private struct Mover<Digest: MovedDigest> {
    var table: String
    var database: Database

    /// Gives a row another ordinal for a while.
    func move(_ ordinal: Int64, to target: Int64) throws {
        try database.cachedStatement(sql: "UPDATE \(table) SET ordinal = ? WHERE ordinal = ?").execute { binder in
            binder.bind(target)
            binder.bind(ordinal)
        }
    }

    /// Gives the row another ordinal for good; its digest was made for the ordinal `origin`.
    func move(_ ordinal: Int64, to target: Int64, from origin: Int64) throws {
        let statement = try database.cachedStatement(sql: Digest.sql)
        let cursor = try Row.fetchCursor(statement, arguments: [ordinal])
        guard let digest = try cursor.next().map({ try Digest.digest($0, from: origin, to: target) }) else { return }
        try database.cachedStatement(sql: "UPDATE \(table) SET ordinal = ?, digest = ? WHERE ordinal = ?")
            .execute { binder in
                binder.bind(target)
                binder.bind(digest)
                binder.bind(ordinal)
            }
    }
}

/// How the digest of a row follows when it gets another ordinal.
private protocol MovedDigest {
    /// What has to be read of a row: its digest is the first column.
    static var sql: String { get }
    /// The digest at another place.
    static func digest(_ row: Row, from origin: Int64, to target: Int64) throws -> Data
}

private enum ExchangeMove: MovedDigest {
    static let sql = "SELECT digest, started_at, duration_us FROM exchange WHERE ordinal = ?"

    static func digest(_ row: Row, from origin: Int64, to target: Int64) throws -> Data {
        let stored = row[0] as Data? ?? Data()
        var columns = ExchangePlace(ordinal: origin, startedAt: row.integer(1) ?? 0, duration: row.integer(2) ?? 0)
        guard stored.starts(with: columns.digest) else { return stored }
        columns.ordinal = target
        return columns.digest + stored.dropFirst(columns.digest.count)
    }
}

private enum AccountResponseMove: MovedDigest {
    static let sql = "SELECT digest, answered_at, line FROM account_response WHERE ordinal = ?"

    static func digest(_ row: Row, from origin: Int64, to target: Int64) throws -> Data {
        let stored = row[0] as Data? ?? Data()
        var moved = AccountResponseRow(
            ordinal: origin,
            answeredAt: row.integer(1) ?? 0,
            line: try row.string(2) ?? ""
        )
        guard moved.digest == stored else { return stored }
        moved.ordinal = target
        return moved.digest
    }
}

private enum StimulusMove: MovedDigest {
    static let sql = "SELECT digest, occurred_at, action, argument FROM stimulus WHERE ordinal = ?"

    static func digest(_ row: Row, from origin: Int64, to target: Int64) throws -> Data {
        let stored = row[0] as Data? ?? Data()
        var moved = StimulusRow(
            ordinal: origin,
            occurredAt: row.integer(1) ?? 0,
            columns: StimulusColumns(action: try row.string(2) ?? "", argument: try row.string(3))
        )
        guard moved.digest == stored else { return stored }
        moved.ordinal = target
        return moved.digest
    }
}
