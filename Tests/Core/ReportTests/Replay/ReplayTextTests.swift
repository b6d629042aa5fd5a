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
    private static func text(without ordinal: Int? = nil, _ style: TextStyle = .plain) throws -> String {
        let result = try ReplayedCapture.result(without: ordinal)
        return ReplayText(style).text(of: result, from: try ReplayedCapture.recording(), called: "apple-sso-tvos.har")
    }

    @Test("The head names file, app, platform and dialect; the last line counts, with the digest")
    func ends() throws {
        let text = try Self.text()
        let head = "apple-sso-tvos.har, KITETV on tvOS, REST API V1, replayed by the reference client"
        // README of the captures: single sign-on, two plays, a logout.
        #expect(text.hasPrefix("Succeeded. The user signed in with Meadowlark through Apple's TV provider account, "))
        #expect(text.contains("\n\n\(head)\nstarts 2026-11-20 21:59:12.599 UTC\n\n   time     #  who → whom"))
        // conformance-rules.md §F: VSA-002 twice, VSA-011, SEC-001 twice; equal ones are one finding.
        let verdict = "12 of 14 exchanges replayed, 2 not replayed; 0 errors, 3 warnings, 1 note"
        #expect(text.hasSuffix("\n\(verdict); digest \(try ReplayedCapture.result().digest)\n"))
    }

    @Test("Exchanges that replay skips are in their place, with the recording's own times")
    func skipped() throws {
        let lines = try Self.text().split(separator: "\n")
        let ordinals = lines.compactMap { line in Int(line.dropFirst(9).prefix(4).drop { $0 == " " }) }
        #expect(ordinals == Array(1...14))
        // README of the captures: the app takes its media token to its own service. 12.984721 - 12.599335 s, and 81.538 ms.
        let line = try #require(lines.first { $0.contains("  9  app → kite") })
        #expect(
            line.hasPrefix("  0.385     9  app → kite       POST /verify      200  81.5 ms  not replayed: play.kite")
        )
    }

    @Test("A finding is printed once: in the list, with marks at the lines that it is about")
    func once() throws {
        let text = try Self.text()
        #expect(text.components(separatedBy: "did not call checkAccessStatus").count == 2)
        #expect(text.components(separatedBy: "[1]\n").count == 3)
        #expect(text.contains("\n  [1] warning  S4, S7 "))
        #expect(
            text.contains("\n  [3] warning  exchanges 9, 12  The app sent its Adobe access token to play.kite.example")
        )
    }

    @Test("There is one digest in it: that of the whole replay")
    func oneDigest() throws {
        #expect(try Self.text().components(separatedBy: "digest ").count == 2)
    }

    @Test("An error is the first of the findings, and counted")
    func divergence() throws {
        let text = try Self.text(without: 5)
        let list = try #require(text.components(separatedBy: "\nFindings\n").last)
        #expect(list.hasPrefix("  [1] error    exchange 5 "))
        #expect(list.contains("This exchange is missing from the recording, which"))
        #expect(list.contains("\n  [2] error    S6 "))
        #expect(!list.contains("; 0 errors"))
    }

    @Test("No line is wider than it may be", arguments: [60, 80, 100, 200])
    func width(columns: Int) throws {
        let lines = try Self.text(TextStyle(width: TextWidth(columns))).split(separator: "\n")
        #expect(lines.allSatisfy { TextWidth.columns(of: String($0)) <= columns })
    }

    @Test("It is plain unless color is asked for, and the colors change nothing but the colors")
    func color() throws {
        let plain = try Self.text()
        let colored = try Self.text(TextStyle(showsColor: true))
        #expect(!plain.contains("\u{1B}"))
        #expect(colored.contains("\u{1B}"))
        #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    }
}

@Suite struct ReplayJSONTests {
    @Test("Every line is an object: events with the findings in their places, fates, notes, what expires")
    func lines() throws {
        let result = try ReplayedCapture.result(without: 5)
        let (text, summary) = ReplayJSON.lines(of: result, RecordingStory(of: try ReplayedCapture.recording()))
        let objects = try text.split(separator: "\n").map { line in
            try #require(try JSONValue(parsing: Array(line.utf8)).object)
        }
        #expect(
            objects.filter { $0["type"]?.string != "expiration" }.count
                == 1 + result.timeline.events.count + result.exchangeCount + result.notes.count
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
