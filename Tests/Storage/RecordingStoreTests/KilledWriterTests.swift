import Exchanges
import Foundation
import RecordingStore
import Testing

@Suite("A recorder that is killed loses nothing that was appended")
struct KilledWriterTests {
    @Test("After each append the files as they stand open with all exchanges so far")
    func everyMoment() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        var options = RecordingWriter.Options()
        options.durability = .everyAppend
        let writer = try RecordingWriter.create(
            at: path,
            information: RecordingInformation(creator: "me"),
            options: options
        )
        let killed = folder.path("killed.kinescope")
        for number in 0...30 {
            if number > 0 { try writer.append(.sample(number), matchKey: "key") }
            try copyAsKilled(path, to: killed)
            let left = try Snapshot(of: folder)
            let file = try RecordingFile.open(killed)
            #expect(file.surroundings.isCopied && !file.surroundings.hasDamagedLog)
            #expect(!file.isFinished)
            #expect(file.isInterrupted)
            #expect(file.information.creator == "me")
            #expect(file.exchangeCount == number)
            #expect(try file.firstMatch(key: "key", after: number - 1) == (number == 0 ? nil : number))
            #expect(try file.verify().isEmpty)
            #expect(try Snapshot(of: folder) == left)
        }
        try writer.finish()
        let file = try RecordingFile.open(path)
        #expect(file.isFinished)
        #expect(try file.recording().exchanges == (1...30).map { .sample($0) })
    }

    @Test("A log that was cut off loses only what was in flight")
    func cutLog() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        var options = RecordingWriter.Options()
        options.durability = .everyAppend
        let writer = try RecordingWriter.create(at: path, options: options)
        for number in 1...10 { try writer.append(.sample(number)) }
        let killed = folder.path("killed.kinescope")
        try copyAsKilled(path, to: killed)
        let cut = folder.path("cut.kinescope")
        var last = 0
        let log = try Data(contentsOf: URL(fileURLWithPath: killed + "-wal"))
        for count in stride(from: 0, to: log.count, by: 3_001) + [log.count - 1] {
            try? FileManager.default.removeItem(atPath: cut)
            try FileManager.default.copyItem(atPath: killed, toPath: cut)
            try log.prefix(count).write(to: URL(fileURLWithPath: cut + "-wal"))
            let file = try RecordingFile.open(cut)
            #expect(file.surroundings.isCopied && !file.isFinished)
            #expect(try file.verify().isEmpty)
            #expect(file.exchangeCount >= last)
            last = file.exchangeCount
            #expect(try file.recording().exchanges == (1...10).prefix(file.exchangeCount).map { .sample($0) })
        }
        #expect(last == 9, "the last of the log's bytes was cut off, and with it one transaction")
        writer.abandon()
    }

    @Test("A recording can be read while it is being written")
    func meanwhile() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        var options = RecordingWriter.Options()
        options.durability = .everyAppend
        let writer = try RecordingWriter.create(at: path, options: options)
        try writer.append(.sample(1))
        let file = try RecordingFile.open(path)
        try writer.append(.sample(2))
        #expect(file.exchangeCount == 1)
        #expect(try file.exchange(ordinal: 2) == .sample(2))
        file.close()
        try writer.finish()
        #expect(folder.names == ["a.kinescope"])
    }

    @Test("A recording is finished although someone is reading it")
    func readWhileFinishing() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        var options = RecordingWriter.Options()
        options.durability = .everyAppend
        let writer = try RecordingWriter.create(at: path, options: options)
        for number in 1...10 { try writer.append(.sample(number)) }
        let reader = try RecordingFile.open(path)
        try writer.finish()
        #expect(try reader.exchange(ordinal: 10) == .sample(10))
        reader.close()
        let file = try RecordingFile.open(path)
        #expect(file.isFinished)
        #expect(try file.verify().isEmpty)
        #expect(try file.recording().exchanges.count == 10)
    }
}
