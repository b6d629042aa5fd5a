import Exchanges
import Foundation
import GRDB
import Testing

@testable import RecordingStore

@Suite("Whatever lies beside a recording, reading it changes nothing and removes nothing")
struct RecordingSurroundingsTests {
    let folder: Folder
    let path: String
    let precious: String

    init() throws {
        folder = try Folder()
        path = folder.path("a.kinescope")
        precious = folder.path("precious")
        try Data("precious".utf8).write(to: URL(fileURLWithPath: precious))
    }

    private var exchanges: [Exchange] { (1...40).map { .sample($0) } }

    @Test("Beside a finished one it is left alone, and named", arguments: SideFileKind.allCases)
    func finished(kind: SideFileKind) throws {
        try write(exchanges, to: path)
        try kind.plant(beside: path, precious: precious)
        let before = try Snapshot(of: folder)
        let file = try RecordingFile.open(path)
        #expect(file.isFinished && file.surroundings.leftAlone == [path + kind.suffix])
        #expect(try file.recording().exchanges == exchanges)
        #expect(try file.verify().isEmpty)
        file.close()
        #expect(try Snapshot(of: folder) == before)
    }

    @Test(
        "Beside an unfinished one a journal or a log that is not its own is refused",
        arguments: SideFileKind.allCases
    )
    func unfinished(kind: SideFileKind) throws {
        let live = folder.path("live.kinescope")
        let writer = try recorder(at: live)
        for exchange in exchanges { try writer.append(exchange) }
        try copyAsKilled(live, to: path)
        writer.abandon()
        try? FileManager.default.removeItem(atPath: path + kind.suffix)
        try kind.plant(beside: path, precious: precious)
        let before = try Snapshot(of: folder)
        do {
            let file = try RecordingFile.open(path)
            let isRefused = kind.suffix == "-journal" || kind.suffix == "-wal" && kind != .emptyLog
            #expect(!isRefused && !file.isFinished)
            #expect(try file.verify().isEmpty)
            // With an empty log in the place of its own a recorder's file has what was folded in by then.
            #expect(file.exchangeCount == (kind == .emptyLog ? 0 : 40))
        } catch {
            switch error.cause {
            case .journal(let name): #expect(kind.suffix == "-journal" && name == path + "-journal")
            case .foreignLog(let name, _): #expect(kind.suffix == "-wal" && name == path + "-wal")
            default: Issue.record("\(kind): \(error)")
            }
            #expect("\(error)".contains("Move it away"))
        }
        #expect(try Snapshot(of: folder) == before)
        if kind.suffix == "-journal" || kind == .linkedMark || kind == .pipeMark {
            #expect(throws: RecordingStoreError.self) { try RecordingWriter.repairing(path) }
            #expect(try Snapshot(of: folder) == before)
        }
    }

    @Test("What is beside a finished recording is not taken for its own when that is appended to")
    func appending() throws {
        for kind in SideFileKind.allCases where kind.suffix != "-unfinished" {
            try? FileManager.default.removeItem(atPath: path)
            try write(exchanges, to: path)
            try kind.plant(beside: path, precious: precious)
            let before = try Snapshot(of: folder)
            #expect(throws: RecordingStoreError.self, "\(kind)") { try RecordingWriter.continuing(at: path) }
            #expect(try Snapshot(of: folder) == before, "\(kind)")
            try FileManager.default.removeItem(atPath: path + kind.suffix)
        }
    }

    @Test("A killed recorder's log beside a finished recording that was copied to its name destroys nothing")
    func leftByAnother() throws {
        let live = folder.path("live.kinescope")
        let writer = try recorder(at: live)
        for number in 1...3 { try writer.append(.sample(number)) }
        try copyAsKilled(live, to: path)
        writer.abandon()
        try FileManager.default.removeItem(atPath: path)
        let other = folder.path("other.kinescope")
        try write(exchanges, to: other)
        try FileManager.default.copyItem(atPath: other, toPath: path)
        let before = try Snapshot(of: folder)
        let file = try RecordingFile.open(path)
        #expect(try file.recording().exchanges == exchanges)
        #expect(try file.verify().isEmpty)
        #expect(file.surroundings.leftAlone == [path + "-wal"])
        #expect(try Snapshot(of: folder) == before)
    }

    @Test("A log of another recording that was not finished either is refused, and nothing is touched")
    func exchangedLogs() throws {
        let logs = try ["b", "c"].map { name in
            let live = folder.path("live-\(name).kinescope")
            let writer = try recorder(at: live)
            for number in 1...5 { try writer.append(.sample(number, body: name)) }
            let killed = folder.path("\(name).kinescope")
            try copyAsKilled(live, to: killed)
            writer.abandon()
            return killed
        }
        try FileManager.default.removeItem(atPath: logs[0] + "-wal")
        try FileManager.default.copyItem(atPath: logs[1] + "-wal", toPath: logs[0] + "-wal")
        let before = try Snapshot(of: folder)
        for attempt in [
            { _ = try RecordingFile.open(logs[0]) }, { _ = try RecordingWriter.repairing(logs[0]) },
            { _ = try RecordingWriter.continuing(at: logs[0]) },
        ] {
            let error = #expect(throws: RecordingStoreError.self) { try attempt() }
            guard case .foreignLog(logs[0] + "-wal", _)? = error?.cause else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        #expect(try Snapshot(of: folder) == before)
    }

    @Test(
        "Names that mean something else to SQLite are names of files",
        arguments: [":memory:", "file:x?mode=ro", "a%20b c?#é"]
    )
    func names(name: String) throws {
        let path = folder.path(name)
        try write(exchanges, to: path)
        #expect(try RecordingFile.open(path).recording().exchanges == exchanges)
        let writer = try RecordingWriter.continuing(at: path)
        try writer.append(.sample(41))
        try writer.finish()
        #expect(try RecordingFile.open(path).exchangeCount == 41)
        #expect(folder.names == [name, "precious"].sorted())
    }

    @Test("A recording that is named by a link has its log beside the file itself")
    func link() throws {
        let sub = folder.path("sub")
        try FileManager.default.createDirectory(atPath: sub, withIntermediateDirectories: false)
        let real = sub + "/r.kinescope"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: real)
        try write([.sample(1)], to: real)
        let writer = try RecordingWriter.continuing(at: path)
        try writer.append(.sample(2))
        #expect(try RecordingFile.open(path).surroundings.isInUse)
        try writer.finish()
        #expect(folder.names == ["a.kinescope", "precious", "sub"])
        #expect(try RecordingFile.open(real).exchangeCount == 2)
        #expect(try RecordingFile.open(path).exchangeCount == 2)
    }

    @Test("No connection of a recorder ever has a rollback journal")
    func journals() throws {
        let watch = JournalWatch(folder)
        for round in 1...3 {
            let writer = round == 1 ? try recorder(at: path) : try RecordingWriter.continuing(at: path)
            for number in 1...50 { try writer.append(.sample(number).started(Int64(50 - number), ordinal: 0)) }
            try writer.rewriteExchanges { exchange in
                var exchange = exchange
                exchange.request.method = "POST"
                return exchange
            }
            try writer.finish()
        }
        #expect(watch.finish().isEmpty)
    }
}

/// Looks for journals in a folder as long as it is held, on a thread of its own.
private final class JournalWatch: @unchecked Sendable {
    private let lock = NSLock()
    private var found: Set<String> = []
    private var mustEnd = false
    private let hasEnded = DispatchSemaphore(value: 0)

    init(_ folder: Folder) {
        let path = folder.url.path
        Thread.detachNewThread { [self] in
            while !lock.withLock({ mustEnd }) {
                let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
                let journals = names.filter { $0.hasSuffix("-journal") }
                if !journals.isEmpty { lock.withLock { found.formUnion(journals) } }
            }
            hasEnded.signal()
        }
    }

    func finish() -> Set<String> {
        lock.withLock { mustEnd = true }
        hasEnded.wait()
        return lock.withLock { found }
    }
}
