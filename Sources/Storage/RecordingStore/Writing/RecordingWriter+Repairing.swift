import Exchanges
import GRDB

extension RecordingWriter {
    /// A writer that finishes the recording which a killed recorder left at `path`.
    ///
    /// It reads the recording with its log from a copy; what stands at the path, and beside it, stays as it is until
    /// ``finish(inspecting:)`` puts a finished file in its place. A damaged log is kept then, as `NAME-wal-damaged`, or
    /// where that is taken as `NAME-wal-damaged-2` and so on (``keptLog``). What the recorder had put aside for the search
    /// for late secrets is in ``kept``.
    ///
    /// - Throws: ``RecordingStoreError`` as opening does, and if verifying finds anything;
    ///   ``RecordingStoreError/Cause/busy`` if another program writes it.
    public static func repairing(_ path: String) throws(RecordingStoreError) -> RecordingWriter {
        let place = RecordingPlace(path)
        let header = try RecordingFileHeader(checking: path)
        try SystemFile.requireWritable(path)
        guard try SystemFile.entry(at: place.journal) == nil else {
            throw RecordingStoreError(path, .journal(place.journal))
        }
        guard !RecordingUse.isInUse(place) else { throw RecordingStoreError(path, .busy) }
        let kept = UnfinishedMark.content(beside: place)
        let mark = try UnfinishedMark.take(beside: place)
        do {
            let writer = try repairing(place, header)
            writer.mark = mark
            writer.kept = kept
            return writer
        } catch {
            if kept == nil { mark.remove() }
            throw error
        }
    }

    private static func repairing(
        _ place: RecordingPlace,
        _ header: RecordingFileHeader
    ) throws(RecordingStoreError) -> RecordingWriter {
        let copy = try RecordingCopy(of: place, header)
        defer { copy.remove() }
        let address = RecordingPlace(copy.path).immutableAddress
        let file = try RecordingFile(place, at: address, RecordingSurroundings(copiedWith: copy.log))
        if let problem = try file.verify().first { throw RecordingStoreError(place.name, .changed("\(problem)")) }
        var options = Options()
        options.durability = .everyAppend
        options.matchingVersion = file.matchingVersion
        let writer = RecordingWriter(place, workingPath: place.path, information: file.information, options: options)
        file.close()
        writer.isContinued = true
        writer.hasReplacedRows = true
        writer.keepsLog = copy.log?.isDamaged ?? false
        try RecordingStoreError.naming(place.name, writing: true) {
            var configuration = Configuration.recording(label: "Kinescope.RecordingWriter", budget: nil)
            configuration.allowsUnsafeTransactions = true
            let queue = try DatabaseQueue(path: RecordingPlace(copy.path).address, configuration: configuration)
            defer { try? queue.close() }
            try queue.unsafeReentrantWrite { try writer.take($0) }
        }
        return writer
    }

    /// Removes what a recorder kept beside a recording that is finished by now, if nobody has it.
    ///
    /// - Returns: whether there was something.
    @discardableResult
    public static func removeLeftovers(beside path: String) throws(RecordingStoreError) -> Bool {
        let place = RecordingPlace(path)
        guard UnfinishedMark.content(beside: place) != nil else { return false }
        try UnfinishedMark.take(beside: place).remove()
        return true
    }

    /// Puts aside, beside a recorder's file, what the search for late secrets needs if the recorder does not come to it.
    ///
    /// - Throws: ``RecordingStoreError`` if the disk is full or the system refuses.
    public func keep(_ bytes: [UInt8]) throws(RecordingStoreError) {
        try mark?.append(bytes, waitsForDisk: options.survivesPowerCut)
    }
}
