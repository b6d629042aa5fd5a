import FileSystem
import Foundation

/// The reading and writing of a CA's files.
enum AuthorityFile {
    /// Neither file has more bytes than these: a key with a certificate takes about 1,000.
    static let maximumBytes = 1 << 20

    /// The text of the file at `path`; nil if there is none.
    ///
    /// A private file may be read and changed by its owner only.
    static func read(_ path: String, isPrivate: Bool) throws(CertificateAuthorityError) -> String? {
        // A pipe with that name would otherwise wait for a writer.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .unreadable(path: path, reason: systemError)
        }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor: descriptor) else {
            throw .unreadable(path: path, reason: systemError)
        }
        guard status.kind == .file else { throw .unreadable(path: path, reason: "it is not a file") }
        guard !isPrivate || status.permissions & 0o077 == 0 else {
            throw .keyIsExposed(path: path, mode: status.permissions)
        }
        guard status.size <= maximumBytes else {
            throw .unreadable(path: path, reason: "it is longer than \(maximumBytes >> 20) MiB")
        }
        do {
            let bytes = try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).readToEnd() ?? Data()
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            throw .unreadable(path: path, reason: String(describing: error))
        }
    }

    /// Gives `path` a file with this text, unless there is one already: then that one stays.
    ///
    /// It has its mode from the first byte on, and its name when it is complete and on the disk.
    static func write(_ text: String, to path: String, mode: mode_t) throws(CertificateAuthorityError) {
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let unique = String(UInt64.random(in: .min ... .max), radix: 36)
        let aside = "\(path[..<slash]).\(path[slash...]).\(unique).unfinished"
        let descriptor = unsafe open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw .notWritable(path: path, reason: systemError) }
        defer {
            close(descriptor)
            _ = unsafe unlink(aside)
        }
        do {
            try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: Data(text.utf8))
        } catch {
            throw .notWritable(path: path, reason: String(describing: error))
        }
        guard fsync(descriptor) == 0 else { throw .notWritable(path: path, reason: systemError) }
        // Unlike a renaming, a link never takes the place of what is there.
        guard unsafe link(aside, path) == 0 || errno == EEXIST else {
            throw .notWritable(path: path, reason: systemError)
        }
    }

    /// Makes a folder, and those it lies in, for the owner only; one that is there stays as it is.
    static func makeFolder(_ path: String) throws(CertificateAuthorityError) {
        if let status = FileStatus(path: path) {
            guard status.kind == .folder else { throw .notWritable(path: path, reason: "it is not a directory") }
            return
        }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try makeFolder(String(path[..<slash])) }
        guard path.last != "/" else { return }
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw .notWritable(path: path, reason: systemError)
        }
    }

    private static var systemError: String { unsafe String(cString: strerror(errno)).lowercased() }
}
