import Exchanges
import Foundation
import GRDB
import SubscriberAccount
import Testing
import VirtualTime

@testable import RecordingStore

@Suite("What a killed recorder left can be finished")
struct RepairingTests {
    /// Makes what a recorder left that was killed after these exchanges, with what it had put aside.
    private func killed(in folder: Folder, _ count: Int = 10, keeping kept: String = "kept") throws -> String {
        let path = folder.path("live.kinescope")
        var options = RecordingWriter.Options()
        options.durability = .everyAppend
        options.kept = Array(kept.utf8)
        let writer = try RecordingWriter.create(at: path, options: options)
        try writer.keep(Array(", more".utf8))
        for number in (1...count).reversed() { try writer.append(.sample(number), at: number) }
        let instant = Instant(microsecondsSince1970: 1)
        try writer.append(UserAction(ordinal: 0, occurredAt: instant, action: .launch))
        try writer.append(
            VSACall(
                ordinal: 0,
                answeredAt: instant,
                question: .checkAccessStatus(prompt: false),
                answer: .accessStatus(.granted, nil)
            )
        )
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

    /// The places where a log can be damaged.
    ///
    /// sqlite.org/fileformat2.html §4.1: a header of 32 bytes, then frames of 24 and a page.
    enum Damage: CaseIterable {
        case header, firstFrame, middleFrame, lastFrameButOne, lastFrame, headOfLastFrame

        /// The frame of a log of so many, and the byte in it; nil is the log's own header.
        func place(in frames: Int) -> (frame: Int, offset: Int)? {
            switch self {
            case .header: nil
            case .firstFrame: (0, 2_000)
            case .middleFrame: (frames / 2, 2_000)
            case .lastFrameButOne: (frames - 2, 2_000)
            case .lastFrame: (frames - 1, 2_000)
            // Its checksum: with other salts it would be a frame of an earlier round.
            case .headOfLastFrame: (frames - 1, 16)
            }
        }
    }

    @Test("A damaged log is kept, wherever it is damaged, and what lies behind is counted", arguments: Damage.allCases)
    func damagedLog(damage: Damage) throws {
        let folder = try Folder()
        let path = try killed(in: folder, 40)
        var log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        let frames = (log.count - 32) / 4_120
        #expect(frames > 10)
        let place = damage.place(in: frames)
        log[place.map { 32 + $0.frame * 4_120 + $0.offset } ?? 17] ^= 0x40
        try log.write(to: URL(fileURLWithPath: path + "-wal"))
        let file = try RecordingFile.open(path)
        #expect(file.surroundings.hasDamagedLog)
        if let place { #expect(file.surroundings.framesBehindDamage == frames - place.frame - 1) }
        let isMiddle = damage == .middleFrame
        #expect(!isMiddle || file.exchangeCount > 0 && file.exchangeCount < 40)
        #expect(try file.verify().isEmpty)
        file.close()
        let writer = try RecordingWriter.repairing(path)
        try writer.finish()
        #expect(writer.keptLog == path + "-wal-damaged")
        #expect(folder.names == ["killed.kinescope", "killed.kinescope-wal-damaged"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal-damaged")) == log)
    }

    @Test("What was cut off the end of a log is told, as long as its index is there")
    func shortenedLog() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path)
        for number in 1...20 { try writer.append(.sample(number)) }
        let copy = folder.path("b.kinescope")
        for suffix in ["", "-wal", "-shm"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        writer.abandon()
        let log = try FileHandle(forUpdating: URL(fileURLWithPath: copy + "-wal"))
        let end = try log.seekToEnd()
        let whole = try RecordingFile.open(copy)
        #expect(whole.surroundings.missingFrames == 0 && !whole.surroundings.lacksFrames && whole.exchangeCount == 20)
        whole.close()
        try log.truncate(atOffset: end - 3 * 4_120)
        let cut = try RecordingFile.open(copy)
        #expect(cut.surroundings.missingFrames == 3 && cut.surroundings.lacksFrames && !cut.surroundings.hasDamagedLog)
        #expect(cut.exchangeCount < 20)
        cut.close()
        try FileManager.default.removeItem(atPath: copy + "-shm")
        #expect(try RecordingFile.open(copy).surroundings.missingFrames == 0)
    }

    @Test("A log that ends within a frame, as a kill leaves it, is not damaged, and not kept", arguments: [1, 4_119])
    func cutLog(count: Int) throws {
        let folder = try Folder()
        let path = try killed(in: folder)
        let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        try log.dropLast(count).write(to: URL(fileURLWithPath: path + "-wal"))
        let writer = try RecordingWriter.repairing(path)
        try writer.finish()
        #expect(writer.keptLog == nil)
        #expect(folder.names == ["killed.kinescope"])
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

    /// A change that somebody made, and what `verify` says of it.
    private static let changes = [
        (
            "UPDATE exchange SET url = 'x' WHERE ordinal = 3",
            "exchange 3, method, URL or version: changed after it was recorded"
        ),
        (
            "UPDATE body SET bytes = x'00' WHERE id = (SELECT response_body FROM exchange WHERE ordinal = 3)",
            "exchange 3, response body: changed after it was recorded"
        ),
        (
            "UPDATE header_list SET fields = '[]' WHERE id = (SELECT response_headers FROM exchange WHERE ordinal = 3)",
            "exchange 3, response headers: changed after it was recorded"
        ),
        ("UPDATE vsa_call SET line = '{}'", "VSA call 1: changed after it was recorded"),
        ("UPDATE user_action SET action = 'cancel'", "user action 1: changed after it was recorded"),
        (
            "UPDATE body SET sha256 = zeroblob(32) WHERE id = 2",
            "database, body: the sha256 of row 2 is not that of its bytes"
        ),
    ]

    @Test("What is not as it was recorded is told, not finished, and not changed", arguments: changes)
    func changed(_ sql: String, _ problem: String) throws {
        let folder = try Folder()
        let path = try killed(in: folder)
        try change(path, sql)
        let before = try Snapshot(of: folder)
        let file = try RecordingFile.open(path)
        #expect(file.isInterrupted && !file.isFinished)
        #expect(try file.verify().map(\.description) == [problem])
        file.close()
        let error = RecordingStoreError(path, .changed(problem))
        #expect(throws: error) { try RecordingWriter.repairing(path) }
        #expect(throws: error) { try RecordingWriter.continuing(at: path) }
        #expect(try Snapshot(of: folder) == before)
    }

    @Test("A log that brings such a change is not the recording's own", arguments: changes)
    func changedInLog(_ sql: String, _ problem: String) throws {
        let folder = try Folder()
        let path = folder.path("changed.kinescope")
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let original = try killed(in: folder)
        let queue = try DatabaseQueue(path: original, configuration: configuration)
        // As long as it is open, the change is in the log alone.
        try queue.write { try $0.execute(sql: sql) }
        try copyAsKilled(original, to: path)
        try queue.close()
        let before = try Snapshot(of: folder)
        let error = RecordingStoreError(path, .foreignLog(path + "-wal", "with it, \(problem)"))
        #expect(throws: error) { try RecordingFile.open(path) }
        #expect(throws: error) { try RecordingWriter.repairing(path) }
        #expect(throws: error) { try RecordingWriter.continuing(at: path) }
        #expect(try Snapshot(of: folder) == before)
    }

    /// The ways in which a recorder comes to begin a recording beside the mark of another.
    enum Beginning: CaseIterable { case alone, replacing, goingOn }

    @Test("What an earlier recorder had put aside is not taken for the new one's", arguments: Beginning.allCases)
    func earlierMark(beginning: Beginning) throws {
        let folder = try Folder()
        var path = folder.path("a.kinescope")
        switch beginning {
        case .alone: break
        case .replacing: path = try killed(in: folder)
        case .goingOn: try write([.sample(1)], to: path)
        }
        let earlier = String(repeating: "of a recorder before", count: 1_000)
        try Data(earlier.utf8).write(to: URL(fileURLWithPath: path + "-unfinished"))
        var options = RecordingWriter.Options()
        options.durability = .everyAppend
        options.replacesExisting = beginning != .goingOn
        options.kept = Array("new".utf8)
        let writer =
            switch beginning {
            case .alone, .replacing: try RecordingWriter.create(at: path, options: options)
            case .goingOn: try RecordingWriter.continuing(at: path, options: options)
            }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-unfinished")) == Data("new".utf8))
        try writer.keep(Array(", more".utf8))
        writer.leave()
        let repairing = try RecordingWriter.repairing(path)
        #expect(repairing.kept == Array("new, more".utf8))
        repairing.abandon()
    }
}
