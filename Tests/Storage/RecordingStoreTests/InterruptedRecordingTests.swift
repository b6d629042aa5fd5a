import Exchanges
import Foundation
import GRDB
import RecordingStore
import Testing

@Suite("A recording that a killed recorder left is read from a copy, and finished when that is asked for")
struct InterruptedRecordingTests {
    /// A recording as it is left after ten exchanges, the sixth of them in flight.
    private func killed(in folder: Folder) throws -> String {
        let path = folder.path("live.kinescope")
        let writer = try recorder(at: path)
        for number in 1...10 {
            if number == 6 { _ = try writer.begin(.sample(number)) } else { try writer.append(.sample(number)) }
        }
        let killed = folder.path("killed.kinescope")
        try copyAsKilled(path, to: killed)
        writer.abandon()
        return killed
    }

    @Test("Whoever opens it is told, and changes nothing, however often")
    func reading() throws {
        let folder = try Folder()
        let path = try killed(in: folder)
        let before = try Snapshot(of: folder)
        for _ in 1...2 {
            let file = try RecordingFile.open(path)
            #expect(file.surroundings.isCopied && !file.surroundings.isInUse)
            #expect(!file.isFinished)
            #expect(file.isInterrupted)
            #expect(file.exchangeCount == 10)
            #expect(try file.interruptedExchangeCount() == 1)
            #expect(try file.exchange(ordinal: 6)?.outcome == .failure(RecordingWriter.interruption))
            #expect(try file.verify().isEmpty)
            file.close()
            #expect(try Snapshot(of: folder) == before)
        }
    }

    @Test("As long as someone has it open it is read as it is")
    func inUse() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path)
        try writer.append(.sample(1))
        for number in 2...4 {
            let file = try RecordingFile.open(path)
            #expect(file.surroundings.isInUse && !file.surroundings.isCopied)
            #expect(!file.isFinished)
            #expect(!file.isInterrupted)
            #expect(try file.verify().isEmpty)
            #expect(file.exchangeCount == number - 1)
            file.close()
            #expect(throws: RecordingStoreError(path, .busy)) { try RecordingWriter.repairing(path) }
            try writer.append(.sample(number))
        }
        try writer.finish()
        #expect(try !RecordingFile.open(path).isInterrupted)
    }

    @Test("A recorder that was killed at once leaves an empty recording")
    func empty() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path)
        let killed = folder.path("killed.kinescope")
        try copyAsKilled(path, to: killed)
        for withoutLog in [false, true] {
            let copy = folder.path("copy.kinescope")
            try copyAsKilled(killed, to: copy)
            if withoutLog { try? FileManager.default.removeItem(atPath: copy + "-wal") }
            let file = try RecordingFile.open(copy)
            #expect(file.isInterrupted)
            #expect(file.exchangeCount == 0)
            #expect(try file.verify().isEmpty)
        }
        writer.abandon()
    }

    @Test("A recording whose log someone else folded in is one that was interrupted")
    func foldedByOthers() throws {
        let folder = try Folder()
        let path = try killed(in: folder)
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        try queue.close()
        #expect(folder.names == ["killed.kinescope"])
        let file = try RecordingFile.open(path)
        #expect(file.isInterrupted && !file.isFinished)
        #expect(try file.verify().isEmpty)
        try RecordingWriter.repairing(path).finish()
        #expect(try RecordingFile.open(path).isFinished)
    }

    @Test("A finished recording from which the word finished was cut out is not finished again")
    func tampered() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        try write([.sample(1)], to: path)
        try change(path, "DELETE FROM recording WHERE key = 'finished'")
        let file = try RecordingFile.open(path)
        #expect(!file.surroundings.isCopied)
        #expect(!file.isFinished)
        #expect(try file.verify().count == 1)
    }

    @Test("What is not to be completed stays as it is, byte for byte, also where its header tells no size")
    func unchanged() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        try write([.sample(1)], to: path)
        try change(path, "DELETE FROM recording WHERE key = 'finished'")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        // SQLite corrects it when a transaction begins.
        bytes.replaceSubrange(28..<32, with: [0, 0, 0, 0])
        try bytes.write(to: URL(fileURLWithPath: path))
        let file = try RecordingFile.open(path)
        #expect(!file.surroundings.isCopied)
        #expect(try file.verify().count == 1)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    }

    @Test("Where nothing can be written it is read all the same")
    func readOnlyMedium() throws {
        let folder = try Folder()
        let path = try killed(in: folder)
        guard let lock = ReadOnlyLock(folder.url.path) else { return }
        defer { lock.release() }
        let file = try RecordingFile.open(path)
        #expect(!file.isFinished)
        #expect(file.path == path)
        #expect(file.exchangeCount == 10)
        #expect(try file.verify().isEmpty)
        #expect(try file.interruptedExchangeCount() == 1)
        #expect(try file.exchange(ordinal: 10) == .sample(10))
    }

    @Test("SQLite goes by the read version: where that tells of a log, the file is treated as one with a log")
    func readVersion() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        try write([.sample(1)], to: path)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(Array(bytes[18...19]) == [1, 1])
        bytes[19] = 2
        try bytes.write(to: URL(fileURLWithPath: path))
        guard let lock = ReadOnlyLock(folder.url.path) else { return }
        defer { lock.release() }
        let file = try RecordingFile.open(path)
        #expect(file.surroundings.isCopied && file.isFinished)
        #expect(try file.verify().isEmpty)
        #expect(try file.exchange(ordinal: 1) == .sample(1))
    }
}

/// Nothing can be written in a folder as long as this is held: by its mode, or for root by a mount of its own.
private struct ReadOnlyLock {
    private let path: String
    private let isMount: Bool

    /// Nil where the system does not let the test do so.
    init?(_ path: String) {
        self.path = path
        isMount = getuid() == 0
        if isMount {
            guard Process.succeeds("mount", "--bind", path, path) else { return nil }
            guard Process.succeeds("mount", "-o", "remount,ro,bind", path) else {
                _ = Process.succeeds("umount", path)
                return nil
            }
        } else {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
                chmod(path + "/" + name, 0o400)
            }
            chmod(path, 0o500)
        }
    }

    func release() {
        if isMount { _ = Process.succeeds("umount", path) } else { chmod(path, 0o700) }
    }
}
