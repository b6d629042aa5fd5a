import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The few calls that Foundation has no exact word for: create a private file, force it to the disk, rename it.
enum SystemFile {
    /// The kinds of things at a path.
    enum Kind: Hashable {
        case file(size: Int64)
        case directory
        case other
    }

    /// Returns the kind of the file at `path`, links followed; nil if nothing is there.
    static func kind(of path: String) throws(RecordingStoreError) -> Kind? {
        var status = stat()
        return try kind(unsafe stat(path, &status) == 0 ? status : nil, path)
    }

    /// The identity of a file, by whatever name.
    struct Identifier: Hashable {
        var device: UInt64
        var number: UInt64
    }

    /// Returns the identity of the file at `path`, links followed; nil if none is there.
    static func identifier(of path: String) -> Identifier? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return Identifier(
            device: UInt64(truncatingIfNeeded: status.st_dev),
            number: UInt64(truncatingIfNeeded: status.st_ino)
        )
    }

    /// Returns the kind of what is at `path` itself, a link not being a file; nil if nothing is there.
    ///
    /// - Throws: ``RecordingStoreError`` if the system refuses.
    static func entry(at path: String) throws(RecordingStoreError) -> Kind? {
        var status = stat()
        return try kind(unsafe lstat(path, &status) == 0 ? status : nil, path)
    }

    /// Returns the kind in the system's report; the call was right before, and `errno` has the reason if there is none.
    private static func kind(_ status: stat?, _ path: String) throws(RecordingStoreError) -> Kind? {
        guard let status else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw RecordingStoreError(path, .unreadable(unsafe String(cString: strerror(errno))))
        }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: .file(size: Int64(status.st_size))
        case S_IFDIR: .directory
        default: .other
        }
    }

    /// Creates an empty file that only its owner can read, and fails if there is one already.
    static func create(_ path: String) throws(RecordingStoreError) {
        let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path) }
        close(descriptor)
    }

    /// Waits until what was written to the file, or the folder's list of names, is on the disk.
    static func synchronize(_ path: String) throws(RecordingStoreError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        // Some file systems cannot do this for a folder and say EINVAL; nothing better can be done there.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure(path) }
    }

    /// A descriptor of the file, to wait for the disk with; a negative number if the system refuses.
    static func descriptor(_ path: String) -> Int32 { unsafe open(path, O_RDONLY | O_CLOEXEC) }

    /// So many bytes from the beginning of the file, or all it has; nil if the system refuses.
    static func firstBytes(of path: String, count: Int) -> [UInt8]? {
        let descriptor = Self.descriptor(path)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var hasFailed = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let more = unsafe read(descriptor, buffer.baseAddress?.advanced(by: filled), count - filled)
                if more < 0, errno == EINTR { continue }
                hasFailed = more < 0
                guard more > 0 else { return }
                filled += more
            }
        }
        return hasFailed ? nil : bytes
    }

    /// Waits until what was written to the file is on the disk, as far as the system lets it.
    static func synchronize(_ descriptor: Int32) {
        if descriptor >= 0 { _ = fsync(descriptor) }
    }

    /// Closes the descriptor, if it is one.
    static func close(_ descriptor: Int32) {
        if descriptor >= 0 { _ = Foundation.close(descriptor) }
    }

    /// Gives the file its final name in one step.
    ///
    /// If it is `replacing`, a file of that name goes, and with it a write-ahead log that was left beside it: SQLite would
    /// apply it to this one. Otherwise either stays and the call fails.
    static func rename(_ path: String, to target: String, replacing: Bool) throws(RecordingStoreError) {
        if replacing {
            for suffix in databaseFiles { unsafe unlink(target + suffix) }
        } else {
            guard try entry(at: target) == nil else { throw RecordingStoreError(target, .exists) }
            try refuse(databaseFiles, of: target)
        }
        if !replacing {
            // A link fails where a name is taken, even if it was taken a moment ago; a rename would replace it.
            if unsafe link(path, target) == 0 {
                unsafe unlink(path)
                return
            }
            if errno == EEXIST { throw RecordingStoreError(target, .exists) }
            // File systems without links (FAT) leave it at having looked.
        }
        guard unsafe Foundation.rename(path, target) == 0 else { throw failure(target) }
    }

    /// Gives a damaged log a name by which nobody reads it; one that has that name already stays.
    ///
    /// - Returns: what was added to the log's name; nil if it has no other name.
    static func keep(_ log: String) -> String? {
        for number in 1...100 {
            let suffix = "-damaged" + (number == 1 ? "" : "-\(number)")
            if unsafe link(log, log + suffix) == 0 { return suffix }
        }
        return nil
    }

    /// Puts a complete file in the place of the one at `target`; the side files of that one go afterwards.
    ///
    /// Their order: as long as the old file is there, its log is; beside the new one a log has no meaning.
    static func replace(_ target: String, with path: String) throws(RecordingStoreError) {
        guard unsafe Foundation.rename(path, target) == 0 else { throw failure(target) }
        // The recording is at its place by now: that its name may not survive a power cut is no reason to fail.
        try? synchronize(folder(of: target))
        for suffix in logFiles { unsafe unlink(target + suffix) }
    }

    /// Throws if there is a file beside `path` that would be taken for a part of it, whoever's it is.
    static func refuseSideFiles(of path: String) throws(RecordingStoreError) { try refuse(sideFiles, of: path) }

    private static func refuse(_ suffixes: [String], of path: String) throws(RecordingStoreError) {
        for suffix in suffixes where try entry(at: path + suffix) != nil {
            throw RecordingStoreError(path, .sideFile(path + suffix))
        }
    }

    /// Throws if the file may not be written, or no file may be made beside it.
    static func requireWritable(_ path: String) throws(RecordingStoreError) {
        guard unsafe access(path, W_OK) == 0, unsafe access(folder(of: path), W_OK) == 0 else { throw failure(path) }
    }

    /// The bytes that are left for the user on the disk where the file is; nil if the system does not say.
    static func freeBytes(beside path: String) -> Int64? {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder(of: path))
        return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
    }

    /// The folder that `path` is in.
    static func folder(of path: String) -> String {
        // Not Foundation's deletingLastPathComponent, which traps for a name of one character on Linux.
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Removes the file, and what SQLite may have put beside it; what is not there is no failure.
    static func remove(_ path: String) {
        for suffix in [""] + databaseFiles { unsafe unlink(path + suffix) }
    }

    /// The files of a write-ahead log.
    static let logFiles = ["-wal", "-shm"]

    /// The name endings of files that SQLite takes for a part of a recording.
    static let databaseFiles = ["-journal"] + logFiles

    /// Whatever can be beside a recording and be taken for a part of it.
    static let sideFiles = databaseFiles + [UnfinishedMark.suffix]

    /// The system's own words for an error of Foundation's, or Foundation's: never its domain and code.
    static func reason(of error: any Error) -> String {
        let error = error as NSError
        let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
        guard cause.domain == NSPOSIXErrorDomain, let code = Int32(exactly: cause.code) else {
            return error.localizedDescription
        }
        return unsafe String(cString: strerror(code))
    }

    static func failure(_ path: String) -> RecordingStoreError {
        switch errno {
        case EEXIST: RecordingStoreError(path, .exists)
        case ENOSPC, EDQUOT: RecordingStoreError(path, .diskFull)
        case EACCES, EPERM, EROFS: RecordingStoreError(path, .forbidden(unsafe String(cString: strerror(errno))))
        default: RecordingStoreError(path, .unwritable(unsafe String(cString: strerror(errno))))
        }
    }
}

extension FileHandle {
    /// As many bytes as that, or all that are left.
    func bytes(upTo count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count, let more = try read(upToCount: count - bytes.count), !more.isEmpty { bytes += more }
        return bytes
    }
}
