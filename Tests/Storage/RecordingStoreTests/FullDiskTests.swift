import Exchanges
import Foundation
import RecordingStore
import Testing

@Suite("A full disk or file stops the recording, and spoils nothing")
struct FullDiskTests {
    /// Appends until the writer refuses: how many were stored, and what it said.
    private func fill(_ writer: RecordingWriter) -> (count: Int, error: RecordingStoreError?) {
        for number in 1...100_000 {
            do {
                let body = String(repeating: "\(number)", count: 500)
                try writer.transaction {
                    try writer.append(.sample(number, body: body), matchKey: "key \(number)")
                    try writer.append(.sample(number, body: body + "x"))
                }
            } catch {
                return (writer.lastExchange, error as? RecordingStoreError)
            }
        }
        return (writer.lastExchange, nil)
    }

    @Test("A recording that cannot begin leaves nothing that stops the next one")
    func beginning() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        // Its place is taken after the mark was made: as with a limit of the system's on the size of files.
        let options = {
            var options = RecordingWriter.Options()
            options.durability = .everyAppend
            return options
        }()
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path("none/nothing"))
        #expect(throws: RecordingStoreError.self) { try RecordingWriter.create(at: path, options: options) }
        #expect(folder.names == ["a.kinescope"])
        try FileManager.default.removeItem(atPath: path)
        try recorder(at: path).finish()
        #expect(folder.names == ["a.kinescope"])
    }

    @Test("A recording does not become larger than it may, and is finished as far as it goes")
    func limit() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path, maximumBytes: 300_000)
        let (count, error) = fill(writer)
        #expect(error == RecordingStoreError(path, .full(limit: 300_000)))
        #expect(count > 20)
        #expect(count % 2 == 0, "a transaction is stored whole or not at all")
        #expect(throws: RecordingStoreError.self) {
            try writer.append(.sample(1, body: String(repeating: "x", count: 90_000)))
        }
        #expect(writer.lastExchange == count)
        try writer.finish()
        let file = try RecordingFile.open(path)
        #expect(file.exchangeCount == count)
        #expect(file.isFinished)
        #expect(try file.verify().isEmpty)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.size] as? NSNumber)?.intValue ?? .max <= 300_000)
    }

    /// RecordingWriter.Options.maximumBytes: "How large the recording may become, in bytes, the log beside it not counted".
    ///
    /// 323,584 are 79 of a recorder's pages of 4,096 bytes (recording-format.md).
    @Test(
        "A limit is one in bytes, whether it is a multiple of the pages' size, one more or one less",
        arguments: [300_000, 323_583, 323_584, 323_585] as [Int64],
        [false, true]
    )
    func limitInBytes(limit: Int64, isContinued: Bool) throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        var options = RecordingWriter.Options()
        options.durability = .everyAppend
        options.maximumBytes = limit
        if isContinued { try recorder(at: path).finish() }
        let writer =
            isContinued
            ? try RecordingWriter.continuing(at: path, options: options)
            : try RecordingWriter.create(at: path, options: options)
        // Some fit no more, while a smaller one that comes later still does.
        var refused = 0
        for number in 1...10_000 where refused < 200 {
            do {
                try writer.append(.sample(number))
            } catch {
                #expect(error == RecordingStoreError(path, .full(limit: limit)))
                refused += 1
            }
        }
        #expect(refused == 200)
        let killed = folder.path("killed.kinescope")
        try copyAsKilled(path, to: killed)
        writer.leave()
        // Folds the log in.
        try change(killed, "PRAGMA user_version")
        let attributes = try FileManager.default.attributesOfItem(atPath: killed)
        let size = try #require((attributes[.size] as? NSNumber)?.int64Value)
        #expect(size <= limit && size > limit - 4_096, "\(size)")
    }

    @Test("An append that fails within a transaction fails the whole, even if its error is caught")
    func caught() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path, maximumBytes: 200_000)
        #expect(throws: RecordingStoreError(path, .full(limit: 200_000))) {
            try writer.transaction {
                try writer.append(.sample(1))
                _ = try? writer.append(.sample(2, body: String(repeating: "x", count: 400_000)))
                _ = try? writer.append(.sample(3))
            }
        }
        #expect(writer.lastExchange == 0)
        try writer.append(.sample(1))
        try writer.finish()
        #expect(try RecordingFile.open(path).recording().exchanges == [.sample(1)])
    }

    @Test("A disk that is full leaves a recording with all that was appended before")
    func disk() throws {
        let folder = try Folder()
        // Only who may mount a small disk can fill one.
        guard getuid() == 0, SmallDisk.mount(folder.url.path) else { return }
        defer { SmallDisk.unmount(folder.url.path) }
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path)
        let (count, error) = fill(writer)
        #expect(error == RecordingStoreError(path, .diskFull))
        #expect(count > 20)
        // Whether the rest fits is a matter of luck; what was appended is there either way.
        do { try writer.finish() } catch { #expect((error as? RecordingStoreError)?.cause == .diskFull) }
        let file = try RecordingFile.open(path)
        #expect(file.exchangeCount == count)
        #expect(try file.verify().isEmpty)
    }
}

/// A disk of one megabyte in memory.
private enum SmallDisk {
    static func mount(_ path: String) -> Bool {
        Process.succeeds("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", path)
    }

    static func unmount(_ path: String) { _ = Process.succeeds("umount", "-l", path) }
}
