import Exchanges
import GRDB

/// The rows that each table has; those of exchanges may have gaps between their ordinals.
struct RowCounts: Hashable {
    var exchanges = 0
    var vsaCalls = 0
    var userActions = 0
    /// The largest number that an exchange was given, whether it has a row or not.
    var lastExchange = 0
    /// The numbers up to there that have no row.
    var exchangeGaps = OrdinalGaps()

    init() {}

    /// Counts the rows; `numbers` is how many exchanges are known to have been given a number.
    ///
    /// - Throws: `DatabaseError` if rows are out of order: their pages may then have no end.
    init(of database: Database, numbers: Int = 0) throws {
        let rows = try Row.fetchCursor(database, sql: "SELECT ordinal FROM exchange ORDER BY ordinal")
        var order = AscendingOrdinals(of: "exchange")
        while let row = try rows.next() {
            let ordinal = row.integer(0) ?? 0
            try order.next(ordinal)
            exchanges += 1
            // What no writer gives is for `verify` to tell.
            guard (1...Int64(OrdinalGaps.largest)).contains(ordinal) else { continue }
            exchangeGaps.add(after: lastExchange, before: Int(ordinal))
            lastExchange = Int(ordinal)
        }
        exchangeGaps.add(after: lastExchange, before: numbers + 1)
        lastExchange = max(lastExchange, numbers)
        vsaCalls = try Self.last("vsa_call", database)
        userActions = try Self.last("user_action", database)
    }

    /// Of these tables the last ordinal is the count: there are no gaps.
    private static func last(_ table: String, _ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT max(ordinal) FROM \(table)") ?? 0
    }
}
