import GRDB

/// Holds rows that are read by ordinal to their order.
///
/// SQLite takes the pages of a table as they refer to each other: where two of them refer to the same one, its rows come
/// twice, and in a tree of such pages as good as without end.
struct AscendingOrdinals {
    private let table: String
    private let first: Int64
    private var last: Int64?

    /// The rows of `table` from the ordinal `first` on.
    init(of table: String, from first: Int64 = .min) {
        self.table = table
        self.first = first
    }

    private var room: Int64 = .max

    /// The rows of `table`, whose texts together are no longer than the file: rows that share the pages of a long text
    /// would each have it.
    init(of table: String, in database: Database) throws {
        self.init(of: table)
        room = try Self.bytes(of: database)
    }

    /// The bytes in all pages of the database.
    static func bytes(of database: Database) throws -> Int64 {
        let count = try Int64.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        let size = try Int64.fetchOne(database, sql: "PRAGMA page_size") ?? 0
        return max(count, 1).multipliedReportingOverflow(by: max(size, 1)).partialValue
    }

    /// The next row has this ordinal, and texts of so many bytes.
    ///
    /// - Throws: `DatabaseError` if it cannot come next.
    mutating func next(_ ordinal: Int64, bytes: Int = 0) throws {
        room -= Int64(bytes)
        guard room >= 0 else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT,
                message: "the rows of the table \(table) share pages, at row \(ordinal)"
            )
        }

        guard ordinal >= first, last.map({ $0 < ordinal }) ?? true else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT,
                message: "the rows of the table \(table) are out of order at row \(ordinal)"
            )
        }
        last = ordinal
    }
}
