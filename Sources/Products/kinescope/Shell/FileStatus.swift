// The compiler finds the members of `stat` there as soon as a file beside this one imports the network.
import CoreFoundation
import Foundation

/// What the system says of a file, links followed.
struct FileStatus {
    /// What can stand at a path.
    enum Kind {
        case file, folder
        /// A device, a pipe, a socket.
        case other
    }

    /// What it is.
    var kind: Kind
    /// How many bytes it has.
    var size: Int
    private var device: UInt64
    private var number: UInt64

    /// What stands at `path`; nil, with `errno` set, if nothing does or it may not be asked.
    init?(path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// What is open as `descriptor`; nil, with `errno` set, if it is not open.
    init?(descriptor: Int32) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .folder
        default: kind = .other
        }
        size = Int(status.st_size)
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// Whether it is the same file as `other`, by whatever names.
    func isSame(as other: FileStatus) -> Bool { device == other.device && number == other.number }
}
