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
        let place = RecordingPlace(path)
        let isReplacing = try checkPlace(path, options: options)
        // Its log would be taken from under a recorder that is at work, and what it goes on to write would be lost.
        if isReplacing, RecordingFileHeader.isOfRecording(path), RecordingUse.isInUse(place) {
            throw RecordingStoreError(path, .busy)
        }
        let isFinal = options.durability == .whenFinished
        let mark = isFinal ? nil : try UnfinishedMark.take(beside: place)
        let unfinished = place.hiddenSibling(String(UInt64.random(in: .min ... .max), radix: 36) + ".unfinished")
        do {
            try SystemFile.create(unfinished)
        } catch {
            mark?.remove()
            throw RecordingStoreError(path, error.cause)
        }
        do {
            try mark?.begin(options.kept)
            let writer = RecordingWriter(
                place,
                workingPath: isFinal ? unfinished : place.path,
                information: information,
                options: options
            )
            try writer.start(in: unfinished)
            // Only now: a writer that did not start would let go of it, and the file stay in the way of the next one.
            writer.mark = mark
            return writer
        } catch {
            SystemFile.remove(unfinished)
            mark?.remove()
            throw error
        }
    }

    /// Looks whether a recording may come to stand at `path`, and changes nothing: for whoever has much to read before.
    ///
    /// - Returns: whether a file stands there, which is to be replaced.
    /// - Throws: ``RecordingStoreError`` if something stands there that is not to be replaced, or beside it what SQLite
    ///   would
    ///   take for a part of the new file (``RecordingStoreError/Cause/sideFile(_:)``).
    @discardableResult
    public static func checkPlace(_ path: String, options: Options = Options()) throws(RecordingStoreError) -> Bool {
        switch try SystemFile.kind(of: path) {
        case nil:
            guard !options.replacesExisting else { return false }
            do {
                try SystemFile.refuseSideFiles(of: RecordingPlace(path).path)
            } catch {
                throw RecordingStoreError(path, error.cause)
            }
            return false
        case .directory: throw RecordingStoreError(path, .directory)
        case .other: throw RecordingStoreError(path, .notAFile)
        case .file:
            guard options.replacesExisting else { throw RecordingStoreError(path, .exists) }
            return true
        }
    }

    private func start(in unfinished: String) throws(RecordingStoreError) {
        try naming {
            let address = RecordingPlace(unfinished).address
            queue = try DatabaseQueue(path: address, configuration: Self.configuration)
            try withDatabase { database in
                try Self.define(database, pageSize: pageSize)
                try limitPages(database)
                try database.execute(sql: "BEGIN")
                try writeInformation(database)
                try RecordingIdentity.writeIfMissing(to: database)
            }
            guard options.durability == .everyAppend else { return }
            // The empty recording says from the first moment on that it has a log: without one a file counts as whole.
            try withDatabase { database in
                try database.execute(sql: "COMMIT")
                try Self.beginLog(database, path)
            }
            try queue?.close()
            queue = nil
            try SystemFile.rename(unfinished, to: place.path, replacing: options.replacesExisting)
            do {
                try enter()
            } catch {
                close()
                SystemFile.remove(place.path)
                throw error
            }
        }
    }

    private var pageSize: Int {
        guard options.durability == .whenFinished else { return RecordingSchema.recorderPageSize }
        let isSmall = (options.expectedBytes ?? .max) < RecordingSchema.smallBytes
        return isSmall ? RecordingSchema.smallPageSize : RecordingSchema.pageSize
    }

    /// Makes an empty recording of a new file, without a journal.
    static func define(_ database: Database, pageSize: Int) throws {
        try database.execute(sql: "PRAGMA page_size = \(pageSize)")
        try database.execute(sql: "PRAGMA journal_mode = OFF")
        try database.execute(sql: "PRAGMA application_id = \(RecordingSchema.applicationID)")
        try database.execute(sql: "PRAGMA user_version = \(RecordingSchema.formatVersion)")
        try database.execute(sql: "BEGIN")
        for statement in RecordingSchema.statements { try database.execute(sql: statement) }
        try database.execute(sql: "COMMIT")
    }

    private static func beginLog(_ database: Database, _ path: String) throws {
        // On the way to a log SQLite writes a journal, unless it is kept in memory.
        if try String.fetchOne(database, sql: "PRAGMA journal_mode") == "delete" {
            _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = MEMORY")
        }
        guard try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") == "wal" else {
            throw RecordingStoreError(path, .unwritable("its file system does not let two programs share memory"))
        }
    }

    /// Opens the file at the path as a recorder does: with a write-ahead log that another connection folds in.
    ///
    /// `prepare` is one transaction.
    func enter(_ prepare: ((Database) throws -> Void)? = nil) throws {
        queue = try DatabaseQueue(path: place.address, configuration: Self.configuration)
        try withDatabase { database in
            try Self.beginLog(database, path)
            // A killed process loses nothing with NORMAL; only a power cut can take the last transactions. With FULL
            // SQLite waits for the disk at the end of each.
            let level = options.survivesPowerCut ? "FULL" : "NORMAL"
            // When the log begins anew it is cut, so that its length tells how much is in it.
            try database.execute(
                sql: "PRAGMA synchronous = \(level); PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 0"
            )
            try limitPages(database)
            try database.inTransaction(.immediate) {
                try prepare?(database)
                try RecordingIdentity.removeLog(from: database)
                try RecordingIdentity.writeIfMissing(to: database)
                try RecordingIdentity.write(firstSalt: 0, to: database)
                return .commit
            }
            try nameLog(database)
        }
        // Names are on the disk, too, before anything is said to be.
        if options.survivesPowerCut { try SystemFile.synchronize(SystemFile.folder(of: place.path)) }
        checkpointer = try LogCheckpointer(place)
        identifier = SystemFile.identifier(of: place.path)
    }

    /// Writes into the file itself which log is its own: one that somebody left, or puts there, is told by that.
    private func nameLog(_ database: Database) throws {
        guard let salt = WriteAheadLog.salt(ofFileAt: place.log) else { return }
        try database.inTransaction(.immediate) {
            try RecordingIdentity.write(firstSalt: salt, to: database)
            return .commit
        }
        _ = try? database.checkpoint(.passive)
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
