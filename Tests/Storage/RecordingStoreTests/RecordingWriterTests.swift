import Exchanges
import Foundation
import GRDB
import Testing

@testable import RecordingStore

@Suite("A recording is written whole or not at all")
struct RecordingWriterTests {
    @Test(
        "A finished recording is one private file",
        arguments: [RecordingWriter.Durability.whenFinished, .everyAppend]
    )
    func oneFile(_ durability: RecordingWriter.Durability) throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        var options = RecordingWriter.Options()
        options.durability = durability
        let writer = try RecordingWriter.create(at: path, options: options)
        try writer.append(.sample(1))
        try writer.finish()
        #expect(folder.names == ["a.kinescope"])
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(try RecordingFile.open(path).exchange(ordinal: 1) == .sample(1))
        #expect(folder.names == ["a.kinescope"], "reading leaves nothing beside it")
    }

    @Test("Nothing stands at the path before an import has finished")
    func nothingBefore() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try RecordingWriter.create(at: path)
        try writer.append(.sample(1))
        #expect(!FileManager.default.fileExists(atPath: path))
        try writer.finish()
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("Abandoning leaves nothing", arguments: [RecordingWriter.Durability.whenFinished, .everyAppend])
    func abandoning(_ durability: RecordingWriter.Durability) throws {
        let folder = try Folder()
        var options = RecordingWriter.Options()
        options.durability = durability
        let writer = try RecordingWriter.create(at: folder.path("a.kinescope"), options: options)
        for number in 1...100 { try writer.append(.sample(number)) }
        writer.abandon()
        #expect(folder.names.isEmpty)
    }

    @Test("A writer that is dropped leaves nothing")
    func dropping() throws {
        let folder = try Folder()
        do {
            let writer = try RecordingWriter.create(at: folder.path("a.kinescope"))
            try writer.append(.sample(1))
        }
        #expect(folder.names.isEmpty)
    }

    @Test("A file that is there stays as it is unless it is to be replaced")
    func existing() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: RecordingStoreError(path, .exists)) { try RecordingWriter.create(at: path) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        #expect(folder.names == ["a.kinescope"])

        var options = RecordingWriter.Options()
        options.replacesExisting = true
        let abandoned = try RecordingWriter.create(at: path, options: options)
        abandoned.abandon()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        let writer = try RecordingWriter.create(at: path, options: options)
        try writer.append(.sample(1))
        try writer.finish()
        #expect(try RecordingFile.open(path).exchangeCount == 1)
        #expect(folder.names == ["a.kinescope"])
    }

    @Test("A file that appears meanwhile is not replaced")
    func appearing() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try RecordingWriter.create(at: path)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: RecordingStoreError(path, .exists)) { try writer.finish() }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        #expect(folder.names == ["a.kinescope"])
    }

    @Test("A log that was left beside a replaced recording is not applied to the new one")
    func staleLog() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        var options = RecordingWriter.Options()
        options.replacesExisting = true
        for isThere in [false, true] {
            try Data("old".utf8).write(to: URL(fileURLWithPath: path + "-wal"))
            if isThere { try Data("old".utf8).write(to: URL(fileURLWithPath: path)) }
            let writer = try RecordingWriter.create(at: path, options: options)
            #expect(folder.names.contains("a.kinescope-wal"), "it goes when there is something in its place")
            try writer.append(.sample(1))
            try writer.finish()
            #expect(folder.names == ["a.kinescope"])
            #expect(try RecordingFile.open(path).exchange(ordinal: 1) == .sample(1))
            try FileManager.default.removeItem(atPath: path)
        }
    }

    @Test(
        "What lies beside the path and would be taken for a part of the recording is somebody's, and stays",
        arguments: ["-wal", "-journal", "-shm"],
        [RecordingWriter.Durability.whenFinished, .everyAppend]
    )
    func sideFile(_ suffix: String, _ durability: RecordingWriter.Durability) throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path + suffix))
        var options = RecordingWriter.Options()
        options.durability = durability
        let error = RecordingStoreError(path, .sideFile(path + suffix))
        #expect(throws: error) { try RecordingWriter.create(at: path, options: options) }
        #expect(throws: error) { try RecordingWriter.checkPlace(path, options: options) }
        #expect(folder.names == ["a.kinescope\(suffix)"])
        #expect(holds(path + suffix, "mine"))
        #expect("\(error)".contains("a.kinescope\(suffix) is in the way") && "\(error)".contains("--force"))
    }

    @Test("A side file that appears meanwhile stays, and the recording does not come to stand there")
    func sideFileAppearing() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try RecordingWriter.create(at: path)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path + "-wal"))
        #expect(throws: RecordingStoreError(path, .sideFile(path + "-wal"))) { try writer.finish() }
        #expect(folder.names == ["a.kinescope-wal"])
        #expect(holds(path + "-wal", "mine"))
    }

    @Test("Another program's database is not even looked into before it is replaced")
    func foreignDatabase() throws {
        let folder = try Folder()
        let path = folder.path("a.db")
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL; CREATE TABLE a (b)") }
        let before = try [path, path + "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        var options = RecordingWriter.Options()
        options.replacesExisting = true
        #expect(try RecordingWriter.checkPlace(path, options: options))
        let writer = try RecordingWriter.create(at: path, options: options)
        writer.abandon()
        #expect(try [path, path + "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: $0)) } == before)
        try queue.close()
        let closed = try Data(contentsOf: URL(fileURLWithPath: path))
        try RecordingWriter.create(at: path, options: options).abandon()
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == closed, "its header still says that it has a log")
    }

    @Test("Where no file can be made the error names the path that was asked for")
    func unwritable() throws {
        let folder = try Folder()
        try Data().write(to: folder.url.appendingPathComponent("file"))
        for path in [folder.path("file") + "/a.kinescope", folder.path("missing") + "/a.kinescope"] {
            let error = #expect(throws: RecordingStoreError.self) { try RecordingWriter.create(at: path) }
            #expect(error?.path == path)
            guard case .unwritable = error?.cause else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        #expect(throws: RecordingStoreError(folder.url.path, .directory)) {
            try RecordingWriter.create(at: folder.url.path)
        }
        #expect(folder.names == ["file"])
    }

    @Test("What the inspection refuses does not come to stand at the path")
    func inspection() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        struct Leak: Error {}
        let writer = try RecordingWriter.create(at: path)
        try writer.append(.sample(1, body: "canary"))
        #expect(throws: Leak.self) {
            try writer.finish { unfinished in
                #expect(holds(unfinished, "canary"))
                throw Leak()
            }
        }
        #expect(folder.names.isEmpty)
    }

    @Test("Equal bodies are kept once", arguments: [0, 1, 5_000, 100_000])
    func bodies(_ count: Int) throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let body = [UInt8](repeating: 7, count: count)
        var exchanges = (1...20).map { Exchange.sample($0) }
        for index in exchanges.indices {
            exchanges[index].request.body = body
            exchanges[index].outcome = .response(HTTPResponse(status: 200, body: body))
        }
        try write(exchanges, to: path)
        let queue = try DatabaseQueue(path: path)
        #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM body") } == 1)
        #expect(try RecordingFile.open(path).recording().exchanges == exchanges)
    }

    @Test("Header lists that come again and again are kept once, and thousands of different ones all come back")
    func headerLists() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let exchanges = (1...5_000).map { Exchange.sample($0) }
        try write(exchanges, to: path)
        let queue = try DatabaseQueue(path: path)
        // One for all requests (two, as it is forgotten once), one for each response.
        #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM header_list") } ?? 0 <= 5_002)
        #expect(try RecordingFile.open(path).recording().exchanges == exchanges)
    }
}

@Suite("A recorder's start that fails leaves nothing behind")
struct FailedStartTests {
    @Test("Neither a recording nor what is beside it")
    func start() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        // SQLite cannot share memory there.
        try FileManager.default.createDirectory(atPath: path + "-shm", withIntermediateDirectories: false)
        var options = RecordingWriter.Options()
        options.durability = .everyAppend
        options.replacesExisting = true
        #expect(throws: RecordingStoreError.self) { try RecordingWriter.create(at: path, options: options) }
        #expect(folder.names == ["a.kinescope-shm"])
    }

    @Test("Of permissions is said what is one of permissions only", arguments: [EACCES, EROFS, ENOSPC, ENOENT, EIO])
    func permissions(code: Int32) {
        errno = code
        let error = SystemFile.failure("a.kinescope")
        #expect("\(error)".contains("Check the permissions") == (code == EACCES || code == EROFS), "\(error)")
        #expect("\(error)".contains("the disk is full") == (code == ENOSPC), "\(error)")
    }
}
