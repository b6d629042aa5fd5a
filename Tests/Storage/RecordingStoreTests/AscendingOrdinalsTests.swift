import Exchanges
import Foundation
import GRDB
import Testing

@testable import RecordingStore

@Suite("Rows come in the order of their ordinals, or the recording is damaged")
struct AscendingOrdinalsTests {
    @Test(
        "An ordinal is larger than the one before",
        arguments: [
            ([1, 2, 3], true), ([1, 5], true), ([.min, 0, .max], true), ([2, 2], false), ([1, 3, 2], false),
            ([.max, .min], false), ([], true),
        ]
    )
    func order(ordinals: [Int64], isInOrder: Bool) {
        var order = AscendingOrdinals(of: "exchange")
        #expect(((try? ordinals.forEach { try order.next($0) }) != nil) == isInOrder)
    }

    @Test("The first is not before what was asked for")
    func first() throws {
        var order = AscendingOrdinals(of: "exchange", from: 5)
        #expect(throws: DatabaseError.self) { try order.next(4) }
        try order.next(5)
    }

    @Test("Rows below 1, which no writer makes, are read as all others are")
    func belowOne() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        try write((1...3).map { .sample($0) }, to: path)
        try change(path, "UPDATE exchange SET ordinal = -5 WHERE ordinal = 2")
        let file = try RecordingFile.open(path)
        var ordinals: [Int] = []
        try file.forEachExchange { ordinals.append($0.ordinal) }
        #expect(ordinals == [-5, 1, 3])
        #expect(try file.summaries().map(\.ordinal) == ordinals)
        #expect(try !file.verify().isEmpty)
    }

    @Test("Pages that refer to each other in a ring, or twice to the same, come to an end", arguments: [true, false])
    func pages(isFinished: Bool) throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        try write((1...500).map { .sample($0) }, to: path)
        if !isFinished {
            try change(
                path,
                "DELETE FROM recording WHERE key LIKE '%digest' OR key LIKE '%count' OR key = 'finished'"
            )
        }
        let root = try DatabaseQueue(path: path).read {
            try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'exchange'")
        }
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        let page = (try #require(root) - 1) * 8_192
        // An inner page of a table: sqlite.org/fileformat2.html §1.6.
        try #require(bytes[page] == 5)
        let cells = (0..<Int(bytes[page + 3]) << 8 | Int(bytes[page + 4])).map {
            page + (Int(bytes[page + 12 + 2 * $0]) << 8 | Int(bytes[page + 13 + 2 * $0]))
        }
        let child = bytes[cells[0]..<cells[0] + 4]
        for start in cells + [page + 8] { bytes.replaceSubrange(start..<start + 4, with: child) }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        guard isFinished else {
            // How many exchanges there are is counted, since nobody has said so.
            let error = #expect(throws: RecordingStoreError.self) { try RecordingFile.open(path) }
            if case .damaged? = error?.cause {} else { Issue.record("\(String(describing: error))") }
            return
        }
        let file = try RecordingFile.open(path)
        #expect(!file.isInterrupted && file.isFinished)
        for read in [
            { _ = try file.recording() }, { _ = try file.summaries() }, { _ = try file.verify(.content) },
            { _ = try file.verify() },
        ] {
            let error = #expect(throws: RecordingStoreError.self) { try read() }
            guard case .damaged? = error?.cause else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test("A file whose exchanges came again and again")
    func regression() throws {
        let folder = try Folder()
        let file = try RecordingFile.open(RecordingStoreTests.regression("exchange-pages-come-again", in: folder))
        #expect(file.exchangeCount == 40)
        #expect(throws: RecordingStoreError.self) { try file.recording() }
        #expect(throws: RecordingStoreError.self) { try file.summaries() }
        #expect(throws: RecordingStoreError.self) { try file.verify() }
    }
}
