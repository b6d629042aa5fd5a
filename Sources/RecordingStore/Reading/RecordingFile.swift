import Documents
public import Exchanges
import Foundation
import GRDB

/// A recording on disk, open for reading; it owns the connection and reads each part when it is asked for.
///
/// Reading changes nothing. Opening changes only what a recorder left that was killed: see ``open(_:)``. Several may be
/// open on one file, and one may be used by several tasks.
public final class RecordingFile: Sendable {
    /// The file, as it was named when it was opened.
    public let path: String
    /// What is known about the recording as a whole.
    public let information: RecordingInformation
    /// The version of the rules that the match keys were made by.
    public let matchingVersion: Int
    /// Whether the writer completed the recording.
    ///
    /// If not, all that it had committed is here, and ``verify(_:)`` cannot tell whether the end is missing.
    public let isFinished: Bool
    /// Whether the recorder was killed: what was in flight is missing, or marked (``RecordingWriter/interruption``).
    public let isInterrupted: Bool
    /// Whether this opening completed the recording that a killed recorder had left.
    public let wasRepaired: Bool
    /// How many exchanges there are.
    public let exchangeCount: Int
    /// How many account responses there are.
    public let accountResponseCount: Int
    /// How many stimuli there are.
    public let stimulusCount: Int

    private let queue: DatabaseQueue
    private let budget: StepBudget

    /// Opens the recording at `path`.
    ///
    /// If a killed recorder left it, nobody else has it open and it can be written, it is completed: the log is folded in,
    /// rows are put in the order of their times, and it says from then on that it was interrupted. Otherwise it is read as
    /// it is.
    ///
    /// - Throws: ``RecordingStoreError`` if the file is missing, a folder, empty, not in SQLite's format, of another
    ///   program, of a newer format, cut off, damaged where it was read for opening, or refused by the system.
    public static func open(_ path: String) throws(RecordingStoreError) -> RecordingFile {
        let header = try RecordingFileHeader(checking: path)
        let result = header.mayHaveLog ? RecordingRepair.attempt(path) : .none
        let file = try read(path, mayHaveLog: header.mayHaveLog, wasRepaired: result == .completed)
        guard result == .none, !header.mayHaveLog, !file.isFinished else { return file }
        // A log that was lost: the file by itself looks like a finished one.
        file.close()
        return try RecordingFile(path, wasRepaired: RecordingRepair.attempt(path) == .completed)
    }

    private static func read(
        _ path: String,
        mayHaveLog: Bool,
        wasRepaired: Bool
    ) throws(RecordingStoreError) -> RecordingFile {
        do {
            return try RecordingFile(path, wasRepaired: wasRepaired)
        } catch {
            guard mayHaveLog, case .unreadable = error.cause, let copy = try? RecordingCopy(of: path) else {
                throw error
            }
            defer { copy.remove() }
            return try RecordingFile(path, at: copy.path, wasRepaired: false)
        }
    }

    // `place` is where the database is, if not at `path`.
    private init(_ path: String, at place: String? = nil, wasRepaired: Bool) throws(RecordingStoreError) {
        self.path = path
        self.wasRepaired = wasRepaired
        let budget = try StepBudget(readingFileAt: place ?? path)
        self.budget = budget
        let start = try RecordingStoreError.naming(path) {
            var configuration = Configuration.recording(label: "Kinescope.RecordingFile", budget: budget)
            configuration.readonly = true
            // A recorder's commit may hold the lock for a moment.
            configuration.busyMode = .timeout(5)
            let queue = try DatabaseQueue(path: place ?? path, configuration: configuration)
            return (queue, try queue.read { try Start(reading: $0, path: path) })
        }
        queue = start.0
        information = start.1.information
        matchingVersion = start.1.matchingVersion
        isFinished = start.1.isFinished
        isInterrupted = start.1.isInterrupted
        exchangeCount = start.1.exchangeCount
        accountResponseCount = start.1.accountResponseCount
        stimulusCount = start.1.stimulusCount
    }

    /// What is read at once.
    private struct Start {
        var information: RecordingInformation
        var matchingVersion: Int
        var isFinished: Bool
        var isInterrupted: Bool
        var exchangeCount: Int
        var accountResponseCount: Int
        var stimulusCount: Int

        init(reading database: Database, path: String) throws {
            try RecordingSchema.check(database)
            let rows = try RecordingTable.read(database)
            guard let columns = InformationRows(rows) else {
                throw RecordingStoreError(path, .damaged("the table recording lacks its rows"))
            }
            var archiveLog: JSONObject?
            if let text = columns.archiveLog {
                guard let value = try? JSONValue(parsing: Array(text.utf8), limits: .stored), let log = value.object
                else { throw RecordingStoreError(path, .damaged("archive_log is no JSON object")) }
                archiveLog = log
            }
            information = RecordingInformation(
                creator: columns.creator,
                isRedacted: sameBytes(columns.redacted, "yes"),
                archiveLog: archiveLog
            )
            matchingVersion = Int(columns.matchingVersion) ?? 0
            isFinished = rows["finished"].isSame(as: "yes")
            isInterrupted = rows["interrupted"].isSame(as: "yes")
            func count(_ key: String, _ table: String) throws -> Int {
                // What was finished; a number that cannot be is for `verify` to tell.
                if let text = rows[key], let count = Int(text), (0..<1 << 40).contains(count) { return count }
                // There are no gaps, so it is the last ordinal; to count goes through pages that may have no end.
                let last = try Int.fetchOne(database, sql: "SELECT max(ordinal) FROM \(table)") ?? 0
                return min(max(last, 0), 1 << 40)
            }
            exchangeCount = try count("exchange_count", "exchange")
            accountResponseCount = try count("account_response_count", "account_response")
            stimulusCount = try count("stimulus_count", "stimulus")
        }
    }

    /// How many exchanges were in flight when the recorder was killed, of those that are here.
    ///
    /// - Throws: ``RecordingStoreError`` if the file is damaged or cannot be read.
    public func interruptedExchangeCount() throws(RecordingStoreError) -> Int {
        guard isInterrupted || !isFinished else { return 0 }
        return try reading { database in
            let rows = try ByteBudget(for: database).rows(
                database,
                sql: "SELECT ordinal, failure FROM exchange ORDER BY ordinal"
            )
            var order = AscendingOrdinals(of: "exchange")
            var count = 0
            while let row = try rows.next() {
                try order.next(row.integer(0) ?? 0)
                if try row.string(1).isSame(as: RecordingWriter.interruption) { count += 1 }
            }
            return count
        }
    }

    /// Lets `body` read the database; it must not call back into this file.
    func reading<Answer>(_ body: (Database) throws -> Answer) throws(RecordingStoreError) -> Answer {
        try RecordingStoreError.naming(path) {
            try queue.read { database in
                budget.renew()
                return try body(database)
            }
        }
    }

    /// Ends reading; nothing may be read afterwards.
    ///
    /// It is called for you when the last reference is gone.
    public func close() {
        try? queue.close()
    }
}

extension LogLimits {
    /// For lines that this store wrote itself: a report that fitted its own limits has become longer by its time.
    static var stored: LogLimits {
        var limits = LogLimits()
        limits.lineBytes = 1 << 30
        return limits
    }
}

extension JSONLimits {
    /// For texts that this store wrote itself: what fitted the importer's limits fits, in a file a person may have made.
    static var stored: JSONLimits {
        var limits = JSONLimits()
        limits.totalBytes = 1 << 30
        limits.stringBytes = 1 << 30
        limits.values = 1 << 30
        limits.depth = 512
        return limits
    }
}
