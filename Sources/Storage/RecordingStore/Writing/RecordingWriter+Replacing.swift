import Foundation
import GRDB
import GRDBSQLite

extension RecordingWriter {
    /// Writes all that is committed to a new file beside the recording, which is written from now on.
    func compact() throws(RecordingStoreError) {
        guard workingPath == place.path else { return }
        checkpointer?.stop()
        stoppedCheckpointer = checkpointer
        checkpointer = nil
        replacedQueue = queue
        try naming { try withDatabase(take) }
    }

    /// Writes all of a database to a new file beside the recording, which is written from now on.
    func take(_ database: Database) throws {
        let target = try newFile(beside: place)
        do {
            try Self.copy(database, to: target)
            queue = try DatabaseQueue(path: RecordingPlace(target).address, configuration: Self.configuration)
            workingPath = target
            try arrange()
        } catch {
            SystemFile.remove(target)
            throw error
        }
    }

    /// An empty private file; one that was left by somebody who did not come to its end goes.
    private func newFile(beside place: RecordingPlace) throws(RecordingStoreError) -> String {
        let target = place.hiddenSibling("finishing")
        SystemFile.remove(target)
        do {
            try SystemFile.create(target)
        } catch {
            throw RecordingStoreError(place.name, error.cause)
        }
        return target
    }

    /// Copies all rows into a new file.
    ///
    /// `VACUUM INTO` would do it, but for its rollback journal.
    private static func copy(_ database: Database, to target: String) throws {
        let address = RecordingPlace(target).address
        let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? RecordingSchema.pageSize
        let new = try DatabaseQueue(path: address, configuration: configuration)
        try new.unsafeReentrantWrite { try define($0, pageSize: pageSize) }
        try new.close()
        _ = unsafe sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_ATTACHED, 1)
        defer { _ = unsafe sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_ATTACHED, 0) }
        try database.execute(sql: "ATTACH ? AS new", arguments: [address])
        defer { try? database.execute(sql: "DETACH new") }
        try database.execute(sql: "PRAGMA new.journal_mode = OFF; PRAGMA new.synchronous = OFF")
        try database.execute(sql: "BEGIN")
        do {
            for table in RecordingSchema.tables {
                try database.execute(sql: "INSERT INTO new.\(table) SELECT * FROM main.\(table)")
            }
            try database.execute(sql: "COMMIT")
        } catch {
            if database.isInsideTransaction { try? database.rollback() }
            throw error
        }
    }

    private func arrange() throws {
        try withDatabase { database in
            // If it fails the new file goes as a whole.
            _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = MEMORY")
            try database.inTransaction(.immediate) {
                // Nothing says that the new file is finished before it was looked at.
                try RecordingTable.removeCompletion(from: database)
                try RecordingTable.remove(["secret"], from: database)
                try RecordingIdentity.removeLog(from: database)
                counts = try RowCounts(of: database, numbers: counts.lastExchange)
                return .commit
            }
        }
    }

    /// Gives the new file the recording's name, when it is on the disk; then what belonged to the old one goes.
    func replaceRecording() throws(RecordingStoreError) {
        let mark = mark
        self.mark = nil
        try naming {
            try queue?.close()
            queue = nil
            try SystemFile.synchronize(workingPath)
        }
        // Folds the old log in: whatever happens next, the old file is whole by itself.
        close()
        if keepsLog { keptLog = SystemFile.keep(place.log).map { place.name + "-wal" + $0 } }
        do throws(RecordingStoreError) {
            try nameNewFile()
        } catch {
            guard !isInPlace else { throw RecordingStoreError(place.name, error.cause) }
            // Somebody else's file is there, and this is all there is of what was recorded.
            let finished = workingPath
            workingPath = place.path
            throw RecordingStoreError(place.name, .displaced(finished))
        }
        if staysUnfinished { mark?.release() } else { mark?.remove() }
    }

    private func nameNewFile() throws(RecordingStoreError) {
        guard !isInPlace else { return try SystemFile.replace(place.path, with: workingPath) }
        guard try SystemFile.entry(at: place.path) == nil else { throw RecordingStoreError(path, .exists) }
        // What is left of the log belonged to the file that is gone.
        for suffix in SystemFile.logFiles { SystemFile.remove(place.path + suffix) }
        try SystemFile.rename(workingPath, to: place.path, replacing: false)
    }
}
