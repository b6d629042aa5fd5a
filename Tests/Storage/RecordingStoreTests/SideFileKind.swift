import Foundation
import GRDB

/// The files that someone can put beside a recording.
enum SideFileKind: String, CaseIterable {
    case hotJournal, emptyJournal, garbageJournal, linkedJournal, pipeJournal, folderJournal
    case foreignLog, garbageLog, emptyLog, linkedLog, pipeLog
    case garbageMemory, linkedMemory, pipeMemory
    case garbageMark, linkedMark, pipeMark

    /// The end of its name.
    var suffix: String {
        if rawValue.hasSuffix("Journal") { return "-journal" }
        if rawValue.hasSuffix("Log") { return "-wal" }
        return rawValue.hasSuffix("Memory") ? "-shm" : "-unfinished"
    }

    /// Puts it beside the recording at `path`; `precious` is a file that it names.
    func plant(beside path: String, precious: String) throws {
        let target = path + suffix
        switch self {
        case .hotJournal: try Data(Self.hotJournal(naming: precious)).write(to: URL(fileURLWithPath: target))
        case .emptyJournal, .emptyLog: try Data().write(to: URL(fileURLWithPath: target))
        case .garbageJournal, .garbageLog, .garbageMemory, .garbageMark:
            try Data([UInt8](repeating: 0x5A, count: 40_000)).write(to: URL(fileURLWithPath: target))
        case .linkedJournal, .linkedLog, .linkedMemory, .linkedMark:
            try FileManager.default.createSymbolicLink(atPath: target, withDestinationPath: precious)
        case .pipeJournal, .pipeLog, .pipeMemory, .pipeMark: mkfifo(target, 0o600)
        case .folderJournal:
            try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
        case .foreignLog:
            let other = precious + ".db"
            let queue = try DatabaseQueue(path: other)
            try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL; CREATE TABLE a (b)") }
            try FileManager.default.copyItem(atPath: other + "-wal", toPath: target)
            try queue.close()
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: other + suffix) }
        }
    }

    /// A journal of a transaction that was broken off: rolled back, it cuts the database to two pages, and SQLite removes the
    /// super-journal that it names.
    ///
    /// sqlite.org/fileformat2.html §3, and `readSuperJournal` of pager.c for its end.
    private static func hotJournal(naming precious: String) -> [UInt8] {
        func word(_ value: UInt32) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * $0)) }
        }
        let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        var bytes = magic + word(0) + word(0x1234) + word(2) + word(512) + word(8_192)
        bytes += [UInt8](repeating: 0, count: 512 - bytes.count)
        let name = Array(precious.utf8)
        // The page that no database has, since locks are there.
        bytes += word(0x4000_0000 / 8_192 + 1) + name + word(UInt32(name.count))
        bytes += word(name.reduce(0) { $0 &+ UInt32($1) }) + magic
        return bytes
    }
}
