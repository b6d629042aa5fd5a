import Foundation
import GRDB

extension RecordingWriter {
    /// Completes the recording: one file without side files stands at the path, and is on the disk.
    ///
    /// A recorder's rows are put in the order of their times; until now they stood in the order they were complete in.
    ///
    /// - Parameter inspecting: looks at the complete file before it gets its name, and throws if it may not be kept:
    ///   the writer is then as good as abandoned, and nothing stands at the path. A recording that was gone on with
    ///   (``continuing(at:information:options:)``) stays.
    /// - Throws: what `inspecting` throws; ``RecordingStoreError`` if the disk is full or the system refuses. The writer
    ///   is then as good as abandoned, but what a recorder has written stays, unfinished.
    public func finish(inspecting: ((_ path: String) throws -> Void)? = nil) throws {
        do {
            try complete()
        } catch {
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
        checkpointer?.stop()
        try naming {
            try withDatabase { database in
                // A few pages more than the limit are no harm where they make the file whole.
                if options.maximumBytes != nil {
                    _ = try Int64.fetchOne(database, sql: "PRAGMA max_page_count = \(Self.largestPageCount)")
                }
                switch options.durability {
                case .whenFinished:
                    // An import is within its one transaction already.
                    try writeCompletion(database)
                    try database.execute(sql: "COMMIT")
                case .everyAppend:
                    try database.inTransaction(.immediate) {
                        try RowOrder.restore(in: database)
                        try writeCompletion(database)
                        return .commit
                    }
                    try foldLog(database)
                }
            }
            try queue?.close()
            queue = nil
            checkpointer = nil
            try SystemFile.synchronize(workingPath)
        }
    }

    private func writeCompletion(_ database: Database) throws {
        if hasReplacedRows { try ContentTables.removeUnused(in: database) }
        if hasReplacedRows || options.durability == .everyAppend {
            sums = try DigestSums(of: database)
            counts = try RowCounts(lastOrdinalsIn: database)
        }
        try writeInformation(database)
        try sums.write(
            to: database,
            counts: counts,
            information: InformationRows(information, matchingVersion: matchingVersion)
        )
    }

    /// Back to a single file: -wal and -shm are gone after this, unless someone is reading; then they stay until the
    /// next who opens it, and the recording is complete all the same.
    private func foldLog(_ database: Database) throws {
        do {
            try database.execute(sql: "PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE")
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            try database.checkpoint(.passive)
        }
    }

    func writeInformation(_ database: Database) throws {
        try InformationRows(information, matchingVersion: matchingVersion).write(to: database)
    }

    /// Removes all that was written, unless the recording was there before this writer: then it stays, unfinished.
    public func abandon() {
        close()
        if !isContinued { SystemFile.remove(workingPath) }
    }

    private func close() {
        checkpointer?.stop()
        try? queue?.close()
        queue = nil
        checkpointer = nil
    }
}
