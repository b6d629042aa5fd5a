import GRDB
import GRDBSQLite

/// The number of bytes of texts and blobs that one way through the rows may come to: as many as the pages have.
///
/// In a file that someone made, rows of fifty bytes may share the pages of one long text, and each would have it whole.
/// To copy them takes no steps that a ``StepBudget`` counts. What a writer stored has its bytes to itself, so a reader
/// that reads it once never comes to more than there are.
final class ByteBudget {
    private var limit: Int64
    private var spent: Int64 = 0

    /// A budget for reading this database.
    init(for database: Database) throws {
        limit = try Self.bytes(of: database)
    }

    /// The file may have grown since this budget was made.
    func measure(_ database: Database) throws { limit = max(limit, try Self.bytes(of: database)) }

    private static func bytes(of database: Database) throws -> Int64 {
        let count = try Int64.fetchOne(try database.cachedStatement(sql: "PRAGMA page_count")) ?? 0
        let size = try Int64.fetchOne(try database.cachedStatement(sql: "PRAGMA page_size")) ?? 0
        return max(count, 1).multipliedReportingOverflow(by: max(size, 1)).partialValue
    }

    /// The rows that `sql` selects, each charged as it comes.
    func rows(_ database: Database, sql: String) throws -> ChargedRows {
        try rows(try database.makeStatement(sql: sql))
    }

    /// The rows of a statement, each charged as it comes.
    func rows(_ statement: Statement, arguments: StatementArguments = StatementArguments()) throws -> ChargedRows {
        ChargedRows(statement: statement, cursor: try Row.fetchCursor(statement, arguments: arguments), budget: self)
    }

    /// Charges all that the row at which `statement` stands holds, whatever type its columns should have.
    ///
    /// - Throws: `DatabaseError` if that is more than is left.
    fileprivate func charge(_ statement: Statement) throws {
        let row = unsafe statement.sqliteStatement
        let count = unsafe sqlite3_data_count(row)
        for index in 0..<count {
            let type = unsafe sqlite3_column_type(row, index)
            guard type == SQLITE_TEXT || type == SQLITE_BLOB else { continue }
            spent += unsafe Int64(sqlite3_column_bytes(row, index))
        }
        guard spent <= limit else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT,
                message: "its rows hold more than its pages: one of them shares pages with others"
            )
        }
    }
}

/// Rows that are charged to a budget as they come, with every column they have.
struct ChargedRows {
    fileprivate let statement: Statement
    fileprivate let cursor: RowCursor
    fileprivate let budget: ByteBudget

    /// The next row; nil behind the last.
    ///
    /// - Throws: `DatabaseError` if the budget does not suffice for it.
    func next() throws -> Row? {
        guard let row = try cursor.next() else { return nil }
        try budget.charge(statement)
        return row
    }

    /// Returns the result of `body` for the next row; nil behind the last.
    ///
    /// A row lives no longer than its cursor.
    func next<Answer>(_ body: (Row) throws -> Answer?) throws -> Answer? {
        try withExtendedLifetime(cursor) { try next().flatMap(body) }
    }
}
