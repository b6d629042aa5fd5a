import CorpusKit
import Exchanges
import Foundation
import FuzzReadings
import Fuzzing
import RecordingStore
import SubscriberAccount
import Testing
import VirtualTime

@testable import ShellFuzzing

/// The reading of a recording differs from its list and its pages wherever it is wrong.
@Suite struct RecordingReadingsTests {
    private struct Seed {
        var recording: Recording
        var summaries: [ExchangeSummary]
        var tables: RecordedTables

        init(_ name: String) throws {
            let path = try #require(
                Corpus.files("RecordingFile", "seed").first { $0.hasSuffix("/\(name).kinescope") }
            )
            tables = try RecordedTables(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
            let file = try RecordingFile.open(path)
            defer { file.close() }
            recording = try file.recording()
            summaries = try file.summaries()
        }
    }

    @Test(
        "A sound recording agrees with its list and its pages",
        arguments: [
            "two-operations", "failure", "bodies-shared", "stimuli-reported-late", "account-responses-reported-late",
            "unfinished-two-operations",
        ]
    )
    func agrees(_ name: String) throws {
        let seed = try Seed(name)
        try RecordingReadings.inOrder(seed.recording)
        try RecordingReadings.agree(seed.summaries, with: seed.recording.exchanges)
        try RecordingReadings.agree(seed.recording, with: seed.tables)
    }

    @Test("What was reported late and does not come by its time is seen")
    func order() throws {
        var late = try Seed("stimuli-reported-late").recording
        late.userActions.sort { $0.ordinal < $1.ordinal }
        #expect(throws: PropertyFailure.self) { try RecordingReadings.inOrder(late) }
        late = try Seed("account-responses-reported-late").recording
        late.vsaCalls.sort { $0.ordinal < $1.ordinal }
        #expect(throws: PropertyFailure.self) { try RecordingReadings.inOrder(late) }
    }

    @Test("A list that says something else in any of its columns is seen")
    func summaries() throws {
        let seed = try Seed("two-operations")
        let changes: [(inout ExchangeSummary) -> Void] = [
            { $0.ordinal += 1 }, { $0.startedAt += .microseconds(1) }, { $0.durationMicroseconds += 1 },
            { $0.method += "X" },
            { $0.url += "x" }, { $0.status = nil }, { $0.requestBodyCount = 7 }, { $0.responseBodyCount = nil },
        ]
        for change in changes {
            var summaries = seed.summaries
            change(&summaries[0])
            #expect(throws: PropertyFailure.self) {
                try RecordingReadings.agree(summaries, with: seed.recording.exchanges)
            }
        }
        #expect(throws: PropertyFailure.self) { try RecordingReadings.agree([], with: seed.recording.exchanges) }
    }

    @Test("A recording that says something else than its pages is seen")
    func pages() throws {
        let seed = try Seed("two-operations")
        let changes: [(inout Recording) -> Void] = [
            { $0.exchanges.removeLast() }, { $0.exchanges[0].startedAt += .microseconds(1) },
            { $0.exchanges[1].request.url += "x" }, { $0.exchanges[0].request.body = [1] },
            { $0.exchanges[0].durationMicroseconds += 1 }, { $0.exchanges[0].outcome = .failure("") },
        ]
        for change in changes {
            var recording = seed.recording
            change(&recording)
            #expect(throws: PropertyFailure.self) { try RecordingReadings.agree(recording, with: seed.tables) }
        }
        let late = try Seed("stimuli-reported-late")
        var recording = late.recording
        recording.userActions[0].occurredAt += .microseconds(1)
        #expect(throws: PropertyFailure.self) { try RecordingReadings.agree(recording, with: late.tables) }
    }

    @Test(
        "A scenario's start is found in its lines where they are plain",
        arguments: [
            ("title: \"a: b\"\n# c\nrows: [K-1]\nstart:  2026-01-31 08:00:00Z \ndevices:\n", "2026-01-31 08:00:00Z"),
            ("start: 2026-01-31T08:00:00Z", "2026-01-31T08:00:00Z"),
            ("title: \"a\nstart: 2026-01-31T08:00:00Z\n", nil), ("title: |\n  a\nstart: 2026-01-31T08:00:00Z\n", nil),
            ("start: 2026-01-31T08:00:00Z\n  more\n", nil), ("start: \"2026-01-31T08:00:00Z\"\n", nil),
            ("title: t\n", nil),
            ("title: t\n---\nstart: 2026-01-31T08:00:00Z\n", nil),
        ] as [(String, String?)]
    )
    func start(file: String, text: String?) {
        #expect(StartLine.text(in: Array(file.utf8)) == text)
    }
}
