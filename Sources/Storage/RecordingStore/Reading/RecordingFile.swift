import Documents
public import Exchanges
import Foundation
import GRDB

/// A recording on disk, open for reading; it owns the connection and reads each part when it is asked for.
///
/// Reading changes nothing, whatever is beside the file, and removes nothing. Several may be open on one file, and one
/// may be used by several tasks.
public final class RecordingFile: Sendable {
    /// The file, as it was named when it was opened.
    public let path: String
    /// The information about the recording as a whole.
    public let information: RecordingInformation
    /// The version of the rules that the match keys were made by.
    let matchingVersion: Int
    /// True if the writer completed the recording: if secrets were replaced in it, it was searched for late ones.
    ///
    /// If not, all that it had committed is here, and ``verify(_:)`` cannot know whether the end is missing.
    public let isFinished: Bool
    /// True if the recorder was killed: what was in flight is missing, or marked (``RecordingWriter/interruption``).
    public let isInterrupted: Bool
    /// True if a search found a secret that could not be taken out, so that the recording is unfinished.
    public let holdsSecret: Bool
    /// The files found beside the recording, and what was made of them.
    public let surroundings: RecordingSurroundings
    /// The number of exchanges.
    public let exchangeCount: Int
    /// The largest number that an exchange was given: with numbers that were skipped it is more than ``exchangeCount``.
    public let lastExchange: Int
    /// The number of VSA calls.
    public let vsaCallCount: Int
    /// The number of user actions.
    public let userActionCount: Int

    /// True if it was finished once, whatever it states about that now.
    private let hasDigests: Bool
    private let queue: DatabaseQueue
    private let budget: StepBudget

    /// Opens the recording at `path`.
    ///
    /// A finished one is one file, and nothing beside it is looked at. What a recorder is writing is read with its log.
    /// What a killed recorder left is read from a copy, with its log, if that is its own;
    /// ``RecordingWriter/repairing(_:)`` finishes it. Of an unfinished one the exchanges are counted.
    ///
    /// - Throws: ``RecordingStoreError`` if the file is missing, a folder, empty, not in SQLite's format, of another
    ///   program, of a newer format, cut off, damaged where it was read for opening, or refused by the system; if it is
    ///   unfinished, and what is beside it is not its own.
    public static func open(_ path: String) throws(RecordingStoreError) -> RecordingFile {
        for _ in 1..<attempts {
            let header = try RecordingFileHeader(checking: path)
            do {
                return try open(RecordingPlace(path), header)
            } catch {
                // A recorder may have finished meanwhile.
                guard try RecordingFileHeader(checking: path) != header else { throw error }
            }
        }
        return try open(RecordingPlace(path), try RecordingFileHeader(checking: path))
    }

    /// Checks whether a recorder is writing the recording at `path`: another file in its place would take it away from
    /// there.
    public static func isBeingWritten(_ path: String) -> Bool {
        RecordingFileHeader.isOfRecording(path) && RecordingUse.isInUse(RecordingPlace(path))
    }

    private static let attempts = 5

    private static func open(
        _ place: RecordingPlace,
        _ header: RecordingFileHeader
    ) throws(RecordingStoreError) -> RecordingFile {
        if header.isSingleFile {
            let surroundings = try RecordingSurroundings(leavingAloneBeside: place)
            let file = try RecordingFile(place, at: place.immutableAddress, surroundings)
            // A recorder that was killed at once, or whose log someone else folded in.
            guard !file.isFinished, !file.hasDigests, !file.holdsSecret, !UnfinishedMark.isHeld(beside: place) else {
                return file
            }
            file.close()
        }
        guard try SystemFile.entry(at: place.journal) == nil else {
            throw RecordingStoreError(place.name, .journal(place.journal))
        }
        if !header.isSingleFile, RecordingUse.isInUse(place) {
            return try RecordingFile(place, at: place.address, RecordingSurroundings(isInUse: true))
        }
        let copy = try RecordingCopy(of: place, header)
        defer { copy.remove() }
        let found = RecordingPlace(copy.path)
        return try RecordingFile(place, at: found.immutableAddress, RecordingSurroundings(copiedWith: copy.log))
    }

    /// The recording at `place`, read where the address says.
    init(
        _ place: RecordingPlace,
        at address: String,
        _ surroundings: RecordingSurroundings
    ) throws(RecordingStoreError) {
        path = place.name
        // Everything else is opened as what nothing may change.
        let budget = try StepBudget(readingFileAt: place.path, mayGrow: surroundings.isInUse)
        self.budget = budget
        let start = try RecordingStoreError.naming(place.name) {
            var configuration = Configuration.recording(label: "Kinescope.RecordingFile", budget: budget)
            configuration.readonly = true
            // A recorder's commit may hold the lock for a moment.
            configuration.busyMode = .timeout(5)
            let queue = try DatabaseQueue(path: address, configuration: configuration)
            return (queue, try queue.read { try Start(reading: $0, path: place.name) })
        }
        queue = start.0
        information = start.1.information
        matchingVersion = start.1.matchingVersion
        isFinished = start.1.isFinished
        self.surroundings = start.1.isFinished ? surroundings : surroundings.withoutOwnMark
        isInterrupted = start.1.isInterrupted
        hasDigests = start.1.hasDigests
        holdsSecret = start.1.holdsSecret
        exchangeCount = start.1.exchangeCount
        lastExchange = start.1.lastExchange
        vsaCallCount = start.1.vsaCallCount
        userActionCount = start.1.userActionCount
    }

    /// The values that are read at once, when the recording is opened.
    private struct Start {
        var information: RecordingInformation
        var matchingVersion: Int
        var isFinished: Bool
        var isInterrupted: Bool
        var hasDigests: Bool
        var holdsSecret: Bool
        var exchangeCount: Int
        var lastExchange: Int
        var vsaCallCount: Int
        var userActionCount: Int

        init(reading database: Database, path: String) throws {
            try RecordingSchema.check(database)
            let rows = try RecordingTable.read(database)
            guard let columns = InformationRows(rows) else {
                throw RecordingStoreError(path, .damaged("the table recording lacks its rows"))
            }
            var archiveLog: JSONObject?
            if let text = columns.archiveLog {
                guard let value = try? JSONValue(parsing: Array(text.utf8), limits: .stored), let log = value.object
                else { throw RecordingStoreError(path, .damaged("archive_log is not a JSON object")) }
                archiveLog = log
            }
            matchingVersion = Int(columns.matchingVersion) ?? 0
            isFinished = ExactText(rows["finished"]) == "yes"
            isInterrupted = ExactText(rows["interrupted"]) == "yes"
            hasDigests = rows["information_digest"] != nil
            holdsSecret = ExactText(rows["secret"]) == "yes"
            // What was finished; a number that cannot be is for `verify` to tell.
            func count(_ key: String) -> Int? {
                rows[key].flatMap { Int($0) }.flatMap { (0..<OrdinalGaps.largest).contains($0) ? $0 : nil }
            }
            func last(_ table: String) throws -> Int {
                let last = try Int.fetchOne(database, sql: "SELECT max(ordinal) FROM \(table)") ?? 0
                return min(max(last, 0), OrdinalGaps.largest)
            }
            var gaps = columns.exchangeGaps.flatMap { OrdinalGaps(parsing: $0) } ?? OrdinalGaps()
            if let count = count("exchange_count") {
                exchangeCount = count
                lastExchange = min(count + gaps.count, OrdinalGaps.largest)
            } else {
                let counts = try RowCounts(of: database)
                exchangeCount = counts.exchanges
                lastExchange = counts.lastExchange
                gaps = counts.exchangeGaps
            }
            vsaCallCount = try count("vsa_call_count") ?? last("vsa_call")
            userActionCount = try count("user_action_count") ?? last("user_action")
            information = RecordingInformation(
                creator: columns.creator,
                isRedacted: ExactText(columns.redacted) == "yes",
                archiveLog: archiveLog,
                skippedExchanges: gaps
            )
        }
    }

    /// Returns the number of exchanges that were in flight when the recorder was killed, of those that are here.
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
                if try ExactText(row.string(1)) == ExactText(RecordingWriter.interruption) { count += 1 }
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
    /// For texts that this store wrote itself: what fitted the importer's limits fits, in a file a person may have
    /// made.
    static var stored: JSONLimits {
        var limits = JSONLimits()
        limits.totalBytes = 1 << 30
        limits.stringBytes = 1 << 30
        limits.values = 1 << 30
        limits.depth = 512
        return limits
    }
}
