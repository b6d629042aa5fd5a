import Exchanges
import FileSystem
import Foundation

/// A file that a command reads whole.
enum InputFile {
    /// The bytes of the file at `path`, or of standard input where `path` is `-`.
    ///
    /// - Throws: ``CommandFailure`` if there is no such file, it is a directory, it may not be read, or it has more than
    ///   ``maximumBytes``.
    static func bytes(of path: String) throws(CommandFailure) -> [UInt8] {
        if path == "-" {
            return try read(0, path: "standard input", sizeHint: 0)
        }
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let fix = errno == ENOENT || errno == ENOTDIR ? ". Check the path" : ""
            throw CommandFailure("cannot read \(path): \(SystemError.current)\(fix)")
        }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor: descriptor) else {
            throw CommandFailure("cannot read \(path): \(SystemError.current)")
        }
        guard status.kind != .folder else {
            throw CommandFailure("cannot read \(path): it is a directory, not a file")
        }
        guard status.size <= maximumBytes else { throw tooLong(path) }
        return try read(descriptor, path: path, sizeHint: max(0, status.size))
    }

    /// The bytes of the HAR file at `path`.
    ///
    /// - Throws: ``CommandFailure`` as ``bytes(of:)`` does, if the file is compressed, as some tools save it, and if it is a
    ///   recording.
    static func har(at path: String) throws(CommandFailure) -> [UInt8] {
        let bytes = try bytes(of: path)
        // The magic number of RFC 1952.
        let isCompressed = bytes.starts(with: [0x1F, 0x8B])
        if bytes.starts(with: Array("SQLite format 3\0".utf8)) {
            throw CommandFailure("\(path): an SQLite file, not a HAR. A recording needs no import")
        }
        guard isCompressed else { return bytes }
        throw CommandFailure("\(path): compressed with gzip. Decompress it first, as `gunzip -c` does")
    }

    /// A file has no more bytes than these, 2 GiB: as many as a HAR may have.
    ///
    /// A device may go on for ever.
    static let maximumBytes = HARLimits.default.totalBytes

    private static func tooLong(_ path: String) -> CommandFailure {
        CommandFailure("cannot read \(path): it is longer than \(maximumBytes >> 30) GiB")
    }

    /// Reads to the end; a file of known size is read into one allocation of that size.
    private static func read(_ descriptor: Int32, path: String, sizeHint: Int) throws(CommandFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(sizeHint + 1)
        while true {
            let room = max(bytes.capacity - bytes.count, 65_536)
            var failure: Int32 = 0
            let chunk = unsafe [UInt8](unsafeUninitializedCapacity: min(room, 1 << 20)) { buffer, count in
                var got: Int
                repeat {
                    got = unsafe Foundation.read(descriptor, buffer.baseAddress, buffer.count)
                } while got < 0 && errno == EINTR
                if got < 0 { failure = errno }
                count = max(0, got)
            }
            guard failure == 0 else { throw CommandFailure("cannot read \(path): \(SystemError.text(of: failure))") }
            guard !chunk.isEmpty else { return bytes }
            guard bytes.count + chunk.count <= maximumBytes else { throw tooLong(path) }
            bytes.append(contentsOf: chunk)
        }
    }
}
