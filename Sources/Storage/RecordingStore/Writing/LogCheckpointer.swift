import Foundation
import GRDB

/// Folds a recorder's write-ahead log into the recording, on a thread of its own, so that no append waits for it.
///
/// The writer's transactions lie between ``pause()`` and ``goOn()``. Passes that change nothing for the writer go on
/// beside them. They cannot begin the log anew as long as the writer is always ahead of them: then, once in many
/// thousand appends, a pass makes the writer wait for the last few pages. A log that someone is reading only grows.
final class LogCheckpointer: Sendable {
    /// A pass is made for every so many bytes that the log has grown by.
    static let passBytes: Int64 = 4 << 20
    /// The log is begun anew, if need be with the writer waiting, for every so many bytes that it has grown by.
    static let restartBytes: Int64 = 64 << 20

    /// From this size on the writer has to wait, however long: its disk is slower than it is.
    static let patienceBytes: Int64 = 512 << 20

    private let log: String
    private let queue: DatabaseQueue
    /// The recording itself, to wait for the disk.
    ///
    /// It must not be closed before all of this process's connections are: the system takes a process's locks on a file
    /// away as soon as any of its descriptors is closed.
    private let descriptor: Int32
    private let gate = NSLock()
    private let progress = Progress()

    /// The state that the writer and the passes share.
    private final class Progress: @unchecked Sendable {
        private let lock = NSLock()
        private var isUnderWay = false
        private var isStopped = false
        private var bytesAtPass: Int64 = 0
        private var bytesAtRestart: Int64 = 0
        private var transactions = 0

        /// Returns true when the log is to be looked at: asking the system for its size at every transaction would cost
        /// more than it is worth.
        func isTimeToLook() -> Bool {
            lock.withLock {
                transactions &+= 1
                return transactions % 8 == 0 && !isUnderWay
            }
        }

        /// Decides whether a pass is due for a log of this size, and whether it is to begin the log again.
        func begin(_ bytes: Int64) -> (pass: Bool, restart: Bool) {
            lock.withLock {
                // The log was begun anew.
                if bytes < bytesAtPass {
                    bytesAtPass = 0
                    bytesAtRestart = 0
                }
                guard !isUnderWay, bytes - bytesAtPass >= LogCheckpointer.passBytes else { return (false, false) }
                isUnderWay = true
                bytesAtPass = bytes
                let restart = bytes - bytesAtRestart >= LogCheckpointer.restartBytes
                if restart { bytesAtRestart = bytes }
                return (true, restart)
            }
        }

        func end() { lock.withLock { isUnderWay = false } }

        /// Stops all passes; returns true the first time.
        func stop() -> Bool {
            lock.withLock {
                defer { isStopped = true }
                return !isStopped
            }
        }
    }

    /// Opens a connection of its own to the recording at `place`, which has a log.
    init(_ place: RecordingPlace) throws {
        var configuration = Configuration.recording(label: "Kinescope.LogCheckpointer", budget: nil)
        configuration.qos = .utility
        // What is in use now can be folded in later.
        configuration.busyMode = .immediateError
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0")
        }
        queue = try DatabaseQueue(path: place.address, configuration: configuration)
        log = place.log
        descriptor = SystemFile.descriptor(place.path)
    }

    deinit { SystemFile.close(descriptor) }

    /// The writer begins a transaction.
    func pause() { gate.lock() }

    /// The writer has ended its transaction.
    func goOn() {
        gate.unlock()
        guard progress.isTimeToLook() else { return }
        let due = progress.begin(logBytes)
        guard due.pass else { return }
        queue.asyncWriteWithoutTransaction { [self] database in
            _ = try? database.checkpoint(.passive)
            if due.restart { restart(database) }
            progress.end()
        }
    }

    /// Folds the whole log in, so that it begins anew.
    ///
    /// Passes wait for the disk, and meanwhile the log grows; each has less to do than the one before. The writer waits
    /// only for the last.
    private func restart(_ database: Database) {
        var bytes = logBytes
        while bytes < Self.patienceBytes {
            // A pass waits for the disk only where it copied everything, so this is left to do.
            SystemFile.synchronize(descriptor)
            _ = try? database.checkpoint(.passive)
            let last = bytes
            bytes = logBytes
            if bytes - last < Self.passBytes { break }
        }
        gate.withLock { _ = try? database.checkpoint(.restart) }
    }

    private var logBytes: Int64 {
        guard case .file(let bytes)? = try? SystemFile.kind(of: log) else { return 0 }
        return bytes
    }

    /// Ends the pass that is under way, if any; there are none afterwards, and nothing may be appended any more.
    ///
    /// The last reference may only be dropped when the writer's own connection is closed, too.
    func stop() {
        guard progress.stop() else { return }
        queue.interrupt()
        try? queue.close()
    }
}
