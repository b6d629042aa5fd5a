import GRDB
import GRDBSQLite

/// The number of steps that SQLite's machine may make for one statement or more, before they are taken for some without
/// end.
///
/// In a file that someone made, many pages may refer to the same one, and in a tree of such pages there are as good as
/// endless rows: not only where a table is read by its rows, which ``AscendingOrdinals`` guards, but wherever SQLite
/// goes through pages by itself, when it reads the definitions or checks them.
///
/// At first there are only as many as the definitions of a recording take: a row of them costs SQLite no more steps than any
/// other, but is SQL that it takes apart. ``renew()`` gives the rest.
///
/// It belongs to one connection, which is used by one thread at a time; hence unchecked.
final class StepBudget: @unchecked Sendable {
    private let path: String
    private let stepsForByte: Int64
    private let mayGrow: Bool
    private var steps: Int
    private var left: Int

    /// A budget for the file at `path` and the log beside it, of so many steps for each of their bytes.
    private init(_ path: String, stepsForByte: Int64, mayGrow: Bool = true) throws(RecordingStoreError) {
        self.path = path
        self.stepsForByte = stepsForByte
        self.mayGrow = mayGrow
        steps = Self.steps(bytes: try Self.bytes(of: path), stepsForByte)
        left = Self.definitionSteps
    }

    /// A budget for reading the file at `path` and the log beside it.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - mayGrow: whether a recorder may be writing it, so that its size has to be looked at again and again.
    /// - Throws: ``RecordingStoreError`` if the system does not tell the size.
    convenience init(readingFileAt path: String, mayGrow: Bool = true) throws(RecordingStoreError) {
        try self.init(path, stepsForByte: Self.readingStepsForByte, mayGrow: mayGrow)
    }

    /// A budget for completing the recording at `path`.
    convenience init(completingFileAt path: String) throws(RecordingStoreError) {
        try self.init(path, stepsForByte: Self.writingStepsForByte)
    }

    private static func steps(bytes: Int64, _ stepsForByte: Int64) -> Int {
        leastSteps + Int(clamping: min(bytes, 1 << 40) * stepsForByte)
    }

    private static func bytes(of path: String) throws(RecordingStoreError) -> Int64 {
        var sum: Int64 = 0
        for name in [path, path + "-wal"] {
            if case .file(let size) = try SystemFile.kind(of: name) { sum += size }
        }
        return sum
    }

    /// Reading and checking a row takes some hundred steps, and a row is never shorter than some ten bytes.
    static let readingStepsForByte: Int64 = 16
    /// Completing a recording writes rows anew.
    static let writingStepsForByte: Int64 = 256
    /// The definitions of a recording take about a hundred.
    private static let definitionSteps = 1_000
    /// The start of everything, in some milliseconds.
    private static let leastSteps = 500_000
    private static let stepsBetweenLooks: Int32 = 1_000

    /// From here on there is all of it again, and more if the file has grown: a recorder may be writing it.
    func renew() {
        // A copy may be gone by now, and is as long as it was.
        if mayGrow, let bytes = try? Self.bytes(of: path) { steps = max(steps, Self.steps(bytes: bytes, stepsForByte)) }
        left = steps
    }

    /// Has `database` ask after every thousand steps; an error SQLITE_INTERRUPT ends what has no end.
    func install(on database: Database) {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe sqlite3_progress_handler(
            database.sqliteConnection,
            Self.stepsBetweenLooks,
            { context in
                guard let context = unsafe context else { return 0 }
                let budget = unsafe Unmanaged<StepBudget>.fromOpaque(context).takeUnretainedValue()
                budget.left -= Int(StepBudget.stepsBetweenLooks)
                return budget.left < 0 ? 1 : 0
            },
            context
        )
    }
}
