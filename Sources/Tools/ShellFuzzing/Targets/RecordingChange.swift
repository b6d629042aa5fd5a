import FuzzReadings
import Fuzzing
import VirtualTime

/// A change of one byte in a recording's file, where a value stands: verifying must tell of it.
struct RecordingChange: Hashable {
    var table: String
    var column: String
    /// The offset of the byte in the file, and below it the mask of its bit.
    var place: Int
    var mask: UInt8

    /// The file with that byte changed.
    func applied(to file: [UInt8]) -> [UInt8] {
        var file = file
        file[place] ^= mask
        return file
    }

    /// The rows of `recording` that a digest, a count or the end of a recording vouches for.
    ///
    /// In no digest are `id`, `log`, `interrupted` and `secret` (recording-format.md), and none of them before it is finished.
    private static let vouched: Set<String> = [
        "creator", "redacted", "matching_version", "archive_log", "exchange_gaps", "exchange_count", "vsa_call_count",
        "user_action_count", "exchange_digest", "vsa_call_digest", "user_action_digest", "information_digest",
        "finished",
    ]

    /// The changes of one value, one for each of the bits that `draw` draws; none where nobody would vouch for it.
    ///
    /// - Parameters:
    ///   - tables: the tables of the file.
    ///   - table: which of them, as a place in ``RecordedTables/columns``.
    ///   - row: which row.
    ///   - column: which column.
    ///   - draw: chooses among the bytes of the value and their bits.
    ///   - isFinished: whether somebody finished the recording.
    /// - Returns: the change; nil if the value has no byte, or nothing would be another recording then.
    static func change(
        _ tables: RecordedTables,
        table: Int,
        row: Int,
        column: Int,
        draw: UInt64,
        isFinished: Bool = true
    ) -> RecordingChange? {
        let (name, columns) = RecordedTables.columns[table]
        guard let rows = tables.rows[name], rows.indices.contains(row) else { return nil }
        let value = rows[row].values[column]
        var change = RecordingChange(table: name, column: columns[column], place: 0, mask: 1)
        if let place = rows[row].numberPlace, column == 0 {
            // The row's own number, which stands before the record.
            change.place = place
        } else if value.serial == 8 || value.serial == 9 {
            // 0 and 1 have no bytes but their types.
            change.place = value.serialPlace
        } else {
            guard !value.places.isEmpty else { return nil }
            change.place = value.places[Int(draw % UInt64(value.places.count))]
            change.mask = 1 << UInt8(draw >> 32 & 7)
        }
        return change.isVouchedFor(tables, rows[row], column, isFinished) ? change : nil
    }

    private func isVouchedFor(
        _ tables: RecordedTables,
        _ row: RecordedTables.Row,
        _ column: Int,
        _ isFinished: Bool
    ) -> Bool {
        switch (table, self.column) {
        case ("recording", _):
            return isFinished && Self.vouched.contains(String(decoding: row.values[0].bytes, as: UTF8.self))
        // A writer leaves none that no exchange refers to, and nobody would miss it.
        case ("header_list", _): return Self.isReferredTo(row.number, by: [6, 11], tables)
        case ("body", "id"): return Self.isReferredTo(row.number, by: [7, 12], tables)
        case ("exchange", "request_headers"), ("exchange", "response_headers"):
            // The same list may stand there twice.
            guard let old = row.values[column].integer else { return false }
            let lists = tables.rows["header_list"] ?? []
            return lists.filter { $0.number == old }.allSatisfy { mine in
                lists.allSatisfy { $0.number == mine.number || $0.values[1].bytes != mine.values[1].bytes }
            }
        default: return true
        }
    }

    private static func isReferredTo(_ number: Int64?, by columns: [Int], _ tables: RecordedTables) -> Bool {
        (tables.rows["exchange"] ?? []).contains { row in
            columns.contains { row.values[$0].integer == number }
        }
    }

    /// A change that `draw` chooses: a table, a row of it, one of its columns, a byte and a bit; nil if there is none.
    static func drawn(_ draw: UInt64, _ tables: RecordedTables) -> RecordingChange? {
        var generator = SeededGenerator(seed: draw)
        // Some columns are empty in most rows: a few more are tried.
        for _ in 0..<16 {
            let table = generator.below(RecordedTables.columns.count)
            let (name, columns) = RecordedTables.columns[table]
            let count = tables.rows[name]?.count ?? 0
            guard count > 0 else { continue }
            let (row, column) = (generator.below(count), generator.below(columns.count))
            if let change = change(tables, table: table, row: row, column: column, draw: generator.next()) {
                return change
            }
        }
        return nil
    }

    /// Changes that `draw` chooses in a recording that nobody finished, one in each table: hardly any input but a seed is such
    /// a recording and sound, so that one change of each would be few.
    static func unfinished(_ draw: UInt64, _ tables: RecordedTables) -> [RecordingChange] {
        var generator = SeededGenerator(seed: draw)
        return RecordedTables.columns.enumerated().compactMap { table, columns in
            let row = generator.below(max(1, tables.rows[columns.table]?.count ?? 0))
            let column = generator.below(columns.columns.count)
            let draw = generator.next()
            return change(tables, table: table, row: row, column: column, draw: draw, isFinished: false)
        }
    }

    /// Verifying tells of the change, or the file is no recording any more.
    ///
    /// - Parameter problems: what verifying told of the changed file; nil if it was refused.
    /// - Throws: the property, if it told nothing.
    func requireNoticed(_ problems: [String]?) throws(PropertyFailure) {
        guard let problems else { return }
        try require(
            !problems.isEmpty,
            "one-changed-byte-is-noticed",
            "byte \(place) with \(mask), in \(table).\(column)"
        )
    }
}
