public import Exchanges
import Foundation
import GRDB

extension RecordingWriter {
    /// A writer of a new recording at `path`.
    ///
    /// The file is readable by its owner only (mode 0600).
    ///
    /// - Throws: ``RecordingStoreError`` as ``checkPlace(_:options:)``, if a recorder is writing the file that is to be
    ///   replaced (``RecordingStoreError/Cause/busy``), or the system refuses; nothing was changed then.
    public static func create(
        at path: String,
        information: RecordingInformation = RecordingInformation(),
        options: Options = Options()
    ) throws(RecordingStoreError) -> RecordingWriter {
        // Its log would be taken from under a recorder that is at work, and what it goes on to write would be lost.
        if try checkPlace(path, options: options), RecordingRepair.isInUse(path) {
            throw RecordingStoreError(path, .busy)
        }
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

    /// Looks whether a recording may come to stand at `path`, and changes nothing: for whoever has much to read before.
    ///
    /// - Returns: whether a file stands there, which is to be replaced.
    /// - Throws: ``RecordingStoreError`` if something stands there that is not to be replaced, or beside it what SQLite would
    ///   take for a part of the new file (``RecordingStoreError/Cause/sideFile(_:)``).
    @discardableResult
    public static func checkPlace(_ path: String, options: Options = Options()) throws(RecordingStoreError) -> Bool {
        switch try SystemFile.kind(of: path) {
        case nil:
            if !options.replacesExisting { try SystemFile.refuseSideFiles(of: path) }
            return false
        case .directory: throw RecordingStoreError(path, .directory)
        case .other: throw RecordingStoreError(path, .notAFile)
        case .file:
            guard options.replacesExisting else { throw RecordingStoreError(path, .exists) }
            return true
        }
    }

    /// A name beside the target, on the same disk, so that the finished file can be renamed into place.
    private static func unfinishedPath(for path: String) -> String {
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let unique = String(UInt64.random(in: .min ... .max), radix: 36)
        return path[..<slash] + ".\(path[slash...]).\(unique).unfinished"
    }

    private func start(in unfinished: String) throws(RecordingStoreError) {
        try naming {
            queue = try DatabaseQueue(path: unfinished, configuration: Self.configuration)
            try withDatabase { database in
                let isImport = options.durability == .whenFinished
                let pageSize = isImport ? RecordingSchema.pageSize : RecordingSchema.recorderPageSize
                try database.execute(sql: "PRAGMA page_size = \(pageSize)")
                try database.execute(sql: "PRAGMA journal_mode = OFF")
                try database.execute(sql: "PRAGMA application_id = \(RecordingSchema.applicationID)")
                try database.execute(sql: "PRAGMA user_version = \(RecordingSchema.formatVersion)")
                try limitPages(database)
                try database.execute(sql: "BEGIN")
                for statement in RecordingSchema.statements { try database.execute(sql: statement) }
                try writeInformation(database)
            }
            guard options.durability == .everyAppend else { return }
            // The empty recording gets its final name, and a write-ahead log from then on.
            try withDatabase { try $0.execute(sql: "COMMIT") }
            try queue?.close()
            queue = nil
            try SystemFile.rename(unfinished, to: path, replacing: options.replacesExisting)
            try enter { database in
                // Whoever opened the file before it had a log may have taken it for one of a killed recorder.
                try RecordingTable.removeCompletion(from: database)
                try RecordingTable.remove(["interrupted"], from: database)
            }
        }
    }

    /// Opens the file at the path as a recorder does: with a write-ahead log that another connection folds in.
    ///
    /// From here on nobody takes it for a file that no one writes. `prepare` is one transaction.
    func enter(_ prepare: (Database) throws -> Void) throws {
        let queue = try DatabaseQueue(path: path, configuration: Self.configuration)
        self.queue = queue
        try withDatabase { database in
            guard try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") == "wal" else {
                throw RecordingStoreError(path, .unwritable("its file system does not let two programs share memory"))
            }
            // A killed process loses nothing with NORMAL; only a power cut can take the last transactions.
            // When the log begins anew it is cut, so that its length tells how much is in it.
            try database.execute(
                sql: "PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 0"
            )
            try limitPages(database)
            try database.inTransaction(.immediate) {
                try prepare(database)
                return .commit
            }
        }
        checkpointer = try LogCheckpointer(path)
    }

    /// Holds the recording to the size that was asked for.
    private func limitPages(_ database: Database) throws {
        guard let bytes = options.maximumBytes else { return }
        let pageSize = try Int64.fetchOne(database, sql: "PRAGMA page_size") ?? Int64(RecordingSchema.pageSize)
        let pages = min(max(bytes / pageSize, 1), Self.largestPageCount)
        _ = try Int64.fetchOne(database, sql: "PRAGMA max_page_count = \(pages)")
    }

    /// SQLite's own limit, sqlite.org/limits.html.
    static let largestPageCount: Int64 = 4_294_967_294

    static var configuration: Configuration {
        var configuration = Configuration.recording(label: "Kinescope.RecordingWriter", budget: nil)
        // One transaction spans many appends.
        configuration.allowsUnsafeTransactions = true
        // The writer makes the rows that are referred to itself; verifying checks them.
        configuration.foreignKeysEnabled = false
        // Who opens the recording to read it may hold a lock for a moment.
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in
            // The cache is in kibibytes. More is no faster: only the index of the bodies is written out of order, and
            // 100,000 exchanges need 6 MiB for it.
            try database.execute(
                sql: """
                    PRAGMA synchronous = OFF;
                    PRAGMA temp_store = MEMORY;
                    PRAGMA secure_delete = ON;
                    PRAGMA cache_size = -8192;
                    """
            )
        }
        return configuration
    }
}
