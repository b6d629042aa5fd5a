import Documents
import Foundation

/// The path of a recording, links followed: SQLite looks for a log beside the file itself, not beside a link to it.
struct RecordingPlace: Hashable {
    /// The path as it was given, for errors.
    let name: String
    /// The absolute path of the file.
    let path: String

    /// The place that `path` names, whether a file is there or not.
    init(_ path: String) {
        name = path
        if let real = Self.real(path) {
            self.path = real
            return
        }
        let last = (path as NSString).lastPathComponent
        let folder = SystemFile.folder(of: path)
        let parent = Self.real(folder) ?? Self.absolute(folder)
        self.path = parent == "/" ? "/" + last : parent + "/" + last
    }

    /// The URL that SQLite gets instead of a path: names such as `:memory:` or `file:x` mean something else to it.
    var address: String { "file://" + Self.encoded(path) }

    /// The same for a file that nothing may change, and beside which nothing is looked at: no journal is rolled back, no log
    /// is read.
    var immutableAddress: String { address + "?immutable=1" }

    /// The write-ahead log that may belong to the file.
    var log: String { path + "-wal" }

    /// The index of the log, which processes that have the recording open share.
    var index: String { path + "-shm" }

    /// The rollback journal that may be beside the file; no recorder leaves one.
    var journal: String { path + "-journal" }

    /// A hidden name beside the file, on the same disk.
    func hiddenSibling(_ suffix: String) -> String {
        let name = (path as NSString).lastPathComponent
        let folder = SystemFile.folder(of: path)
        return (folder == "/" ? "" : folder) + "/.\(name).\(suffix)"
    }

    private static func real(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }

    private static func encoded(_ path: String) -> String {
        PercentEncoding.encode(path) { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                false
            default: true
            }
        }
    }
}
