import FuzzReadings
import Fuzzing

/// A body of a recording's file under another digest than its own, in its row and in the index, as whoever changes it by SQL
/// leaves it: SQLite finds nothing wrong with that.
///
/// No exchange's digest has it, and whoever goes on with the recording would take the body for another.
struct MisnamedBody {
    /// The file with the digest changed.
    var file: [UInt8]
    /// The number of the body's row.
    var number: Int64

    /// The body of this row under the digest beside its own; nil if the digest does not stand in an index as well.
    init?(_ tables: RecordedTables, in file: [UInt8], row: Int) {
        guard let rows = tables.rows["body"], rows.indices.contains(row), let number = rows[row].number else {
            return nil
        }
        let digest = rows[row].values[1]
        guard digest.bytes.count == 32, let last = digest.bytes.last else { return nil }
        // Keys of an index are in order: the next one must not be passed.
        let isAlone = rows.allSatisfy {
            $0.number == number || !$0.values[1].bytes.starts(with: digest.bytes.dropLast())
        }
        var places: [Int] = []
        for start in 0...max(0, file.count - 32) where file[start] == digest.bytes[0] {
            if file[start...].starts(with: digest.bytes) { places.append(start + 31) }
        }
        guard isAlone, places.count == 2, places.contains(where: { $0 == digest.places.last }) else { return nil }
        var file = file
        for place in places { file[place] = last ^ 1 }
        self.file = file
        self.number = number
    }

    /// Verifying tells of it, whether or not somebody finished the recording, or the file is no recording any more.
    ///
    /// What it tells is not looked at: the digest may stand in a page that nobody uses, and not in the index.
    ///
    /// - Parameter problems: what verifying told of the changed file; nil if it was refused.
    /// - Throws: the property, if it told nothing.
    func requireNoticed(_ problems: [String]?) throws(PropertyFailure) {
        guard let problems else { return }
        try require(!problems.isEmpty, "misnamed-bodies-are-noticed", "row \(number)")
    }
}
