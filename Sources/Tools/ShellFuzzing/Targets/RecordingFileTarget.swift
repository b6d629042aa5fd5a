import Exchanges
import FuzzReadings
public import Fuzzing
import RecordingStore
import SubscriberAccount
import VirtualTime

extension FuzzTarget {
    /// A recording's file, byte for byte.
    public static let recordingFile = FuzzTarget(
        "RecordingFile",
        maximumBytes: 256 * 1024,
        check: { input throws(PropertyFailure) in try RecordingFileChecks.check(input, isWhole: true) },
        quickCheck: { input throws(PropertyFailure) in try RecordingFileChecks.check(input, isWhole: false) },
        mutate: { input, generator in PageMutation.mutated(input, &generator) }
    )
}

/// The checks of a recording's file, and of what is not one.
enum RecordingFileChecks {
    /// - Parameters:
    ///   - input: the file's bytes.
    ///   - isWhole: whether it is also written again, and files that differ in a byte or a row are looked at, which
    ///     takes several times as long as reading.
    /// - Throws: the first property that does not hold.
    static func check(_ input: [UInt8], isWhole: Bool) throws(PropertyFailure) {
        let folder = try attempt("has-a-folder") { try ScratchFolder.borrowed() }
        let name = ScratchFolder.input
        var isClean = false
        defer { folder.giveBack(isClean: isClean) }
        try attempt("has-a-folder") { try folder.write(input, to: name) }
        let found = try look(at: folder.path(name), folder, isWhole: isWhole)
        let isSame = try attempt("has-a-folder") { try folder.holds(input, in: name) }
        try require(isSame, "reading-changes-nothing", "other bytes than the \(input.count) that were written")
        try requireEqual(folder.names, [name], "reading-leaves-nothing-behind")
        guard isWhole, let found else {
            isClean = true
            return
        }
        let tables: RecordedTables
        do throws(RecordedTables.Unreadable) {
            tables = try RecordedTables(input)
        } catch {
            throw PropertyFailure("pages-as-SQLite-has-them", "an intact recording cannot be read without it")
        }
        if let recording = found.recording { try RecordingReadings.agree(recording, with: tables) }
        try changed(input, tables, isFinished: found.isFinished, folder)
    }

    /// A recording in which verifying finds nothing.
    private struct Verified {
        var isFinished: Bool
        /// The recording; nil if what was written is not one.
        var recording: Recording?
    }

    /// Checks that what differs from a sound recording in one byte, or in a row and its digest, does not pass for one.
    ///
    /// Only of a finished one is there a digest over all rows.
    private static func changed(
        _ input: [UInt8],
        _ tables: RecordedTables,
        isFinished: Bool,
        _ folder: ScratchFolder
    ) throws(PropertyFailure) {
        var digest = Digest()
        digest.absorb(input)
        let draw = digest.value ^ digest.value >> 32
        let bodies = tables.rows["body"]?.count ?? 0
        if bodies > 0, let misnamed = MisnamedBody(tables, in: input, row: Int((draw >> 16) % UInt64(bodies))) {
            try misnamed.requireNoticed(problems(of: misnamed.file, folder))
        }
        guard isFinished else {
            for change in RecordingChange.unfinished(draw, tables) {
                try change.requireNoticed(problems(of: change.applied(to: input), folder))
            }
            return
        }
        if let change = RecordingChange.drawn(draw, tables) {
            try change.requireNoticed(problems(of: change.applied(to: input), folder))
        }
        let table = Int(draw % UInt64(ForgedRow.tables.count))
        let count = tables.rows[ForgedRow.tables[table].name]?.count ?? 0
        let row = count == 0 ? 0 : Int((draw >> 8) % UInt64(count))
        if let forged = ForgedRow(tables, in: input, table: table, row: row) {
            try forged.requireNoticed(problems(of: forged.file, folder))
        }
    }

    /// Returns the problems that verifying reports of a file; nil if it is refused.
    static func problems(of bytes: [UInt8], _ folder: ScratchFolder) throws(PropertyFailure) -> [String]? {
        let name = "changed.kinescope"
        let path = folder.path(name)
        defer { folder.removeFile(name) }
        try attempt("has-a-folder") { try folder.write(bytes, to: name) }
        do throws(RecordingStoreError) {
            let file = try RecordingFile.open(path)
            defer { file.close() }
            return try file.verify().map(\.description)
        } catch {
            try refused(error, path)
            return nil
        }
    }

    /// Reads all there is to read; nil if it is no recording, or one in which something was changed.
    private static func look(
        at path: String,
        _ folder: ScratchFolder,
        isWhole: Bool
    ) throws(PropertyFailure) -> Verified? {
        let file: RecordingFile
        do throws(RecordingStoreError) {
            file = try RecordingFile.open(path)
        } catch {
            try refused(error, path)
            return nil
        }
        defer { file.close() }
        let problems = try verified(file)
        let read = try read(file, isTwice: isWhole)
        guard problems?.isEmpty ?? false else { return nil }
        let sound = Verified(isFinished: file.isFinished, recording: read?.recording)
        guard let (recording, first) = read else {
            // Digests say that it is as it was written: what was written may be read, or be no recording at all.
            return sound
        }
        let summaries = isWhole ? try attempt("summaries-are-of-what-is-there") { try file.summaries() } : first
        try RecordingReadings.agree(summaries, with: recording.exchanges)
        guard sound.isFinished else { return sound }
        try requireEqual(recording.exchanges.count, file.exchangeCount, "counts-what-is-there")
        try requireEqual(recording.vsaCalls.count, file.vsaCallCount, "counts-what-is-there")
        try requireEqual(recording.userActions.count, file.userActionCount, "counts-what-is-there")
        if isWhole, size(of: recording) <= copiedBytes { try copied(recording, folder) }
        return sound
    }

    /// Larger recordings are not copied: where all exchanges share one body, a copy hashes it once for each of them.
    private static let copiedBytes = 4 << 20

    /// The bytes of all bodies and header lists, each as often as an exchange has it.
    private static func size(of recording: Recording) -> Int {
        var size = 0
        for exchange in recording.exchanges {
            size += exchange.request.body?.count ?? 0
            size += bytes(in: exchange.request.headers)
            guard let response = exchange.response else { continue }
            size += response.body?.count ?? 0
            size += bytes(in: response.headers)
        }
        return size
    }

    /// Of a long list only the beginning is looked at: to go through it once for each exchange would be as slow.
    private static func bytes(in fields: HeaderFields) -> Int {
        fields.prefix(100).reduce(64 * fields.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    }

    /// The problems; nil if the file cannot be read on.
    private static func verified(_ file: RecordingFile) throws(PropertyFailure) -> [IntegrityProblem]? {
        let problems: [IntegrityProblem]
        do throws(RecordingStoreError) {
            problems = try file.verify()
        } catch {
            try refused(error, file.path)
            return nil
        }
        try require(problems.count <= RecordingFile.problemLimit, "limit-problems", "\(problems.count)")
        for problem in problems {
            try requireOneLine("\(problem)")
        }
        return problems
    }

    /// Everything by every way of reading; nil if some of it is damaged.
    ///
    /// - Parameters:
    ///   - file: the recording.
    ///   - isTwice: whether exchanges are read one by one, too.
    /// - Returns: the recording, and the list of its exchanges.
    /// - Throws: the first property that does not hold.
    private static func read(
        _ file: RecordingFile,
        isTwice: Bool
    ) throws(PropertyFailure) -> (recording: Recording, summaries: [ExchangeSummary])? {
        do {
            let summaries = try file.summaries()
            let ordinals = summaries.map(\.ordinal)
            if isTwice {
                var each: [Int] = []
                try file.forEachExchange { each.append($0.ordinal) }
                try requireEqual(ordinals, each, "summaries-are-of-what-is-there")
            }
            try requireEqual(ordinals.sorted(), ordinals, "ordinals-ascend")
            _ = try file.interruptedExchangeCount()
            for summary in summaries.prefix(4) {
                _ = try summary.matchKey.map { try file.firstMatch(key: $0) }
                let operation = try file.operation(of: summary.ordinal)
                try requireEqual(operation, summary.operation, "reads-one-as-it-reads-all")
            }
            let recording = try file.recording()
            try requireEqual(recording.exchanges.map(\.ordinal), ordinals, "reads-the-same-twice")
            try RecordingReadings.inOrder(recording)
            return (recording, summaries)
        } catch let error as RecordingStoreError {
            try refused(error, file.path)
            return nil
        } catch let failure as PropertyFailure {
            throw failure
        } catch {
            throw PropertyFailure("errors-are-typed", "\(type(of: error)): \(error)")
        }
    }

    /// Written once more it is the same recording.
    private static func copied(_ recording: Recording, _ folder: ScratchFolder) throws(PropertyFailure) {
        try attempt("writes-what-it-reads") {
            let path = folder.path("copy.kinescope")
            let writer = try RecordingWriter.create(at: path, information: recording.information)
            try writer.transaction {
                for exchange in recording.exchanges { try writer.append(exchange, at: exchange.ordinal) }
                if let last = recording.information.skippedExchanges.ranges.last { writer.skip(last.upperBound) }
                // They come by their times, and are numbered as they are written.
                let reported = recording.vsaCalls.sorted { $0.ordinal < $1.ordinal }
                for response in reported { try writer.append(response) }
                for userAction in recording.userActions.sorted(by: { $0.ordinal < $1.ordinal }) {
                    try writer.append(userAction)
                }
            }
            try writer.finish()
            let copy = try RecordingFile.open(path)
            defer { copy.close() }
            try requireEqual(try copy.verify().map(\.description), [], "writes-what-it-reads")
            try requireEqual(inOrder(try copy.recording()), inOrder(recording), "writes-what-it-reads")
        }
        folder.removeFile("copy.kinescope")
    }

    /// With the notes of a line in one order and without that of its time: only in a file that somebody made may keys
    /// stand as no writer puts them, or a time beside another one.
    private static func inOrder(_ recording: Recording) -> Recording {
        var recording = recording
        for index in recording.vsaCalls.indices {
            recording.vsaCalls[index].logNotes = recording.vsaCalls[index].logNotes
                .filter { $0.place != .line || !$0.key.utf8.elementsEqual("at".utf8) }
                .sorted { "\($0.place) \($0.key)".utf8.lexicographicallyPrecedes("\($1.place) \($1.key)".utf8) }
        }
        return recording
    }

    private static func refused(_ error: RecordingStoreError, _ path: String) throws(PropertyFailure) {
        try requireEqual(error.path, path, "error-names-the-file")
        try requireOneLine("\(error)")
    }
}
