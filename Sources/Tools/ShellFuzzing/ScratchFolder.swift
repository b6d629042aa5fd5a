import Foundation

/// A folder for one input at a time, wherever temporary files are kept.
///
/// To make one for each input and to remove it again takes as long as to read a small recording. So one that is given back
/// is handed out again; a process that fuzzes has one, tests that run beside each other have some. They go when the
/// process ends.
struct ScratchFolder {
    private let path: String

    /// The file that an input is written to; it stays to be written over, which is faster than to make one.
    static let input = "input.kinescope"

    /// A folder that nobody else has, with nothing in it but perhaps what the last one wrote to ``input``.
    ///
    /// - Throws: what the system says if there can be none.
    static func borrowed() throws -> ScratchFolder { try pool.take() }

    /// Leaves the folder to the next, with nothing in it but the last input.
    ///
    /// - Parameter isClean: whether it is known that there is nothing else.
    func giveBack(isClean: Bool = false) {
        if !isClean { for name in names where name != Self.input { removeFile(name) } }
        Self.pool.put(self)
    }

    fileprivate static let pool = Pool()

    fileprivate init() throws {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("kinescope-fuzzing-\(ProcessInfo.processInfo.globallyUniqueString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// The names of what is in it, in order.
    var names: [String] {
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file of these bytes, in place of whatever was there.
    ///
    /// - Throws: what the system says.
    func write(_ bytes: [UInt8], to name: String) throws {
        let file = unsafe open(path(name), O_WRONLY | O_CREAT, 0o600)
        guard file >= 0 else { throw CocoaError(.fileWriteUnknown) }
        defer { close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Foundation.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { throw CocoaError(.fileWriteUnknown) }
            rest = rest.dropFirst(count)
        }
        guard ftruncate(file, off_t(bytes.count)) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    /// Checks whether a file holds these bytes and no others.
    ///
    /// - Throws: the system's error.
    func holds(_ bytes: [UInt8], in name: String) throws -> Bool {
        let file = unsafe open(path(name), O_RDONLY)
        guard file >= 0 else { throw CocoaError(.fileReadUnknown) }
        defer { close(file) }
        // One byte more, so that what was added shows.
        return try unsafe withUnsafeTemporaryAllocation(byteCount: bytes.count + 1, alignment: 8) { found in
            var count = 0
            while count < found.count {
                let more = unsafe read(file, found.baseAddress?.advanced(by: count), found.count - count)
                guard more >= 0 else { throw CocoaError(.fileReadUnknown) }
                guard more > 0 else { break }
                count += more
            }
            // An array compares byte by byte, which takes as long as all the rest for a small recording.
            guard count == bytes.count else { return false }
            return unsafe bytes.withUnsafeBytes { mine in
                guard let one = mine.baseAddress, let other = found.baseAddress else { return true }
                return unsafe memcmp(one, other, count) == 0
            }
        }
    }

    func removeFile(_ name: String) { _ = unsafe unlink(path(name)) }

    fileprivate func remove() {
        for name in names { removeFile(name) }
        _ = unsafe rmdir(path)
    }
}

/// The folders that nobody has at the moment.
private final class Pool: @unchecked Sendable {
    private let lock = NSLock()
    private var free: [ScratchFolder] = []
    private var made: [ScratchFolder] = []

    func take() throws -> ScratchFolder {
        lock.lock()
        defer { lock.unlock() }
        if let folder = free.popLast() { return folder }
        let folder = try ScratchFolder()
        if made.isEmpty { atexit { ScratchFolder.pool.removeAll() } }
        made.append(folder)
        return folder
    }

    func put(_ folder: ScratchFolder) {
        lock.lock()
        defer { lock.unlock() }
        free.append(folder)
    }

    func removeAll() {
        lock.lock()
        defer { lock.unlock() }
        for folder in made { folder.remove() }
        free = []
        made = []
    }
}
