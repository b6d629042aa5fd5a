import Exchanges
import Foundation
import Testing

@testable import RecordingStore

@Suite("What a killed recorder left can be finished")
struct RepairingTests {
    /// What a recorder left that was killed after these exchanges, with what it had put aside.
    private func killed(in folder: Folder, _ count: Int = 10, keeping kept: String = "kept") throws -> String {
        let path = folder.path("live.kinescope")
        var options = RecordingWriter.Options()
        options.durability = .everyAppend
        options.kept = Array(kept.utf8)
        let writer = try RecordingWriter.create(at: path, options: options)
        try writer.keep(Array(", more".utf8))
        for number in (1...count).reversed() { try writer.append(.sample(number), at: number) }
        let killed = folder.path("killed.kinescope")
        try copyAsKilled(path, to: killed)
        try FileManager.default.copyItem(atPath: path + "-unfinished", toPath: killed + "-unfinished")
        writer.abandon()
        return killed
    }

    @Test("It is one whole private file from then on, in order, and marked as interrupted")
    func once() throws {
        let folder = try Folder()
        let path = try killed(in: folder)
        let writer = try RecordingWriter.repairing(path)
        #expect(writer.kept == Array("kept, more".utf8))
        #expect(writer.lastExchange == 10)
        try writer.finish()
        #expect(folder.names == ["killed.kinescope"])
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let file = try RecordingFile.open(path)
        #expect(file.isFinished && file.isInterrupted && file.surroundings == RecordingSurroundings(isInUse: false))
        #expect(try file.verify().isEmpty)
        #expect(try file.recording().exchanges == (1...10).map { .sample($0) })
        file.close()
        try change(path, "UPDATE exchange SET url = 'x' WHERE ordinal = 3")
        #expect(try RecordingFile.open(path).verify().count == 1, "what is changed afterwards is found")
    }

    @Test("Whatever ends it before its end, all is as it was, and it can be done again")
    func brokenOff() throws {
        struct Stop: Error {}
        let folder = try Folder()
        let path = try killed(in: folder)
        let before = try Snapshot(of: folder)
        #expect(throws: Stop.self) { try RecordingWriter.repairing(path).finish { _ in throw Stop() } }
        #expect(try Snapshot(of: folder) == before)
        do {
            let writer = try RecordingWriter.repairing(path)
            #expect(throws: RecordingStoreError(path, .busy)) { try RecordingWriter.repairing(path) }
            writer.abandon()
        }
        #expect(try Snapshot(of: folder) == before)
        try RecordingWriter.repairing(path).finish()
        #expect(try RecordingFile.open(path).isFinished)
    }

    @Test("Where a search found what cannot be taken out, it stays unfinished, and what was put aside stays, too")
    func unfinished() throws {
        let folder = try Folder()
        let path = try killed(in: folder)
        let writer = try RecordingWriter.repairing(path)
        try writer.finish { _ in writer.staysUnfinished = true }
        #expect(folder.names == ["killed.kinescope", "killed.kinescope-unfinished"])
        let file = try RecordingFile.open(path)
        #expect(!file.isFinished && file.isInterrupted && file.holdsSecret && !file.surroundings.isCopied)
        #expect(try file.verify().isEmpty)
        file.close()
        try RecordingWriter.repairing(path).finish()
        let finished = try RecordingFile.open(path)
        #expect(finished.isFinished && !finished.holdsSecret)
        #expect(folder.names == ["killed.kinescope"])
    }

    @Test("A log with a damaged frame is kept, and what lies behind it is counted")
    func damagedLog() throws {
        let folder = try Folder()
        let path = try killed(in: folder, 40)
        var log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        let frames = (log.count - 32) / 4_120
        let damaged = frames / 2
        log[32 + damaged * 4_120 + 2_000] ^= 0x40
        try log.write(to: URL(fileURLWithPath: path + "-wal"))
        let file = try RecordingFile.open(path)
        #expect(file.surroundings.hasDamagedLog && file.surroundings.framesBehindDamage == frames - damaged - 1)
        #expect(file.exchangeCount > 0 && file.exchangeCount < 40)
        #expect(try file.verify().isEmpty)
        file.close()
        try RecordingWriter.repairing(path).finish()
        #expect(folder.names == ["killed.kinescope", "killed.kinescope-wal-damaged"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal-damaged")) == log)
    }

    @Test("A damaged log gets a name that nobody has, and the writer knows which", arguments: [0, 1, 2])
    func keptLog(taken: Int) throws {
        let folder = try Folder()
        let path = try killed(in: folder, 40)
        var log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        log[32 + 4_120 + 2_000] ^= 0x40
        try log.write(to: URL(fileURLWithPath: path + "-wal"))
        let names = ["-wal-damaged", "-wal-damaged-2", "-wal-damaged-3"].map { path + $0 }
        for name in names.prefix(taken) { try Data("another".utf8).write(to: URL(fileURLWithPath: name)) }
        let writer = try RecordingWriter.repairing(path)
        #expect(writer.keptLog == nil)
        try writer.finish()
        #expect(writer.keptLog == names[taken])
        #expect(try Data(contentsOf: URL(fileURLWithPath: names[taken])) == log)
        for name in names.prefix(taken) { #expect(holds(name, "another")) }
    }

    @Test("What is not as it was recorded is not finished, and not changed")
    func changed() throws {
        let folder = try Folder()
        let path = try killed(in: folder)
        try change(path, "UPDATE exchange SET url = 'x' WHERE ordinal = 3")
        let before = try Snapshot(of: folder)
        #expect(throws: RecordingStoreError.self) { try RecordingWriter.repairing(path) }
        #expect(try Snapshot(of: folder) == before)
    }
}
