import RecordingStore
import FileSystem
import Foundation

/// A file that appears under its name when it is complete, or not at all; it owns the unfinished file beside it.
///
/// What is no file but has a name, a device or a pipe, is written into: nothing else may take its place.
final class OutputFile {
    private let path: String
    private let unfinished: String?
    private let terminal: Terminal
    private let descriptor: Int32

    /// A file at `path`; `-` stands for standard output.
    ///
    /// - Throws: ``CommandFailure`` if a file stands there that is not to be replaced, or none can be made.
    init(_ path: String, replacesExisting: Bool) throws(CommandFailure) {
        self.path = path
        guard path != "-" else {
            unfinished = nil
            terminal = .output
            descriptor = -1
            return
        }
        if let status = FileStatus(path: path) {
            guard status.kind != .folder else {
                throw CommandFailure("cannot write \(path): it is a directory")
            }
            guard status.kind == .file else {
                unfinished = nil
                descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
                guard descriptor >= 0 else { throw CommandFailure("cannot write \(path): \(SystemError.current)") }
                terminal = Terminal(descriptor: descriptor, name: path)
                return
            }
            guard replacesExisting else {
                throw CommandFailure("\(RecordingStoreError(path, .exists))")
            }
        }
        Interruption.prepare()
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let unique = String(UInt64.random(in: .min ... .max), radix: 36)
        let name = "\(path[..<slash]).\(path[slash...]).\(unique).unfinished"
        descriptor = unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CommandFailure("cannot write \(path): \(SystemError.current)") }
        unfinished = name
        terminal = Terminal(descriptor: descriptor, name: path)
        Interruption.removes(name)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if let unfinished { _ = unsafe unlink(unfinished) }
    }

    /// Adds `text` at the end.
    func write(_ text: String) throws(CommandFailure) { try terminal.write(text) }

    /// Adds `bytes` at the end.
    func write(_ bytes: [UInt8]) throws(CommandFailure) { try terminal.write(bytes) }

    /// Gives the file its name.
    func finish() throws(CommandFailure) {
        guard let unfinished else { return }
        guard fsync(descriptor) == 0, unsafe rename(unfinished, path) == 0 else {
            throw CommandFailure("cannot write \(path): \(SystemError.current)")
        }
    }
}
