import Foundation
import GRDB

/// A private copy of a recording that has a log, or was never finished: to look at it SQLite would have to write.
///
/// It is in a folder of its own that only its owner can look into. The log is folded into it, and if the recorder was
/// killed its rows are put in order; the recording itself and all beside it stay as they are.
struct RecordingCopy {
    /// The copied file, without a log.
    let path: String
    /// The log that was folded in; nil if there was none.
    let log: WriteAheadLog?
    private let folder: String

    /// Copies the recording at `place`, which has this header.
    ///
    /// - Throws: ``RecordingStoreError/Cause/foreignLog(_:_:)`` if the log beside it is not its own;
    ///   ``RecordingStoreError`` if the system refuses. Nothing is left then.
    init(of place: RecordingPlace, _ header: RecordingFileHeader) throws(RecordingStoreError) {
        let log = try Self.log(of: place, header)
        self.log = log
        let folder = FileManager.default.temporaryDirectory.path + "/kinescope-\(UUID().uuidString)"
        self.folder = folder
        let path = folder + "/copy.kinescope"
        self.path = path
        do {
            try RecordingStoreError.naming(place.name) {
                try Self.makeFolder(folder)
                try Self.copy(place.path, to: path, place)
                var identity: RecordingIdentity?
                if let log {
                    try Self.extend(path, header, place)
                    identity = try RecordingIdentity(readingFileAt: path)
                    if let salt = log.salt, identity?.mayHaveLog(withSalt: salt) == false {
                        let reason = "it is the log of another recording"
                        throw RecordingStoreError(place.name, .foreignLog(place.log, reason))
                    }
                    try Self.copy(place.log, to: path + "-wal", place)
                }
                try Self.fold(path, place, identity)
            }
        } catch {
            remove()
            throw error
        }
    }

    /// Removes it; whoever has it open goes on reading.
    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// The log beside the recording, by itself; nil if there is none, or nothing in it.
    private static func log(
        of place: RecordingPlace,
        _ header: RecordingFileHeader
    ) throws(RecordingStoreError) -> WriteAheadLog? {
        func foreign(_ detail: String) -> RecordingStoreError {
            RecordingStoreError(place.name, .foreignLog(place.log, detail))
        }
        switch try SystemFile.entry(at: place.log) {
        case nil, .file(0): return nil
        case .directory, .other: throw foreign("it is not a file")
        case .file: break
        }
        guard header.hasLog else { throw foreign("the recording states that it has none") }
        let read = try RecordingStoreError.naming(place.name) {
            try WriteAheadLog(readingFileAt: place.log, index: place.index)
        }
        guard let log = read else { throw foreign("it is not a write-ahead log") }
        if let size = log.pageSize, size != header.pageSize {
            throw foreign("its pages have \(size) bytes, those of the recording \(header.pageSize)")
        }
        return log
    }

    private static func makeFolder(_ folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    private static func copy(_ path: String, to target: String, _ place: RecordingPlace) throws {
        do {
            try FileManager.default.copyItem(atPath: path, toPath: target)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target)
        } catch {
            let folder = FileManager.default.temporaryDirectory.path
            let reason = "it cannot be copied to \(folder): \(SystemFile.reason(of: error))"
            throw RecordingStoreError(place.name, .unreadable(reason))
        }
    }

    /// Makes the file as long as it says: a recorder that was killed while the log was folded in has written that first.
    ///
    /// The pages that it lacks are in the log, so there are no more than that has room for.
    private static func extend(_ path: String, _ header: RecordingFileHeader, _ place: RecordingPlace) throws {
        guard case .file(let size)? = try SystemFile.entry(at: path), size < header.expectedSize,
            case .file(let logSize)? = try SystemFile.entry(at: place.log), header.expectedSize - size <= logSize
        else { return }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        defer { try? file.close() }
        try file.truncate(atOffset: UInt64(header.expectedSize))
    }

    /// Folds the log of the copy in.
    ///
    /// What comes out has to be the same recording, and whole; then it is completed.
    private static func fold(_ path: String, _ place: RecordingPlace, _ identity: RecordingIdentity?) throws {
        var configuration = Configuration.recording(
            label: "Kinescope.RecordingCopy",
            budget: try StepBudget(completingFileAt: path)
        )
        configuration.allowsUnsafeTransactions = true
        configuration.foreignKeysEnabled = false
        do {
            let queue = try DatabaseQueue(path: RecordingPlace(path).address, configuration: configuration)
            defer { try? queue.close() }
            try queue.unsafeReentrantWrite { try fold($0, identity) }
        } catch let error as MisfitLog {
            throw RecordingStoreError(place.name, .foreignLog(place.log, error.reason))
        } catch let error as DatabaseError where identity != nil && error.resultCode != .SQLITE_FULL {
            let reason = "with it, \(RecordingStoreError.text(error))"
            throw RecordingStoreError(place.name, .foreignLog(place.log, reason))
        }
    }

    private static func fold(_ database: Database, _ identity: RecordingIdentity?) throws {
        try database.execute(sql: "PRAGMA temp_store = MEMORY; PRAGMA synchronous = OFF")
        // A mode without a journal on the disk; SQLite folds the log in when it is left.
        _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = MEMORY")
        guard let identity else { return _ = try? InterruptedRecording.complete(database) }
        try RecordingSchema.check(database)
        let found = RecordingIdentity(try RecordingTable.read(database))
        // One that is older may have got its identity with the log.
        guard identity.digits == nil || found.digits == identity.digits else {
            throw MisfitLog("with it this would be another recording")
        }
        if let problem = try InterruptedRecording.problem(in: database) { throw MisfitLog("with it, \(problem)") }
        try InterruptedRecording.complete(database, isChecked: true)
    }
}

/// The problem of a recording as a log makes it.
private struct MisfitLog: Error {
    var reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
