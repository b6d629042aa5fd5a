import Foundation
import GRDB

/// A copy of a recording that lies where nothing can be written and has a log: SQLite would have to write beside it.
///
/// It is in a folder of its own that only its owner can look into.
struct RecordingCopy {
    /// The copied file, without a log.
    let path: String
    private let folder: String

    /// Copies the recording at `path` with what SQLite left beside it, and folds its log in.
    init(of path: String) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/kinescope-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        self.folder = folder
        self.path = folder + "/copy.kinescope"
        do {
            for suffix in ["", "-wal", "-journal"] where FileManager.default.fileExists(atPath: path + suffix) {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: self.path + suffix)
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: self.path + suffix)
            }
            let configuration = Configuration.recording(
                label: "Kinescope.RecordingCopy",
                budget: try StepBudget(readingFileAt: self.path)
            )
            let queue = try DatabaseQueue(path: self.path, configuration: configuration)
            try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            try queue.close()
        } catch {
            remove()
            throw error
        }
    }

    /// Removes it; whoever has it open goes on reading.
    func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
