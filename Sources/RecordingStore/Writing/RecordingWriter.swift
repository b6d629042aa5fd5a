import Crypto
public import Exchanges
import Foundation
import GRDB
public import SubscriberAccount

/// Writes one recording; it owns the unfinished file until ``finish(inspecting:)`` or ``abandon()``.
///
/// A writer is used by one task at a time. Calling it after it was finished or abandoned is a programmer's mistake and
/// traps.
public final class RecordingWriter {
    /// How a recording is written.
    public struct Options: Hashable, Sendable {
        /// Whether a file that stands at the path already is replaced.
        ///
        /// If not, it stays as it is and creating fails.
        public var replacesExisting = false
        /// When what was appended is safe.
        public var durability = Durability.whenFinished
        /// The version of the rules that the match keys were made by; a reader with other rules makes them anew.
        public var matchingVersion = 1

        /// The defaults.
        public init() {}
    }

    /// When what was appended is safe.
    public enum Durability: Hashable, Sendable {
        /// The file appears, complete, when it is finished; if the process dies before, nothing stands at the path.
        ///
        /// This is the fast way, for imports.
        case whenFinished
        /// The file stands at the path from the start, and each append is a transaction of its own: if the process dies,
        /// all that was appended can be read.
        ///
        /// This is the way of a recorder. Until it is finished, side files (`-wal`, `-shm`) stand beside it.
        case everyAppend
    }

    /// What is known about the recording as a whole; it may be changed until the recording is finished.
    public var information: RecordingInformation
    /// How many exchanges were appended.
    public private(set) var exchangeCount = 0
    /// How many account responses were appended.
    public private(set) var accountResponseCount = 0
    /// How many stimuli were appended.
    public private(set) var stimulusCount = 0

    let path: String
    let workingPath: String
    let options: Options
    private var queue: DatabaseQueue?
    private var tables = ContentTables()
    private var sums = DigestSums()

    private init(path: String, workingPath: String, information: RecordingInformation, options: Options) {
        self.path = path
        self.workingPath = workingPath
        self.information = information
        self.options = options
    }

    /// The file that is written until the recording is finished; nil if it has its name from the start.
    ///
    /// A program that is interrupted may remove it.
    public var unfinishedFile: String? { options.durability == .whenFinished ? workingPath : nil }

    deinit {
        if let queue {
            try? queue.close()
            if options.durability == .whenFinished { SystemFile.remove(workingPath) }
        }
    }
}

// MARK: Beginning

extension RecordingWriter {
    /// A writer of a new recording at `path`.
    ///
    /// The file is readable by its owner only (mode 0600).
    ///
    /// - Throws: ``RecordingStoreError`` if a file stands there that is not to be replaced, or the system refuses;
    ///   nothing was changed then.
    public static func create(
        at path: String,
        information: RecordingInformation = RecordingInformation(),
        options: Options = Options()
    ) throws(RecordingStoreError) -> RecordingWriter {
        try refuseToReplace(path, options)
        let unfinished = unfinishedPath(for: path)
        do {
            try SystemFile.create(unfinished)
        } catch {
            throw RecordingStoreError(path, error.cause)
        }
        do {
            let isFinal = options.durability == .whenFinished
            let writer = RecordingWriter(
                path: path,
                workingPath: isFinal ? unfinished : path,
                information: information,
                options: options
            )
            try writer.start(in: unfinished)
            return writer
        } catch {
            SystemFile.remove(unfinished)
            throw error
        }
    }

    private static func refuseToReplace(_ path: String, _ options: Options) throws(RecordingStoreError) {
        switch try SystemFile.kind(of: path) {
        case nil: return
        case .directory: throw RecordingStoreError(path, .directory)
        case .other: throw RecordingStoreError(path, .notAFile)
        case .file: if !options.replacesExisting { throw RecordingStoreError(path, .exists) }
        }
    }

    /// A name beside the target, on the same disk, so that the finished file can be renamed into place.
    private static func unfinishedPath(for path: String) -> String {
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let unique = String(UInt64.random(in: .min ... .max), radix: 36)
        return path[..<slash] + ".\(path[slash...]).\(unique).unfinished"
    }

    private func start(in unfinished: String) throws(RecordingStoreError) {
        try RecordingStoreError.naming(path, writing: true) {
            queue = try DatabaseQueue(path: unfinished, configuration: Self.configuration)
            try withDatabase { database in
                try database.execute(sql: "PRAGMA page_size = \(RecordingSchema.pageSize)")
                // In kibibytes, which SQLite turns into pages of the size set above. More is no faster: only the index of
                // the bodies is written out of order, and 100,000 exchanges need 6 MiB for it.
                try database.execute(sql: "PRAGMA cache_size = -8192")
                try database.execute(sql: "PRAGMA journal_mode = OFF")
                try database.execute(sql: "PRAGMA application_id = \(RecordingSchema.applicationID)")
                try database.execute(sql: "PRAGMA user_version = \(RecordingSchema.formatVersion)")
                try database.execute(sql: "BEGIN")
                for statement in RecordingSchema.statements { try database.execute(sql: statement) }
                try writeInformation(database)
            }
            guard options.durability == .everyAppend else { return }
            try moveIntoPlace(unfinished)
        }
    }

    /// The empty recording gets its final name, and a write-ahead log from then on.
    private func moveIntoPlace(_ unfinished: String) throws {
        try withDatabase { try $0.execute(sql: "COMMIT") }
        try queue?.close()
        queue = nil
        try SystemFile.rename(unfinished, to: path, replacing: options.replacesExisting)
        queue = try DatabaseQueue(path: path, configuration: Self.configuration)
        try withDatabase { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            // A killed process loses nothing with NORMAL; only a power cut can take the last transactions.
            try database.execute(sql: "PRAGMA synchronous = NORMAL")
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "Kinescope.RecordingWriter"
        // One transaction spans many appends.
        configuration.allowsUnsafeTransactions = true
        // The writer makes the rows that are referred to itself; verifying checks them.
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA synchronous = OFF;
                    PRAGMA temp_store = MEMORY;
                    PRAGMA secure_delete = ON;
                    """
            )
        }
        return configuration
    }
}

// MARK: Appending

extension RecordingWriter {
    /// Stores an exchange under the next ordinal, and answers that ordinal.
    ///
    /// - Parameters:
    ///   - exchange: the exchange; the ordinal it carries is not looked at.
    ///   - operation: what it is called: Adobe's name of the operation, or what else it is.
    ///   - matchKey: what two requests share that are the same; nil if it is never to be found by it.
    /// - Returns: its ordinal in the recording.
    /// - Throws: ``RecordingStoreError`` if the disk is full or the system refuses.
    @discardableResult
    public func append(
        _ exchange: Exchange,
        operation: String? = nil,
        matchKey: String? = nil
    ) throws(RecordingStoreError) -> Int {
        let ordinal = exchangeCount + 1
        try writing { database in
            var row = try tables.row(for: exchange, ordinal: ordinal, in: database)
            row.columns.operation = operation
            row.columns.matchKey = matchKey
            let digest = row.digest
            try row.insert(into: database, digest: digest)
            sums.exchanges.absorb(digest)
        }
        exchangeCount = ordinal
        return ordinal
    }

    /// Stores an account response under the next ordinal, and answers that ordinal.
    ///
    /// - Throws: ``RecordingStoreError`` if the disk is full or the system refuses.
    @discardableResult
    public func append(_ response: AccountResponse) throws(RecordingStoreError) -> Int {
        let ordinal = accountResponseCount + 1
        try writing { database in
            let digest = try AccountResponseRow(response, ordinal: ordinal).insert(into: database)
            sums.accountResponses.absorb(digest)
        }
        accountResponseCount = ordinal
        return ordinal
    }

    /// Stores a stimulus under the next ordinal, and answers that ordinal.
    ///
    /// - Throws: ``RecordingStoreError`` if the disk is full or the system refuses.
    @discardableResult
    public func append(_ stimulus: Stimulus) throws(RecordingStoreError) -> Int {
        let ordinal = stimulusCount + 1
        try writing { database in
            let digest = try StimulusRow(stimulus, ordinal: ordinal).insert(into: database)
            sums.stimuli.absorb(digest)
        }
        stimulusCount = ordinal
        return ordinal
    }
}

// MARK: Ending

extension RecordingWriter {
    /// Completes the recording: one file without side files stands at the path, and is on the disk.
    ///
    /// - Parameter inspecting: looks at the complete file before it gets its name, and throws if it may not be kept:
    ///   the writer is then as good as abandoned, and nothing stands at the path.
    /// - Throws: what `inspecting` throws; ``RecordingStoreError`` if the disk is full or the system refuses. The writer
    ///   is then as good as abandoned.
    public func finish(inspecting: ((_ path: String) throws -> Void)? = nil) throws {
        do {
            try complete()
        } catch {
            // What a recorder has written stays: it can be read as it is.
            if options.durability == .whenFinished { abandon() } else { close() }
            throw error
        }
        do {
            try inspecting?(workingPath)
            if workingPath != path {
                try SystemFile.rename(workingPath, to: path, replacing: options.replacesExisting)
            }
        } catch {
            abandon()
            throw error
        }
        let folder = (path as NSString).deletingLastPathComponent
        // The recording stands at its path by now: that its name may not survive a power cut is no reason to fail.
        try? SystemFile.synchronize(folder.isEmpty ? "." : folder)
    }

    private func complete() throws(RecordingStoreError) {
        try RecordingStoreError.naming(path, writing: true) {
            try withDatabase { database in
                // An import is within its one transaction already.
                if options.durability == .everyAppend { try database.execute(sql: "BEGIN") }
                try writeInformation(database)
                try writeSums(database)
                try database.execute(sql: "COMMIT")
                switch options.durability {
                case .whenFinished: break
                // Back to a single file: -wal and -shm are gone after this, unless someone is reading; then they stay
                // until the next writer, and the recording is complete all the same.
                case .everyAppend:
                    do {
                        try database.execute(sql: "PRAGMA journal_mode = DELETE")
                    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                        try database.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)")
                    }
                }
            }
            try queue?.close()
            queue = nil
            try SystemFile.synchronize(workingPath)
        }
    }

    /// Removes all that was written.
    public func abandon() {
        close()
        SystemFile.remove(workingPath)
    }

    private func close() {
        try? queue?.close()
        queue = nil
    }

    private func writeInformation(_ database: Database) throws {
        try InformationRows(information, matchingVersion: options.matchingVersion).write(to: database)
    }

    private func writeSums(_ database: Database) throws {
        try sums.write(
            to: database,
            counts: (exchangeCount, accountResponseCount, stimulusCount),
            information: InformationRows(information, matchingVersion: options.matchingVersion)
        )
    }
}

// MARK: The database

extension RecordingWriter {
    private func writing(_ body: (Database) throws -> Void) throws(RecordingStoreError) {
        try RecordingStoreError.naming(path, writing: true) {
            try withDatabase { database in
                guard options.durability == .everyAppend else { return try body(database) }
                try database.inTransaction {
                    try body(database)
                    return .commit
                }
            }
        }
    }

    private func withDatabase<Answer>(_ body: (Database) throws -> Answer) throws -> Answer {
        guard let queue else { preconditionFailure("the recording was finished or abandoned already") }
        return try queue.unsafeReentrantWrite(body)
    }
}
