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

    @Test("The first frame of a round that the recorder was killed at is no damage: what was there before is behind it")
    func firstTransaction() throws {
        var bytes = bytes
        for frame in 6..<frames { bytes[32 + frame * 4_120 + 8] ^= 1 }
        // Its head is written, its page is still that of the round before.
        bytes[32 + 5 * 4_120 + 2_000] ^= 1
        let log = try #require(try log(bytes))
        #expect(log.wholeFrames == 5 && !log.isDamaged && log.framesBehindDamage == 0)
        // Were nothing behind it, it would have been complete once.
        let cut = try #require(try self.log(Array(bytes.prefix(32 + 6 * 4_120))))
        #expect(cut.wholeFrames == 5 && cut.isDamaged)
    }

    /// sqlite.org/walformat.html §2.1: salts at 32, the number of frames at 16, twice; folded in are those at 96.
    private func index(frames: Int, folded: Int = 0, _ change: (inout [UInt8]) -> Void = { _ in }) throws -> String {
        var header = [UInt8](repeating: 0, count: 48)
        header[12] = 1
        withUnsafeBytes(of: UInt32(frames)) { header.replaceSubrange(16..<20, with: $0) }
        header.replaceSubrange(32..<40, with: bytes[16..<24])
        var whole = header + header
        withUnsafeBytes(of: UInt32(folded)) { whole += $0 }
        change(&whole)
        let path = folder.path("index")
        try Data(whole).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test("A log that was cut off is told by its index, which states how many frames it has")
    func missing() throws {
        try Data(bytes.prefix(32 + 4 * 4_120)).write(to: URL(fileURLWithPath: path))
        func missing(_ index: String?) throws -> Int? {
            try WriteAheadLog(readingFileAt: path, index: index)?.missingFrames
        }
        #expect(try missing(try index(frames: frames)) == frames - 4)
        #expect(try missing(try index(frames: 5)) == 1 && missing(try index(frames: 4)) == 0)
        #expect(try missing(nil) == 0 && missing(folder.path("none")) == 0)
        // All that was written is in the recording; the index is another log's; it was being written.
        #expect(try missing(try index(frames: frames, folded: frames)) == 0)
        #expect(try missing(try index(frames: frames) { for copy in [0, 48] { $0[copy + 33] ^= 1 } }) == 0)
        #expect(try missing(try index(frames: frames) { $0[16] ^= 1 }) == 0)
        #expect(try missing(try index(frames: frames) { $0.removeLast(60) }) == 0)
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
