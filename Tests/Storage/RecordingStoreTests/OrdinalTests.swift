import Exchanges
import Foundation
import GRDB
import RecordingStore
import Testing
import VirtualTime

@Suite("An exchange has the number it was given when it started")
struct OrdinalTests {
    @Test(
        "However exchanges end, each keeps its number, and comes in its place",
        arguments: [[1, 2, 3, 4], [4, 3, 2, 1], [2, 3, 4, 5, 1], [2, 1, 4, 3, 6, 5], [9, 2, 40, 3]]
    )
    func order(_ ordinals: [Int]) throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path)
        for ordinal in ordinals {
            #expect(try writer.append(.sample(ordinal), at: ordinal, matchKey: "key \(ordinal)") == ordinal)
        }
        try writer.finish()
        let file = try RecordingFile.open(path)
        #expect(try file.verify().isEmpty)
        #expect(try file.recording().exchanges == ordinals.sorted().map { Exchange.sample($0) })
        #expect(file.exchangeCount == ordinals.count)
        #expect(file.lastExchange == ordinals.max())
        for ordinal in ordinals { #expect(try file.firstMatch(key: "key \(ordinal)") == ordinal) }
    }

    @Test(
        "What never began cannot end: neither a number that was skipped, nor one that nobody has",
        arguments: [0, 2, 4, 5]
    )
    func endOfNothing(ordinal: Int) throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path)
        try writer.begin(.sample(1), at: 1)
        try writer.begin(.sample(3), at: 3)
        writer.skip(4)
        let error = #expect(throws: RecordingStoreError.self) { try writer.end(ordinal, with: .sample(ordinal)) }
        #expect(error?.cause == .unwritable("it has no exchange \(ordinal) that could have ended"))
        try writer.end(3, with: .sample(3))
        try writer.end(1, with: .sample(1))
        try writer.finish()
        let file = try RecordingFile.open(path)
        #expect(try file.verify() == [])
        #expect(try file.recording().exchanges == [.sample(1), .sample(3)])
        #expect(file.information.skippedExchanges.text == "2,4")
    }

    @Test("Numbers without an exchange are named, within and behind, by a recorder and by an import")
    func skipped() throws {
        for durability in [RecordingWriter.Durability.everyAppend, .whenFinished] {
            let folder = try Folder()
            let path = folder.path("a.kinescope")
            var options = RecordingWriter.Options()
            options.durability = durability
            let writer = try RecordingWriter.create(at: path, options: options)
            for ordinal in [2, 3, 6] { try writer.append(.sample(ordinal), at: ordinal) }
            writer.skip(4)
            writer.skip(7)
            writer.skip(8)
            #expect(writer.lastExchange == 8)
            try writer.finish()
            let file = try RecordingFile.open(path)
            #expect(try file.verify().isEmpty)
            #expect(file.information.skippedExchanges.text == "1,4-5,7-8")
            #expect(file.exchangeCount == 3)
            #expect(file.lastExchange == 8)
            #expect(try file.summaries().map(\.ordinal) == [2, 3, 6])
        }
    }

    @Test(
        "What was cut out or put in is told from what was skipped",
        arguments: [
            ("DELETE FROM exchange WHERE ordinal = 3", ["exchange 3: missing"]),
            ("DELETE FROM exchange WHERE ordinal = 6", ["exchange 6: missing"]),
            (
                "UPDATE exchange SET ordinal = 5 WHERE ordinal = 6",
                [
                    "exchange 5: has a row, though it was skipped",
                    "exchange 5, place or times: changed after it was recorded", "exchange 6: missing",
                ]
            ),
            (
                "UPDATE recording SET value = '1,3-5,7-8' WHERE key = 'exchange_gaps'",
                [
                    "recording, creator, redacted, matching_version, archive_log or exchange_gaps: changed after the recording "
                        + "was finished",
                    "exchange 3: has a row, though it was skipped", "exchange 9: missing",
                ]
            ),
            (
                "UPDATE recording SET value = '1-99999999999' WHERE key = 'exchange_gaps'",
                [
                    "recording, creator, redacted, matching_version, archive_log or exchange_gaps: changed after the recording "
                        + "was finished",
                    "exchange 2: has a row, though it was skipped", "exchange 3: has a row, though it was skipped",
                    "exchange 6: has a row, though it was skipped",
                ]
            ),
            (
                "UPDATE recording SET value = 'two' WHERE key = 'exchange_gaps'",
                [
                    "recording, creator, redacted, matching_version, archive_log or exchange_gaps: changed after the recording "
                        + "was finished",
                    "recording, exchange_gaps: is not a list of numbers",
                ]
            ),
        ]
    )
    func changed(_ sql: String, _ problems: [String]) throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path)
        for ordinal in [2, 3, 6] { try writer.append(.sample(ordinal), at: ordinal) }
        writer.skip(8)
        try writer.finish()
        try change(path, sql)
        let found = try RecordingFile.open(path).verify().map(\.description)
        // Of a count that is far too large a thousand exchanges are missing.
        #expect(Array(found.prefix(problems.count)) == problems)
    }

    @Test("A number is given once, whatever was appended before")
    func twice() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path)
        try writer.append(.sample(3), at: 3)
        #expect(throws: RecordingStoreError.self) { try writer.append(.sample(1), at: 3) }
        for odd in [0, -1, Int.min, .max] {
            #expect(throws: RecordingStoreError.self) { try writer.append(.sample(1), at: odd) }
            writer.skip(odd)
        }
        #expect(try writer.append(.sample(4)) == 4)
        writer.skip(6)
        try writer.finish()
        let second = try RecordingWriter.continuing(at: path)
        #expect(second.lastExchange == 6, "the number that was skipped last is not given again")
        #expect(try second.append(.sample(7)) == 7)
        try second.finish()
        let file = try RecordingFile.open(path)
        #expect(try file.verify().isEmpty)
        #expect(try file.recording().exchanges == [.sample(3), .sample(4), .sample(7)])
        #expect(file.information.skippedExchanges.text == "1-2,5-6")
    }

    @Test("Of what a killed recorder left, numbers without a row are taken for skipped ones")
    func killed() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path)
        for ordinal in [4, 2, 5] { try writer.append(.sample(ordinal), at: ordinal) }
        let killed = folder.path("killed.kinescope")
        try copyAsKilled(path, to: killed)
        writer.abandon()
        let left = try RecordingFile.open(killed)
        #expect(try left.verify().isEmpty && left.isInterrupted)
        #expect(left.information.skippedExchanges.text == "1,3")
        #expect(left.exchangeCount == 3 && left.lastExchange == 5)
        left.close()
        try RecordingWriter.repairing(killed).finish()
        let repaired = try RecordingFile.open(killed)
        #expect(try repaired.verify().isEmpty && repaired.isFinished)
        #expect(try repaired.recording().exchanges == [.sample(2), .sample(4), .sample(5)])
        #expect(repaired.information.skippedExchanges.text == "1,3")
    }

    @Test("Ordinals that no writer gives are no trap", arguments: [Int64.min, -1, 0, .max])
    func odd(_ ordinal: Int64) throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path)
        for number in 1...3 { try writer.append(.sample(number)) }
        let killed = folder.path("killed.kinescope")
        try copyAsKilled(path, to: killed)
        writer.abandon()
        try change(killed, "UPDATE exchange SET ordinal = \(ordinal) WHERE ordinal = 2")
        #expect(try !RecordingFile.open(killed).verify().isEmpty)
    }

    @Test("Stimuli that were reported late keep their numbers, and are read in the order of their times")
    func userActions() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path)
        for (time, action) in [(3, UserAction.Action.cancel), (1, .launch), (2, .selectProvider("Plover"))] {
            let instant = Instant(microsecondsSince1970: Int64(time))
            try writer.append(UserAction(ordinal: 0, occurredAt: instant, action: action))
        }
        try writer.finish()
        let file = try RecordingFile.open(path)
        #expect(try file.verify().isEmpty)
        #expect(try file.userActions().map(\.action) == [.cancel, .launch, .selectProvider("Plover")])
        #expect(try file.recording().userActions.map(\.ordinal) == [2, 3, 1])
    }
}
