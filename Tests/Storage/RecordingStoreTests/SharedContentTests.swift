import Exchanges
import Foundation
import GRDB
@testable import RecordingStore
import Testing

@Suite("A body or header list that many exchanges have is read once, and is in memory once")
struct SharedContentTests {
    @Test("What is remembered stays within the limit, but for the latest")
    func limit() {
        var content = SharedContent<String>(limit: 1_000)
        content.remember("a", as: 1, bytes: 400)
        #expect(!content.hasForgotten(1))
        content.remember("b", as: 2, bytes: 400)
        #expect(content[1] == "a" && content[2] == "b" && content[3] == nil)
        content.remember("c", as: 3, bytes: 100)
        #expect(content.count == 1 && content[3] == "c", "with what the dictionary takes it would be too much")
        #expect(content.hasForgotten(1) && content.hasForgotten(2) && !content.hasForgotten(3))
        content.remember("d", as: 4, bytes: 1 << 30)
        #expect(content.count == 1 && content[4] == "d", "the latest is always there")
        content.remember("e", as: 5, bytes: 1)
        #expect(content.count == 1 && content[5] == "e")
    }

    @Test("Nothing is forgotten without a limit")
    func unlimited() {
        var content = SharedContent<Int>(limit: .max)
        for id in 1...10_000 { content.remember(id, as: Int64(id), bytes: 1 << 40) }
        #expect(content.count == 10_000)
    }

    @Test("Values are found by id, whatever ids there are")
    func valuesByID() throws {
        let queue = try DatabaseQueue()
        try queue.write { database in
            try database.execute(sql: "CREATE TABLE a (id INTEGER PRIMARY KEY, b INTEGER)")
            for id in [Int64.min, -3, 0, 1, 2, 5, 8, .max] {
                try database.execute(sql: "INSERT INTO a VALUES (?, 7)", arguments: [id])
            }
            try database.execute(sql: "UPDATE a SET b = NULL WHERE id = 5")
            var count = 0
            let budget = try ByteBudget(for: database)
            let values = try ValuesByID(database, sql: "SELECT id, b FROM a ORDER BY id", budget) { row in
                count += 1
                return row.integer(1)
            }
            #expect(count == 8, "each row is read once")
            for id in [Int64.min, -3, 0, 1, 2, 8, .max] { #expect(values[id] == 7) }
            for id in [-4, 3, 5, 9, nil] as [Int64?] { #expect(values[id] == nil) }
            let none = try ValuesByID(database, sql: "SELECT id, b FROM a WHERE id = 77", budget) { $0.integer(1) }
            #expect(none[77] == nil)
        }
    }

    @Test("Rows that come out of order are the end of what is there")
    func outOfOrder() throws {
        let queue = try DatabaseQueue()
        try queue.read { database in
            let sql = "SELECT 1, 10 UNION ALL SELECT 2, 20 UNION ALL SELECT 2, 30 UNION ALL SELECT 3, 40"
            let values = try ValuesByID(database, sql: sql, ByteBudget(for: database)) { $0.integer(1) }
            #expect(values[1] == 10 && values[2] == 20 && values[3] == nil)
        }
    }

    @Test("Exchanges that refer to one body share its memory", arguments: [1, 5_000, 100_000])
    func memory(_ count: Int) throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let body = [UInt8](repeating: 7, count: count)
        var exchanges = (1...100).map { Exchange.sample($0) }
        for index in exchanges.indices {
            exchanges[index].request.body = body
            exchanges[index].outcome = .response(HTTPResponse(status: 200, body: body))
        }
        try write(exchanges, to: path)
        let file = try RecordingFile.open(path)
        let recording = try file.recording()
        #expect(recording.exchanges == exchanges)
        var places: Set<UInt> = []
        for exchange in recording.exchanges {
            for body in [exchange.request.body, exchange.response?.body] {
                body?.withUnsafeBufferPointer { _ = places.insert(UInt(bitPattern: $0.baseAddress)) }
            }
        }
        #expect(places.count == 1)
        #expect(try file.verify().isEmpty)
        #expect(try file.summaries().allSatisfy { $0.requestBodyCount == count && $0.responseBodyCount == count })
    }

    @Test("A body larger than what is remembered is passed on whole, and so are those beside it")
    func large() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let bodies = (0..<4).map { number in
            [UInt8](repeating: UInt8(number), count: ExchangeReader.rememberedBytes - 1 + number)
        }
        var exchanges = (1...8).map { Exchange.sample($0) }
        for index in exchanges.indices { exchanges[index].request.body = bodies[index % 4] }
        try write(exchanges, to: path)
        let file = try RecordingFile.open(path)
        var read: [Exchange] = []
        try file.forEachExchange { read.append($0) }
        #expect(read == exchanges)
        #expect(try file.exchange(ordinal: 7) == exchanges[6])
    }

    @Test("A file whose exchanges all have the same large body and header list")
    func regression() throws {
        let folder = try Folder()
        let path = try RecordingStoreTests.regression("exchanges-share-a-large-body", in: folder)
        let file = try RecordingFile.open(path)
        let recording = try file.recording()
        #expect(recording.exchanges.count == 120)
        #expect(recording.exchanges.allSatisfy { $0.request.body == recording.exchanges[0].response?.body })
        #expect(recording.exchanges.allSatisfy { $0.request.headers.count == 600 })
        #expect(try !file.verify().isEmpty, "its digests are others")
    }

    @Test("A changed body is named by every exchange that has it, and a missing one too")
    func changed() throws {
        let folder = try Folder()
        for (sql, field) in [
            ("UPDATE body SET bytes = x'00' WHERE id = 1", "response body"),
            ("DELETE FROM body WHERE id = 1", "response body"),
            ("UPDATE header_list SET fields = '[]' WHERE id = 1", "request headers"),
        ] {
            let path = folder.path("a.kinescope")
            try? FileManager.default.removeItem(atPath: path)
            try write((1...3).map { .sample($0, body: "same") }, to: path)
            try change(path, sql)
            let problems = try RecordingFile.open(path).verify(.content).map(\.description)
            #expect(problems == (1...3).map { "exchange \($0), \(field): changed after it was recorded" }, "\(sql)")
        }
    }
}
