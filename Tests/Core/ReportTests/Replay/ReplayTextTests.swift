import Checkout
import Documents
import Exchanges
import Foundation
import Replay
import Report
import Testing

/// The bundled capture of a platform sign-on, replayed; with an answer less if that is asked for.
enum ReplayedCapture {
    static func result(without ordinal: Int? = nil) throws -> ReplayResult {
        var recording = try recording()
        recording.exchanges.removeAll { $0.ordinal == ordinal }
        return try Replayer.replay(recording)
    }

    static func recording() throws -> Recording {
        let folder = Checkout.top.appending(path: "Recordings/captures")
        let archive = try Data(contentsOf: folder.appending(path: "apple-sso-tvos.har"))
        var recording = try HAR.recording(parsing: Array(archive))
        let log = try Data(contentsOf: folder.appending(path: "apple-sso-tvos.accounts.jsonl"))
        recording.vsaCalls = try VSALog.parse(Array(log))
        return recording
    }
}

@Suite struct ReplayTextTests {
    @Test("The timeline comes first, then notes, deviations and the verdict, each under its title")
    func sections() throws {
        let result = try ReplayedCapture.result()
        let text = ReplayText().text(of: result)
        let titles = ["is there a valid Adobe token?", "\nNotes\n", "\nDeviations (", "exchanges replayed"]
        let places = titles.map { text.range(of: $0)?.lowerBound }
        #expect(!places.contains(nil))
        #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
        #expect(!text.contains("Divergences ("))
        // Two exchanges go to the Programmer's own host (README of the captures).
        #expect(text.contains("skipped, third-party host: 9, 12"))
        let counts = "12 of 14 exchanges replayed, 0 adopted, 2 skipped, 0 not reached"
        #expect(text.hasSuffix("\(counts), 5 deviations, 0 divergences, digest \(result.digest)\n"))
    }

    @Test("There is one digest in it: that of the whole replay")
    func oneDigest() throws {
        let text = try ReplayText().text(of: ReplayedCapture.result())
        #expect(text.components(separatedBy: "digest ").count == 2)
    }

    @Test("A divergence stands in the timeline and under its title, and is counted as one")
    func divergence() throws {
        let text = try ReplayText().text(of: ReplayedCapture.result(without: 5))
        #expect(text.contains("\nDivergences (the replay and the recording part)\n  exchange 5 is missing"))
        #expect(text.contains("divergence          exchange 5 is missing"))
    }

    @Test("It is plain unless colour is asked for, and the colours change nothing but the colours")
    func color() throws {
        let result = try ReplayedCapture.result()
        let plain = ReplayText().text(of: result)
        let colored = ReplayText(showsColor: true).text(of: result)
        #expect(!plain.contains("\u{1B}"))
        #expect(colored.contains("\u{1B}"))
        #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    }
}

@Suite struct ReplayJSONTests {
    @Test("Every line is an object: events with the findings in their places, fates, notes, what expires")
    func lines() throws {
        let result = try ReplayedCapture.result(without: 5)
        let (text, summary) = ReplayJSON.lines(of: result)
        let objects = try text.split(separator: "\n").map { line in
            try #require(try JSONValue(parsing: Array(line.utf8)).object)
        }
        #expect(
            objects.filter { $0["type"]?.string != "expiration" }.count
                == result.timeline.events.count + result.exchangeCount + result.notes.count
        )
        let divergence = try #require(objects.first { $0["level"]?.string == "error" })
        #expect(divergence["exchanges"] == .array([.number(JSONNumber(5))]))
        #expect(divergence["code"]?.string == "notRecorded")
        #expect(summary["digest"]?.string == "\(result.digest)")
        #expect(summary["errorCount"]?.number?.int64 == Int64(result.divergences.count))
        let expiration = try #require(objects.last)
        #expect(expiration["type"]?.string == "expiration" && expiration["expiresAt"]?.string != nil)
    }
}
