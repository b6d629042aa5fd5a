import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Checks whether a program is writing a recording, without changing anything.
enum RecordingUse {
    /// Checks whether a recorder has the mark of the recording, or another process has the file open in SQLite.
    static func isInUse(_ place: RecordingPlace) -> Bool {
        UnfinishedMark.isHeld(beside: place) || isLocked(place.path)
    }

    /// Checks whether another process has a lock of SQLite's on the file: with a log, every connection has one.
    ///
    /// The bytes are those of `SHARED_FIRST` and `SHARED_SIZE`, sqlite.org/src/file/src/os.h.
    private static func isLocked(_ path: String) -> Bool {
        let descriptor = SystemFile.descriptor(path)
        guard descriptor >= 0 else { return false }
        defer { SystemFile.close(descriptor) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 0x4000_0002
        lock.l_len = 510
        guard unsafe fcntl(descriptor, F_GETLK, &lock) == 0 else { return false }
        return lock.l_type != Int16(F_UNLCK)
    }
}
