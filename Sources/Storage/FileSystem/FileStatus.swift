import Foundation

/// What the system says of a file, links followed.
///
/// A module of its own: beside the network's modules the compiler takes `stat` for a declaration of theirs, or not, by what it happens
/// to load first.
package struct FileStatus: Sendable {
    /// What can stand at a path.
    package enum Kind: Sendable {
        case file, folder
        /// A device, a pipe, a socket.
        case other
    }

    /// What it is.
    package var kind: Kind
    /// Who may do what with it: the lower twelve bits of its mode.
    package var permissions: UInt16
    /// How many bytes it has.
    package var size: Int
    private var device: UInt64
    private var number: UInt64

    /// What stands at `path`; nil, with `errno` set, if nothing does or it may not be asked.
    package init?(path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// What is open as `descriptor`; nil, with `errno` set, if it is not open.
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

    /// Whether it is the same file as `other`, by whatever names.
    package func isSame(as other: FileStatus) -> Bool { device == other.device && number == other.number }
}
