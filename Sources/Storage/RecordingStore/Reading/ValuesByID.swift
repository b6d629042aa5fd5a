import GRDB

/// One value for each row of a table that exchanges refer to, found by the row's id.
///
/// Each row is read once, however many refer to it: a join would read a large body again for every exchange that has it.
/// Two sorted lists take half of what a dictionary would.
struct ValuesByID<Value> {
    private var ids: [Int64] = []
    private var values: [Value] = []

    /// The values that `make` makes of the rows of `sql`, whose first column is the id, in ascending order.
    ///
    /// Rows for which it answers nil are left out.
    init(_ database: Database, sql: String, _ budget: ByteBudget, _ make: (Row) throws -> Value?) throws {
        let rows = try budget.rows(database, sql: sql)
        while let row = try rows.next() {
            // Of pages that refer to each other the rows come as good as without end (AscendingOrdinals): whoever refers
            // to what is left out finds nothing.
            guard let id = row.integer(0), ids.last.map({ $0 < id }) ?? true else { return }
            guard let value = try make(row) else { continue }
            ids.append(id)
            values.append(value)
        }
    }

    /// The value of the row with this id; nil if there is none.
    subscript(_ id: Int64?) -> Value? {
        guard let id else { return nil }
        var range = ids.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if ids[middle] == id { return values[middle] }
            range = ids[middle] < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}
