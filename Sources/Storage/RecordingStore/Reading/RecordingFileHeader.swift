import Foundation

/// The facts that the file itself states before SQLite is asked: whether it is there, whose it is, how new, how long.
///
/// SQLite would report "file is not a database" for most of it. Source: the database header,
/// sqlite.org/fileformat2.html §1.3.
struct RecordingFileHeader: Hashable {
    /// True if the file is all there is of the recording: both of its versions are 1, so that it has no log.
    let isSingleFile: Bool
    /// True if the file states that it has a write-ahead log: both of its versions are 2.
    let hasLog: Bool
    /// Bytes in a page.
    let pageSize: Int
    /// Bytes that the file has by what it says, which is nothing that anyone has to believe.
    let expectedSize: Int64

    /// Throws what is wrong with the file at `path`; reads 100 bytes and changes nothing.
    init(checking path: String) throws(RecordingStoreError) {
        let size = try Self.size(of: path)
        guard size > 0 else { throw RecordingStoreError(path, .empty) }
        let header = try Self.firstBytes(of: path)
        guard header.starts(with: Self.magic.prefix(header.count)) else { throw RecordingStoreError(path, .notSQLite) }
        guard header.count == Self.length else {
            throw RecordingStoreError(path, .truncated(size: size, expected: Int64(Self.length)))
        }
        let applicationID = Int32(bitPattern: header.number(at: 68))
        guard applicationID == RecordingSchema.applicationID else {
            throw RecordingStoreError(path, .notARecording(applicationID: applicationID))
        }
        let version = Int32(bitPattern: header.number(at: 60))
        guard version <= RecordingSchema.formatVersion else {
            throw RecordingStoreError(path, .newerFormat(found: version, supported: RecordingSchema.formatVersion))
        }
        guard version != 1 else { throw RecordingStoreError(path, .olderFormat(found: version)) }
        guard version > 0 else { throw RecordingStoreError(path, .damaged("its header has format \(version)")) }
        isSingleFile = header[18] == 1 && header[19] == 1
        hasLog = header[18] == 2 && header[19] == 2
        let number = Int(header[16]) << 8 | Int(header[17])
        pageSize = number == 1 ? 65_536 : number
        let expected = Int64(pageSize) * Int64(header.number(at: 28))
        expectedSize = expected
        // With a write-ahead log the file may be behind its own header.
        var mayBeBehind = false
        if hasLog, case .file(1...)? = try SystemFile.entry(at: RecordingPlace(path).log) { mayBeBehind = true }
        if !mayBeBehind, size < expected { throw RecordingStoreError(path, .truncated(size: size, expected: expected)) }
    }

    /// Checks whether the file states that it is a recording; reads 100 bytes and changes nothing.
    static func isOfRecording(_ path: String) -> Bool {
        // A pipe would have to be waited for.
        guard case .file? = try? SystemFile.kind(of: path), let header = try? firstBytes(of: path),
            header.count == length
        else { return false }
        return header.starts(with: magic) && Int32(bitPattern: header.number(at: 68)) == RecordingSchema.applicationID
    }

    private static let magic = Array("SQLite format 3\0".utf8)

    private static let length = 100

    private static func size(of path: String) throws(RecordingStoreError) -> Int64 {
        switch try SystemFile.kind(of: path) {
        case nil: throw RecordingStoreError(path, .missing)
        case .directory: throw RecordingStoreError(path, .directory)
        case .other: throw RecordingStoreError(path, .notAFile)
        case .file(let size): return size
        }
    }

    private static func firstBytes(of path: String) throws(RecordingStoreError) -> [UInt8] {
        if let bytes = SystemFile.firstBytes(of: path, count: length) { return bytes }
        // Foundation has the words for why not.
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? file.close() }
            return try file.bytes(upTo: length)
        } catch {
            throw RecordingStoreError(path, .unreadable(SystemFile.reason(of: error)))
        }
    }
}

extension [UInt8] {
    fileprivate func number(at offset: Int) -> UInt32 {
        self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
