import Foundation

/// A write-ahead log as it is on the disk: of what page size, and how far it is whole.
///
/// Source: sqlite.org/fileformat2.html §4.
struct WriteAheadLog: Hashable {
    /// Bytes in a page; nil if the log's own header is not whole, so that SQLite reads nothing of it.
    private(set) var pageSize: Int?
    /// A number that tells logs apart: the first of the two salts; nil if the header is not whole.
    private(set) var salt: UInt32?
    /// Both salts, as they stand in the header.
    private var salts: [UInt8]?
    /// Frames that SQLite reads: they are whole, and so is every one before them.
    private(set) var wholeFrames = 0
    /// True if a frame that belongs to the log does not match its checksum.
    private(set) var isDamaged = false
    /// Frames that belong to the log, behind the one that is damaged: SQLite reads none of them.
    private(set) var framesBehindDamage = 0
    /// Frames that the index beside the log knows to be written, behind those that are whole: the log was cut.
    private(set) var missingFrames = 0

    /// Reads the log at `path` to its end, and how much of it was written from its index, if that is there.
    ///
    /// - Returns: nil if the file is not a write-ahead log.
    init?(readingFileAt path: String, index: String? = nil) throws {
        try self.init(readingFramesAt: path)
        guard !isDamaged, let index, let salts, let written = Self.writtenFrames(ofIndexAt: index, salts) else {
            return
        }
        missingFrames = max(0, written - wholeFrames)
    }

    /// The number of frames that were written in whole transactions, by the index (`-shm`) of the log with these salts, which survives
    /// a recorder that is killed; nil if it is of another log, not whole, or all of them are in the recording itself.
    ///
    /// Source: sqlite.org/walformat.html §2.1: its header of 48 bytes is there twice, in this machine's order of bytes, and
    /// behind that the number of frames that were folded in.
    private static func writtenFrames(ofIndexAt path: String, _ salts: [UInt8]) -> Int? {
        guard case .file? = try? SystemFile.entry(at: path), let bytes = SystemFile.firstBytes(of: path, count: 100),
            bytes.count == 100, bytes[..<48].elementsEqual(bytes[48..<96]), bytes[12] == 1,
            bytes[32..<40].elementsEqual(salts)
        else { return nil }
        func number(at offset: Int) -> Int {
            unsafe bytes.withUnsafeBytes { unsafe Int($0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
        }
        let (written, folded) = (number(at: 16), number(at: 96))
        return written > folded ? written : nil
    }

    /// Reads the log at `path` to its end.
    private init?(readingFramesAt path: String) throws {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        let header = try file.bytes(upTo: Self.headerLength)
        guard header.count == Self.headerLength else {
            isDamaged = true
            return
        }
        let magic = header.word(at: 0)
        guard magic & ~1 == Self.magic, header.word(at: 4) == Self.version else { return nil }
        var sum = Checksum(isBigEndian: magic & 1 == 1)
        sum.absorb(header[..<24])
        let size = Int(header.word(at: 8))
        guard sum.first == header.word(at: 24), sum.second == header.word(at: 28), size >= 512, size <= 65_536,
            size.nonzeroBitCount == 1
        else {
            isDamaged = true
            return
        }
        pageSize = size
        salt = header.word(at: 16)
        let salts = header[16..<24]
        self.salts = Array(salts)
        var earlier = 0
        while case let frame = try file.bytes(upTo: Self.frameHeaderLength + size),
            frame.count == Self.frameHeaderLength + size
        {
            // Frames of an earlier round, which nobody has written over yet, have other salts.
            guard frame[8..<16].elementsEqual(salts) else {
                if isDamaged {
                    earlier += 1
                    continue
                }
                try countRest(of: file, salts)
                return
            }
            guard !isDamaged else {
                framesBehindDamage += 1
                continue
            }
            sum.absorb(frame[..<8])
            sum.absorb(frame[Self.frameHeaderLength...])
            if sum.first == frame.word(at: 16), sum.second == frame.word(at: 20), frame.word(at: 0) > 0 {
                wholeFrames += 1
            } else {
                isDamaged = true
            }
        }
        // With the first transaction of a round SQLite cuts off what is left of the one before (journal_size_limit): while that
        // is there, nothing of this round is complete, and the frame was being written when the recorder was killed.
        if framesBehindDamage == 0, earlier > 0 { isDamaged = false }
    }

    /// Counts the frames of the log behind one whose salts are not the log's own: there are none unless that one is
    /// damaged.
    private mutating func countRest(of file: FileHandle, _ salts: ArraySlice<UInt8>) throws {
        guard let pageSize else { return }
        let length = Self.frameHeaderLength + pageSize
        while case let frame = try file.bytes(upTo: length), frame.count == length {
            if frame[8..<16].elementsEqual(salts) { framesBehindDamage += 1 }
        }
        isDamaged = framesBehindDamage > 0
    }

    /// The first salt of the log at `path`; nil if there is no log.
    static func salt(ofFileAt path: String) -> UInt32? {
        guard let file = try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)) else { return nil }
        defer { try? file.close() }
        guard let header = try? file.bytes(upTo: headerLength), header.count == headerLength else { return nil }
        return header.word(at: 16)
    }

    private static let headerLength = 32
    private static let frameHeaderLength = 24
    private static let magic: UInt32 = 0x377F_0682
    private static let version: UInt32 = 3_007_000
}

/// The two running sums of a log, over eight bytes at a time.
private struct Checksum {
    var isBigEndian: Bool
    var first: UInt32 = 0
    var second: UInt32 = 0

    init(isBigEndian: Bool) {
        self.isBigEndian = isBigEndian
    }

    mutating func absorb(_ bytes: ArraySlice<UInt8>) {
        let isBigEndian = isBigEndian
        var (first, second) = (first, second)
        unsafe bytes.withUnsafeBytes { buffer in
            for offset in stride(from: 0, to: buffer.count - 7, by: 8) {
                let left = unsafe buffer.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                let right = unsafe buffer.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                first &+= (isBigEndian ? left.bigEndian : left.littleEndian) &+ second
                second &+= (isBigEndian ? right.bigEndian : right.littleEndian) &+ first
            }
        }
        (self.first, self.second) = (first, second)
    }
}

extension [UInt8] {
    fileprivate func word(at offset: Int) -> UInt32 {
        self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
