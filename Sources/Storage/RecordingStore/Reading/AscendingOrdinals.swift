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

    /// The next row has this ordinal.
    ///
    /// - Throws: `DatabaseError` if it cannot come next.
    mutating func next(_ ordinal: Int64) throws {
        guard ordinal >= first, last.map({ $0 < ordinal }) ?? true else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT,
                message: "the rows of the table \(table) are out of order at row \(ordinal)"
            )
        }
        last = ordinal
    }
}
