import Foundation

/// What the file itself tells before SQLite is asked: whether it is there, whose it is, how new, how long.
///
/// SQLite would say "file is not a database" to most of it. Source: the database header, sqlite.org/fileformat2.html §1.3.
struct RecordingFileHeader {
    /// Whether a write-ahead log belongs to the file, or a transaction that was broken off is to be taken back.
    let mayHaveLog: Bool

    /// Throws what is wrong with the file at `path`; reads 100 bytes and changes nothing.
    init(checking path: String) throws(RecordingStoreError) {
        let size = try Self.size(of: path)
        let hasLog = if case .file(1...) = try SystemFile.kind(of: path + "-wal") { true } else { false }
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
        guard version > 0 else { throw RecordingStoreError(path, .damaged("its header has format \(version)")) }
        // With a write-ahead log the file may be behind its own header.
        let pageSize = Int64(header[16]) << 8 | Int64(header[17])
        let expected = (pageSize == 1 ? 65_536 : pageSize) * Int64(header.number(at: 28))
        if !hasLog, size < expected { throw RecordingStoreError(path, .truncated(size: size, expected: expected)) }
        let hasJournal = try SystemFile.kind(of: path + "-journal") != nil
        // Of the two that tell of a write-ahead log SQLite goes by the read version.
        mayHaveLog = header[19] == 2 || hasLog || hasJournal
    }

    /// Whether the file says that it is a recording; reads 100 bytes and changes nothing.
    static func isOfRecording(_ path: String) -> Bool {
        guard let header = try? firstBytes(of: path), header.count == length else { return false }
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
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? file.close() }
            return Array(try file.read(upToCount: length) ?? Data())
        } catch {
            throw RecordingStoreError(path, .unreadable(error.localizedDescription))
        }
    }
}

extension [UInt8] {
    fileprivate func number(at offset: Int) -> UInt32 {
        self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
