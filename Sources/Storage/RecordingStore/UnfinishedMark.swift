import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The file beside a recording as long as it is unfinished; it owns a lock on it, which tells others of a recorder at work.
///
/// It holds what the search for late secrets needs if the recorder does not come to it. The lock goes with the process,
/// whatever ends it, and is not one of those that SQLite needs.
final class UnfinishedMark: @unchecked Sendable {
    /// The end of its name, after the recording's.
    static let suffix = "-unfinished"

    /// No mark that a recorder wrote is longer, in bytes.
    static let maximumBytes = 256 << 20

    private let path: String
    // Used by whoever writes the recording, one task at a time.
    private var descriptor: Int32

    private init(_ path: String, _ descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    /// Takes the mark of the recording at `place`, which is made if there is none; mode 0600.
    ///
    /// - Throws: ``RecordingStoreError/Cause/busy`` if another has it; ``RecordingStoreError`` if something else is there,
    ///   or the system refuses.
    static func take(beside place: RecordingPlace) throws(RecordingStoreError) -> UnfinishedMark {
        let path = place.path + suffix
        // Who only asks holds it for a moment, and who finishes removes it.
        for attempt in 1...attempts {
            let flags = O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
            let descriptor = unsafe open(path, flags, 0o600)
            guard descriptor >= 0 else {
                if errno == ELOOP || errno == EISDIR { throw RecordingStoreError(place.name, .sideFile(path)) }
                throw SystemFile.failure(place.name)
            }
            var status = stat()
            guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                SystemFile.close(descriptor)
                throw RecordingStoreError(place.name, .sideFile(path))
            }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
                if isNamed(path, status) { return UnfinishedMark(path, descriptor) }
            } else if attempt == attempts {
                SystemFile.close(descriptor)
                throw RecordingStoreError(place.name, .busy)
            } else {
                usleep(20_000)
            }
            SystemFile.close(descriptor)
        }
        throw RecordingStoreError(place.name, .busy)
    }

    /// Checks whether anyone has the mark of the recording at `place`: a recorder is at work, or a repair.
    static func isHeld(beside place: RecordingPlace) -> Bool {
        let descriptor = unsafe open(place.path + suffix, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { SystemFile.close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// Returns the content of the mark beside `place`; nil if there is none, or none that a recorder wrote.
    static func content(beside place: RecordingPlace) -> [UInt8]? {
        let path = place.path + suffix
        guard case .file(let size)? = try? SystemFile.entry(at: path), size <= maximumBytes else { return nil }
        return (try? Data(contentsOf: URL(fileURLWithPath: path))).map { Array($0) }
    }

    /// Adds bytes at the end, and waits until they are on the disk if that is asked for.
    func append(_ bytes: [UInt8], waitsForDisk: Bool = false) throws(RecordingStoreError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw SystemFile.failure(path)
            }
            rest = rest.dropFirst(count)
        }
        guard waitsForDisk, fsync(descriptor) != 0 else { return }
        throw SystemFile.failure(path)
    }

    /// Puts these bytes in the place of all that it holds.
    func begin(_ bytes: [UInt8]) throws(RecordingStoreError) {
        guard ftruncate(descriptor, 0) == 0 else { throw SystemFile.failure(path) }
        try append(bytes)
    }

    /// Removes the file, since the recording is finished, and gives the lock back.
    func remove() {
        guard descriptor >= 0 else { return }
        unsafe unlink(path)
        release()
    }

    /// Gives the lock back and leaves the file.
    func release() {
        SystemFile.close(descriptor)
        descriptor = -1
    }

    deinit { release() }

    private static let attempts = 10

    /// Checks whether the name is still that of the file that was opened: its previous owner may have removed it
    /// meanwhile.
    private static func isNamed(_ path: String, _ opened: stat) -> Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return false }
        return status.st_dev == opened.st_dev && status.st_ino == opened.st_ino
    }
}
