import Documents
public import Exchanges
import GRDB

extension RecordingWriter {
    /// A writer that goes on with the recording at `path`, after its last ordinals.
    ///
    /// A recording that a killed recorder left is finished first, if there is no secret to search for in it; where
    /// there is none, one is created. What the file says of itself (creator, archive log) stays. Until it is finished
    /// again, it counts as unfinished. Its durability is ``Durability/everyAppend``, whatever `options` say.
    ///
    /// - Parameters:
    ///   - path: the recording.
    ///   - information: what is known about the recording if it is created; whether secrets were replaced in it must be
    ///     what the file says.
    ///   - options: how it is written.
    /// - Returns: the writer; its counts are those of the recording so far.
    /// - Throws: ``RecordingStoreError`` as opening does, and if verifying finds anything;
    ///   ``RecordingStoreError/Cause/busy`` if another program writes it;
    ///   ``RecordingStoreError/Cause/unsearched`` if it is to be searched for late secrets first;
    ///   ``RecordingStoreError/Cause/otherRedaction(isRedacted:)`` if secrets were replaced in the file and now are not
    /// to
    ///   be, or the other way round.
    public static func continuing(
        at path: String,
        information: RecordingInformation = RecordingInformation(),
        options: Options = Options()
    ) throws(RecordingStoreError) -> RecordingWriter {
        var options = options
        options.durability = .everyAppend
        guard try SystemFile.kind(of: path) != nil else {
            return try create(at: path, information: information, options: options)
        }
        let place = RecordingPlace(path)
        var file = try RecordingFile.open(path)
        guard file.information.isRedacted == information.isRedacted else {
            throw RecordingStoreError(path, .otherRedaction(isRedacted: file.information.isRedacted))
        }
        try SystemFile.requireWritable(path)
        if !file.isFinished {
            guard !file.surroundings.isInUse else { throw RecordingStoreError(path, .busy) }
            guard !file.information.isRedacted else { throw RecordingStoreError(path, .unsearched) }
            file.close()
            do {
                try repairing(path).finish()
            } catch {
                throw error as? RecordingStoreError ?? RecordingStoreError(path, .unwritable("\(error)"))
            }
            file = try RecordingFile.open(path)
        }
        if let problem = try file.verify().first {
            throw RecordingStoreError(
                path,
                problem.place == .database ? .damaged(problem.reason) : .changed("\(problem)")
            )
        }
        let writer = RecordingWriter(place, workingPath: place.path, information: file.information, options: options)
        writer.isContinued = true
        // Keys by different rules in one file are of no use to any reader.
        if file.matchingVersion != options.matchingVersion, file.exchangeCount > 0 { writer.matchingVersion = 0 }
        file.close()
        let mark = try UnfinishedMark.take(beside: place)
        writer.mark = mark
        do {
            try refuseDatabaseFiles(beside: place)
            try mark.begin(options.kept)
            try writer.naming { try writer.enter(writer.takeOver) }
        } catch {
            mark.remove()
            throw error
        }
        return writer
    }

    /// As soon as the recording has a log, SQLite takes a log beside it for its own, and rolls a journal back.
    private static func refuseDatabaseFiles(beside place: RecordingPlace) throws(RecordingStoreError) {
        guard try SystemFile.entry(at: place.journal) == nil else {
            throw RecordingStoreError(place.name, .journal(place.journal))
        }
        guard try RecordingFileHeader(checking: place.path).isSingleFile else { return }
        for suffix in SystemFile.logFiles where try SystemFile.entry(at: place.path + suffix) != nil {
            throw RecordingStoreError(
                place.name,
                .foreignLog(place.path + suffix, "the recording states that it has none")
            )
        }
    }

    /// Takes back that the recording is finished, and reads how far it goes.
    private func takeOver(_ database: Database) throws {
        try RecordingSchema.check(database)
        // Another program that goes on with it took this row a moment ago.
        guard try ExactText(RecordingTable.read(database)["finished"]) == "yes" else {
            throw RecordingStoreError(path, .busy)
        }
        try RecordingTable.removeCompletion(from: database)
        counts = try RowCounts(of: database, numbers: information.skippedExchanges.ranges.last?.upperBound ?? 0)
        // No recorder comes so far: a number like this was put in, and there may be none after it.
        for last in [counts.lastExchange, counts.vsaCalls, counts.userActions] where last >= OrdinalGaps.largest {
            throw RecordingStoreError(path, .damaged("it has a row of number \(last)"))
        }
    }
}
