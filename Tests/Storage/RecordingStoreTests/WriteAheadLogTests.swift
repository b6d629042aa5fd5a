import Exchanges
import Foundation
import Testing

@testable import RecordingStore

@Suite("A log is read as far as it is whole")
struct WriteAheadLogTests {
    private let folder: Folder
    private let path: String
    private let bytes: [UInt8]
    /// sqlite.org/fileformat2.html §4.1: a header of 32 bytes, then frames of 24 and a page.
    private var frames: Int { (bytes.count - 32) / 4_120 }

    init() throws {
        folder = try Folder()
        path = folder.path("log")
        let recording = folder.path("a.kinescope")
        let writer = try recorder(at: recording)
        for number in 1...10 { try writer.append(.sample(number)) }
        bytes = Array(try Data(contentsOf: URL(fileURLWithPath: recording + "-wal")))
        writer.abandon()
    }

    private func log(_ bytes: [UInt8]) throws -> WriteAheadLog? {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return try WriteAheadLog(readingFileAt: path)
    }

    @Test("A whole one")
    func whole() throws {
        let log = try #require(try log(bytes))
        #expect(log.pageSize == 4_096 && log.wholeFrames == frames && frames > 10)
        #expect(!log.isDamaged && log.framesBehindDamage == 0)
    }

    @Test("One that was cut off within a frame, as a kill leaves it", arguments: [1, 24, 25, 4_119])
    func cut(count: Int) throws {
        let log = try #require(try log(Array(bytes.dropLast(count))))
        #expect(log.wholeFrames == frames - 1 && !log.isDamaged)
    }

    @Test("A changed byte in a frame, of its head or its page", arguments: [8, 17, 23, 24, 4_000])
    func changed(offset: Int) throws {
        var bytes = bytes
        bytes[32 + 3 * 4_120 + offset] ^= 1
        let log = try #require(try log(bytes))
        #expect(log.wholeFrames == 3 && log.isDamaged && log.framesBehindDamage == frames - 4)
    }

    @Test("Frames of an earlier round behind the last are no damage")
    func earlierRound() throws {
        var bytes = bytes
        for frame in 5..<frames { bytes[32 + frame * 4_120 + 8] ^= 1 }
        let log = try #require(try log(bytes))
        #expect(log.wholeFrames == 5 && !log.isDamaged && log.framesBehindDamage == 0)
    }

    @Test("A header that is not whole, and what is no log")
    func header() throws {
        var damaged = bytes
        damaged[17] ^= 1
        #expect(try log(damaged)?.isDamaged == true)
        #expect(try log(Array(bytes.prefix(31)))?.isDamaged == true)
        #expect(try log([UInt8](repeating: 7, count: 5_000)) == nil)
        var other = bytes
        other[0] = 0
        #expect(try log(other) == nil)
    }
}
