import Foundation

/// The system's facts about a file, links followed.
///
/// A module of its own: beside the network's modules the compiler takes `stat` for a declaration of theirs, or not, by what it happens
/// to load first.
package struct FileStatus: Sendable {
    /// The kinds of things at a path.
    package enum Kind: Sendable {
        case file, folder
        /// A device, a pipe, a socket.
        case other
    }

    /// The file's kind.
    package var kind: Kind
    /// The permissions of owner, group and others: the lower twelve bits of the file's mode.
    package var permissions: UInt16
    /// The number of bytes.
    package var size: Int
    private var device: UInt64
    private var number: UInt64

    /// The status of the file at `path`; nil, with `errno` set, if nothing is there or the system refuses.
    package init?(path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The status of the file that is open as `descriptor`; nil, with `errno` set, if it is not open.
    package init?(descriptor: Int32) {
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
        permissions = UInt16(truncatingIfNeeded: status.st_mode & 0o7777)
        size = Int(status.st_size)
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// Checks whether it is the same file as `other`, by whatever names.
    package func isSame(as other: FileStatus) -> Bool { device == other.device && number == other.number }
}
