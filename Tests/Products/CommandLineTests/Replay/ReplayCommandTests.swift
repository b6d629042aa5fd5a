import Documents
import Foundation
import Testing

@testable import kinescope

@Suite struct ReplayCommandTests {
    let folder = TemporaryFolder()

    /// Imports a bundled capture, after `change` had its way with the HAR.
    private func recording(_ name: String = "apple-sso-tvos", change: (String) -> String = { $0 }) throws -> String {
        try folder.copyCapture(name)
        let archive = change(String(decoding: try folder.bytes(of: name + ".har"), as: UTF8.self))
        try folder.write(archive, to: name + ".har")
        let log = name + ".accounts.jsonl"
        let run = try CommandLineRun.kinescope(
            ["import", name + ".har"] + (folder.names.contains(log) ? ["--account-log", log] : []),
            in: folder
        )
        try #require(run.status == 0, "\(run)")
        return name + ".kinescope"
    }

    private func replay(_ arguments: String...) throws -> CommandLineRun {
        try CommandLineRun.kinescope(["replay"] + arguments, in: folder)
    }

    @Test("A second process with another hash seed gives the same digest, and says so")
    func verify() throws {
        let run = try replay(recording(), "--verify")
        #expect(run.status == 0)
        #expect(run.output.contains("verified: a second process gave the same digest"))
    }

    @Test("The second process is told every option that decides the digest, whatever its value begins with")
    func secondProcess() throws {
        let asked = try #require(
            try Kinescope.parseAsRoot([
                "replay", "--device=-tv", "--poll-interval", "7", "--client", "authorization=each-playback",
                "--client=-b.har", "--client", "poll-pace=user", "--stop-at-unmatched", "--then", "play KITE1",
                "--fork-at", "8", "--verify", "--", "-a.har",
            ]) as? ReplayCommand
        )
        let told = try #require(try Kinescope.parseAsRoot(asked.secondArguments) as? ReplayCommand)
        #expect(told.device == "-tv")
        #expect(told.pollInterval == 7)
        #expect(told.client == ["authorization=each-playback", "-b.har", "poll-pace=user"])
        #expect(told.stopAtUnmatched)
        #expect(told.fork.then == "play KITE1")
        #expect(told.fork.forkAt == "8")
        #expect(told.recording == "-a.har")
        #expect(told.digest && !told.verify)
    }

    @Test("A client of several rows is replayed alike in a second process")
    func secondClient() throws {
        let rows = ["--client", "authorization=each-playback", "--client", "poll-interval=7s"]
        let archive = Capture.folder.appending(path: "clients/kodi-espn3-sign-on.har").path
        let run = try CommandLineRun.kinescope(["replay", archive, "--verify"] + rows, in: folder)
        // The second playback did without an authorization: the first row tells.
        #expect(run.status == 1 && run.error.isEmpty, "\(run)")
        let digest = try CommandLineRun.kinescope(["replay", archive, "--digest"] + rows, in: folder).output
        #expect(run.output.hasSuffix("\nverified: a second process gave the same digest, \(digest)"))
        let last = try CommandLineRun.kinescope(["replay", archive, "--digest"] + rows.suffix(2), in: folder).output
        #expect(last != digest)
    }

    /// A recording of one exchange: an app that begins with its registration code, where the documents' client asks for
    /// its AuthN token first.
    private func codeAlone() throws -> String {
        let bytes = try Data(contentsOf: Capture.folder.appending(path: "clients/kodi-espn3-sign-on.har"))
        var archive = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        var log = try #require(archive["log"] as? [String: Any])
        log["entries"] = Array(try #require(log["entries"] as? [Any]).prefix(1))
        archive["log"] = log
        try folder.write([UInt8](try JSONSerialization.data(withJSONObject: archive)), to: "code.har")
        return "code.har"
    }

    @Test(
        "A replay that replays nothing and adopts something has diverged: exit 1",
        arguments: [[], ["--strict"], ["--verify"], ["--details"], ["--digest"], ["--then", "advance 1s"]]
    )
    func adoptsOnly(options: [String]) throws {
        let arguments = ["replay", try codeAlone(), "--client", "documents"]
        let run = try CommandLineRun.kinescope(arguments + options, in: folder)
        #expect(run.status == 1 && run.error.isEmpty, "\(run)")
        let lines = try CommandLineRun.kinescope(arguments + ["--json"], in: folder).output.split(separator: "\n")
        let last = try #require(lines.last)
        let sum = try #require(try JSONValue(parsing: Array(last.utf8)).object)
        let counts = ["replayedCount", "adoptedCount", "errorCount"].map { sum[$0]?.number?.int64 }
        #expect(counts == [0, 1, 1])
    }

    @Test("A replay that neither replays nor adopts anything is refused: exit 3, be it verified or forked")
    func replaysNothing() throws {
        let arguments = ["replay", try codeAlone(), "--client", "documents", "--stop-at-unmatched"]
        for options in [[], ["--strict"], ["--verify"], ["--then", "advance 1s"]] {
            let run = try CommandLineRun.kinescope(arguments + options, in: folder)
            #expect(run.status == 3 && run.errorLines.count == 1, "\(run)")
            #expect(run.error.hasPrefix("kinescope: cannot replay code.har: "))
        }
    }

    @Test("A step of --then that there is not is told in one short line, with the one that was meant")
    func unknownStep() throws {
        let file = try recording()
        for (steps, hint) in [
            ("plya KITE1", "Did you mean \"play\"?"), ("advance 1d; lunch", "Did you mean \"launch\"?"),
            ("frobnicate KITE1", "Write for example play KITE1 or advance 31d"),
        ] {
            let run = try replay(file, "--then", steps)
            #expect(run.isOneLineFailure(2) && run.error.contains(hint), "\(run)")
            #expect(run.error.count <= 101, "\(run.error.count)")
        }
    }

    @Test("A recording is left at an expiration of its own, and not after its end")
    func forkAtExpiration() throws {
        let file = try recording()
        let run = try replay(file, "--fork-at", "at platform-session", "--then", "advance 1s")
        #expect(run.isOneLineFailure(3) && run.error.contains("beyond the recording's end"), "\(run)")
        let none = try replay(file, "--fork-at", "at temp-pass", "--then", "advance 1s")
        #expect(none.isOneLineFailure(3) && none.error.contains("temp-pass does not expire"), "\(none)")
        let later = try replay(file, "--fork-at", "+31d", "--then", "play KITE1")
        #expect(later.isOneLineFailure(2) && later.error.contains("advance 31d"), "\(later)")
    }

    @Test("Deviations are no failure, unless --strict asks for it")
    func strict() throws {
        let file = try recording()
        #expect(try replay(file).status == 0)
        #expect(try replay(file, "--strict").status == 1)
        // It calls the Programmer's service without Adobe's token, which is a note.
        let good = Capture.folder.appending(path: "clients/secondscreen-both.har").path
        #expect(try CommandLineRun.kinescope(["replay", good, "--strict"], in: folder).status == 0)
    }

    @Test("A changed answer is a divergence: exit 1, and the line names exchange and field")
    func divergence() throws {
        let file = try recording { $0.replacing("com.example.meadowlark", with: "com.example.lark") }
        let run = try replay(file)
        #expect(run.status == 1)
        #expect(run.output.contains("exchange 4"))
        #expect(run.output.contains("platformMappingId"))
    }

    @Test("Every line of --json is an object, and the last one sums up with the digest that --digest prints")
    func json() throws {
        let file = try recording()
        let run = try replay(file, "--json")
        let last = try #require(try run.objects().last)
        #expect(last["errorCount"]?.number?.text == "0")
        #expect(last["warningCount"]?.number?.text == "5")
        let digest = try replay(file, "--digest").output.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(last["digest"]?.string == digest)
        let warnings = try run.content().filter { $0["level"]?.string == "warning" }
        #expect(warnings.count == 5)
        // The app asks for permission once, before S2 (conformance-rules.md, VSA-002).
        let steps = warnings.filter { $0["code"]?.string == "permissionNotAsked" }.map { $0["step"]?.string }
        #expect(steps == ["S4", "S7"])
    }

    @Test("Details show every parameter that was sent, under its pseudonym")
    func details() throws {
        let run = try replay(recording(), "--details")
        #expect(run.output.contains("SAMLResponse: "))
        #expect(!run.output.contains("dad05a31a80b4b33962782cf6639e45c"))
    }

    @Test(
        "What cannot be replayed is refused in one line",
        arguments: [("missing.kinescope", Int32(3)), (".", 3), ("text.kinescope", 3)]
    )
    func refused(name: String, status: Int32) throws {
        try folder.write("no recording", to: "text.kinescope")
        #expect(try replay(name).isOneLineFailure(status))
    }

    @Test(
        "A wrong command line is usage",
        arguments: [[], ["a", "--poll-interval", "0"], ["a", "--poll-interval", "x"], ["a", "--digest", "--json"]]
    )
    func usage(arguments: [String]) throws {
        #expect(try CommandLineRun.kinescope(["replay"] + arguments, in: folder).isOneLineFailure(2))
    }

    @Test("A device that is not in the recording has no calls")
    func unknownDevice() throws {
        let run = try replay(recording(), "--device", "another")
        #expect(run.isOneLineFailure(3))
    }

    // MARK: Going on from a recording

    @Test("With --then the simulated service continues from the end, and what follows is printed from the fork on")
    func then() throws {
        let run = try replay(recording("ytdlp-sign-on"), "--then", "advance 31d; play KITE1; expect playing KITE1")
        #expect(run.status == 0, "\(run)")
        #expect(
            run.output.contains(
                "\n── from here on the simulated service responds ──\n── 31 d later: 2026-12-21 22:01:0"
            )
        )
        #expect(run.output.contains(/client → player +play +KITE1\n/), "\(run.output)")
        #expect(run.output.contains(" after the fork in 31 d"))
    }

    @Test("A resource may be named by the guid of its MRSS document")
    func guid() throws {
        let file = try recording("ytdlp-sign-on")
        let archive = try Capture.compactText(of: "ytdlp-sign-on")
        let match = try #require(archive.firstMatch(of: /%3Cguid%3E([0-9A-Za-z-]+)%3C%2Fguid%3E|guid>([0-9A-Za-z-]+)</))
        let guid = String(try #require(match.output.1 ?? match.output.2))
        let run = try replay(file, "--then", "play \(guid); expect playing \(guid)")
        #expect(run.status == 0, "\(run)")
    }

    @Test(
        "An expectation after --then that is not met is exit 1",
        arguments: [[], ["--json"], ["--digest"], ["--fork-at", "3"]]
    )
    func unmet(options: [String]) throws {
        let file = try recording()
        let run = try CommandLineRun.kinescope(
            ["replay", file, "--then", "expect playing KITE9"] + options,
            in: folder
        )
        #expect(run.status == 1, "\(run)")
        #expect(run.error.isEmpty)
    }

    @Test(
        "The fork is at the end, an exchange, a step or an instant",
        arguments: ["end", "exchange 8", "8", "1", "S8", "2026-11-20T21:59:12.700Z"]
    )
    func forks(point: String) throws {
        let run = try replay(recording(), "--fork-at", point, "--then", "advance 1s")
        #expect(run.status == 0, "\(run)")
        #expect(run.output.contains("── from here on the simulated service responds ──\n"))
    }

    @Test(
        "A fork where there is no such point is refused in one line",
        arguments: ["15", "exchange 99", "S10", "2020-01-01T00:00:00Z", "2030-01-01T00:00:00Z"]
    )
    func badForks(point: String) throws {
        #expect(try replay(recording(), "--fork-at", point, "--then", "advance 1s").isOneLineFailure(3))
    }

    @Test(
        "What is no point or no step is usage",
        arguments: [
            ["--fork-at", "8"], ["--fork-at", "0", "--then", "launch"], ["--fork-at", "-1", "--then", "launch"],
            ["--fork-at", "exchange", "--then", "launch"], ["--fork-at", "", "--then", "launch"], ["--then", ""],
            ["--then", "playy KITE1"], ["--then", "advance -1d"], ["--then", "advance"], ["--then", "; ;"],
            ["--then", "expect playin KITE1"], ["--fork-at", "S99", "--then", "launch"],
        ]
    )
    func badSteps(options: [String]) throws {
        let run = try CommandLineRun.kinescope(["replay", recording()] + options, in: folder)
        #expect(run.isOneLineFailure(2), "\(run)")
    }

    @Test(
        "A step that cannot happen is refused in one line",
        arguments: ["advance 2950000d", "sleep; play KITE1", "advance at temp-pass", "on com.kite.radio: launch"]
    )
    func impossible(steps: String) throws {
        let run = try replay(recording(), "--then", steps)
        #expect(run.isOneLineFailure(3), "\(run)")
        #expect(run.error.contains("--then"))
    }

    @Test("A second process gives the same digest for what follows, too")
    func verifiedFork() throws {
        let file = try recording()
        let run = try replay(file, "--then", "advance 31d; play KITE1", "--fork-at", "S8", "--verify")
        #expect(run.status == 0, "\(run)")
        #expect(run.output.contains("verified: a second process gave the same digest"))
        #expect(try replay(file, "--digest").output != replay(file, "--digest", "--then", "advance 31d").output)
    }

    @Test("Every line of --json is an object; the last one sums up what followed")
    func jsonFork() throws {
        let run = try replay(recording(), "--then", "advance 1d", "--json")
        let events = try run.content().filter { $0["type"]?.string == "event" }
        #expect(events.first?["kind"]?.string == "fork")
        let summary = try run.objects().last
        #expect(summary?["errorCount"]?.number?.text == "0")
        #expect(summary?["forkedAt"]?.string != nil && summary?["endedAt"]?.string != nil)
    }

    @Test("A HAR file is replayed as it is, with the VSA log beside it, and gives the imported one's digest")
    func archive() throws {
        let imported = try replay(recording(), "--digest")
        #expect(try replay("apple-sso-tvos.har", "--digest").output == imported.output)
        try folder.write("{", to: "broken.har")
        #expect(try replay("broken.har").isOneLineFailure(3))
    }
}
