import Exchanges
import Foundation
import GRDB

extension RecordingWriter {
    /// Completes the recording: one file without side files is at the path, and is on the disk.
    ///
    /// What a recorder wrote becomes a new, compact file beside the recording; no row changes but for late secrets. Only when that was inspected, and says that it is finished,
    /// does it take the recording's place; until then, whatever ends the process, the recording counts as unfinished.
    ///
    /// - Parameter inspecting: looks at the complete file before it gets its name, and throws if it may not be kept:
    ///   the writer is then as good as abandoned, and nothing is at the path; what a recorder has written stays there,
    ///   unfinished. Exchanges of a recorder may be rewritten meanwhile (``rewriteExchanges(_:classifying:)``), and it may be
    ///   said that the recording is to stay unfinished (``staysUnfinished``).
    /// - Throws: what `inspecting` throws; ``RecordingStoreError`` if the disk is full or the system refuses. The writer
    ///   is then as good as abandoned, but what a recorder has written stays, unfinished.
    public func finish(inspecting: ((_ path: String) throws -> Void)? = nil) throws {
        do {
            switch options.durability {
            case .whenFinished:
                try naming { try withDatabase(complete) }
                try inspecting?(workingPath)
                try SystemFile.rename(workingPath, to: place.path, replacing: options.replacesExisting)
                // The recording is at its path by now: that its name may not survive a power cut is no reason to fail.
                try? SystemFile.synchronize(SystemFile.folder(of: place.path))
                if options.replacesExisting { _ = try? Self.removeLeftovers(beside: path) }
            case .everyAppend:
                try compact()
                try inspecting?(workingPath)
                try naming { try withDatabase(complete) }
                try replaceRecording()
            }
        } catch {
            close()
            if workingPath != place.path { SystemFile.remove(workingPath) }
            throw error
        }
    }

    /// Writes counts and digests, and ends the file.
    private func complete(_ database: Database) throws {
        if options.durability == .everyAppend { try database.execute(sql: "BEGIN IMMEDIATE") }
        if hasReplacedRows { try ContentTables.removeUnused(in: database) }
        if hasReplacedRows || isOutOfOrder || options.durability == .everyAppend {
            sums = try DigestSums(of: database)
            counts = try RowCounts(of: database, numbers: counts.lastExchange)
        }
        information.skippedExchanges = counts.exchangeGaps
        try writeInformation(database)
        try RecordingIdentity.writeIfMissing(to: database)
        if staysUnfinished {
            try RecordingTable.write([("secret", "yes")], to: database)
        } else {
            try sums.write(
                to: database,
                counts: counts,
                information: InformationRows(information, matchingVersion: matchingVersion)
            )
        }
        try database.execute(sql: "COMMIT")
    }

    func writeInformation(_ database: Database) throws {
        try InformationRows(information, matchingVersion: matchingVersion).write(to: database)
    }

    /// Removes all that was written, unless the recording was there before this writer: then it stays, unfinished.
    public func abandon() {
        let mark = mark
        if !isContinued { self.mark = nil }
        close()
        if workingPath != place.path { SystemFile.remove(workingPath) }
        guard !isContinued, options.durability == .everyAppend else { return }
        SystemFile.remove(place.path)
        mark?.remove()
    }

    /// Leaves the recording as it is, unfinished, with all that was committed.
    public func leave() { close() }

    func close() {
        checkpointer?.stop()
        try? queue?.close()
        queue = nil
        try? replacedQueue?.close()
        replacedQueue = nil
        // Their descriptor of the recording must be closed last.
        checkpointer = nil
        stoppedCheckpointer = nil
        mark?.release()
        mark = nil
    }
}
