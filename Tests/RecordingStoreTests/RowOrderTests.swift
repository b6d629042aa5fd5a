import Exchanges
import Foundation
import GRDB
import RecordingStore
import Testing
import VirtualTime

@Suite("A finished recording is in the order in which things began")
struct RowOrderTests {
    /// Seconds after the first, by order of completion.
    @Test(
        "Exchanges that were complete in another order change places, digests and all",
        arguments: [
            [0, 1, 2, 3], [3, 2, 1, 0], [1, 2, 3, 4, 0], [4, 0, 1, 2, 3], [1, 0, 3, 2, 5, 4], [2, 0, 2, 1, 2, 1],
            [5, 3, 8, 0, 1, 9, 9, 0, 4],
        ]
    )
    func exchanges(_ seconds: [Int64]) throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path)
        for (index, second) in seconds.enumerated() {
            try writer.append(.sample(index).started(second, ordinal: 0), matchKey: "key \(index)")
        }
        try writer.finish()
        let order = seconds.indices.sorted { (seconds[$0], $0) < (seconds[$1], $1) }
        let expected = order.enumerated().map { Exchange.sample($1).started(seconds[$1], ordinal: $0 + 1) }
        let file = try RecordingFile.open(path)
        #expect(try file.verify().isEmpty)
        #expect(try file.recording().exchanges == expected)
        #expect(try file.matchKeys(of: Array(1...seconds.count)) == order.map { "key \($0)" })
        #expect(try seconds.indices.map { try file.firstMatch(key: "key \(order[$0])") } == Array(1...seconds.count))
    }

    @Test("Stimuli that were reported late change places, too")
    func stimuli() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path)
        for (time, action) in [(3, Stimulus.Action.cancel), (1, .launch), (2, .selectProvider("Plover"))] {
            let instant = Instant(microsecondsSince1970: Int64(time))
            try writer.append(Stimulus(ordinal: 0, occurredAt: instant, action: action))
        }
        try writer.finish()
        let file = try RecordingFile.open(path)
        #expect(try file.verify().isEmpty)
        #expect(try file.stimuli().map(\.action) == [.launch, .selectProvider("Plover"), .cancel])
        #expect(try file.stimuli().map(\.ordinal) == [1, 2, 3])
    }

    @Test("A row that was changed does not become right by changing places")
    func changed() throws {
        let folder = try Folder()
        let killed = try killed(in: folder, startedAt: [3, 2, 1])
        try change(killed, "UPDATE exchange SET duration_us = 7 WHERE ordinal = 3")
        let file = try RecordingFile.open(killed)
        #expect(file.surroundings.isCopied && file.isInterrupted)
        #expect(
            try file.verify().map(\.description) == ["exchange 1, place or times: changed after it was recorded"]
        )
    }

    @Test("A row that was cut out before a repair is still missed")
    func gap() throws {
        let folder = try Folder()
        let killed = try killed(in: folder, startedAt: [4, 3, 2, 1])
        try change(killed, "DELETE FROM exchange WHERE ordinal = 2")
        #expect(try RecordingFile.open(killed).verify().map(\.description) == ["exchange 2: missing"])
    }

    @Test("Ordinals that no writer gives are no trap", arguments: [Int64.min, -1, 0, .max])
    func odd(_ ordinal: Int64) throws {
        let folder = try Folder()
        let killed = try killed(in: folder, startedAt: [3, 2, 1])
        try change(killed, "UPDATE exchange SET ordinal = \(ordinal) WHERE ordinal = 2")
        #expect(try !RecordingFile.open(killed).verify().isEmpty)
    }

    /// What a killed recorder left that had stored exchanges which began at these seconds, in this order.
    private func killed(in folder: Folder, startedAt seconds: [Int64]) throws -> String {
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path)
        for second in seconds { try writer.append(.sample(1).started(second, ordinal: 0)) }
        let killed = folder.path("killed.kinescope")
        try copyAsKilled(path, to: killed)
        writer.abandon()
        return killed
    }
}
