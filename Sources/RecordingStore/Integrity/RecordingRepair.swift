import GRDB

/// Completes the recording that a killed recorder left, when it is opened again and nobody else has it open.
enum RecordingRepair {
    /// What became of the file.
    enum Result: Hashable {
        /// Nothing: someone else has it open, it cannot be written, or it is damaged.
        case none
        /// It was finished, and a log that had been left beside it is folded in.
        case folded
        /// It was not finished, and is now, marked as interrupted.
        case completed
    }

    /// Folds the log in, puts the rows in order, and writes counts and digests.
    ///
    /// No error is told: reading the file as it is tells what is wrong with it.
    static func attempt(_ path: String) -> Result {
        do {
            try SystemFile.requireWritable(path)
            let queue = try DatabaseQueue(path: path, configuration: configuration(for: path))
            defer { try? queue.close() }
            return try queue.unsafeReentrantWrite(repair)
        } catch {
            return .none
        }
    }

    /// Whether the file has a write-ahead log that another connection has open: a recorder's, or that of one who reads
    /// after a recorder was killed.
    ///
    /// Otherwise a log that was left is folded in, as by whoever opens the recording. Only recordings are asked: to ask
    /// another program's database would change it.
    static func isInUse(_ path: String) -> Bool {
        guard RecordingFileHeader.isOfRecording(path) else { return false }
        guard let configuration = try? configuration(for: path),
            let queue = try? DatabaseQueue(path: path, configuration: configuration)
        else { return false }
        defer { try? queue.close() }
        return queue.unsafeReentrantWrite { database in
            guard (try? journalMode(database)) == "wal" else { return false }
            do {
                return try journalMode(database, " = DELETE") != "delete"
            } catch {
                return (error as? DatabaseError)?.resultCode == .SQLITE_BUSY
            }
        }
    }

    private static func repair(_ database: Database) throws -> Result {
        // Only where no other connection is open can the log be left, so this also asks for a recorder at work.
        guard try journalMode(database, " = DELETE") == "delete" else { return .none }
        var result = Result.folded
        try database.execute(sql: "BEGIN EXCLUSIVE")
        do {
            try RecordingSchema.check(database)
            // Between the two a recorder may have come: then there is a log again, which this transaction does not end.
            let rows = try RecordingTable.read(database)
            if try journalMode(database) == "delete", !rows["finished"].isSame(as: "yes"),
                rows["information_digest"] == nil,
                let information = InformationRows(rows)
            {
                try complete(database, information)
                result = .completed
            }
            // Beginning corrects a header that tells a wrong size: nobody asked for that.
            if result == .completed { try database.commit() } else { try database.rollback() }
        } catch {
            try? database.rollback()
            throw error
        }
        return result
    }

    private static func complete(_ database: Database, _ information: InformationRows) throws {
        // What is damaged is not repaired; going through it may have no end.
        guard try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") == "ok" else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
        try ContentTables.removeUnused(in: database)
        try RowOrder.restore(in: database)
        try RecordingTable.write([("interrupted", "yes")], to: database)
        try DigestSums(of: database).write(
            to: database,
            counts: try RowCounts(lastOrdinalsIn: database),
            information: information
        )
    }

    private static func journalMode(_ database: Database, _ change: String = "") throws -> String? {
        try String.fetchOne(database, sql: "PRAGMA journal_mode\(change)")
    }

    private static func configuration(for path: String) throws(RecordingStoreError) -> Configuration {
        var configuration = Configuration.recording(
            label: "Kinescope.RecordingRepair",
            budget: try StepBudget(completingFileAt: path)
        )
        configuration.allowsUnsafeTransactions = true
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .immediateError
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON")
        }
        return configuration
    }
}
