import Documents
import Foundation
import Testing

@Suite struct RoundTripTests {
    let folder = TemporaryFolder()

    @Test("Import and export give the same archive back, structurally, when secrets are kept", arguments: Capture.all)
    func archive(name: String) throws {
        try folder.copyCapture(name)
        _ = try CommandLineRun.kinescope(["import", name + ".har", "--keep-secrets"], in: folder)
        let run = try CommandLineRun.kinescope(["export", name + ".kinescope", "-o", "out.har"], in: folder)
        try #require(run.status == 0, "\(run)")
        let before = try Structure(of: folder.bytes(of: name + ".har"))
        let after = try Structure(of: folder.bytes(of: "out.har"))
        #expect(before.differences(from: after) == [])
    }

    @Test(
        "With secrets replaced, the archive keeps its structure: the same keys and kinds of values",
        arguments: Capture.all
    )
    func redactedHAR(name: String) throws {
        try folder.copyCapture(name)
        _ = try CommandLineRun.kinescope(["import", name + ".har"], in: folder)
        let run = try CommandLineRun.kinescope(["export", name + ".kinescope", "-o", "out.har"], in: folder)
        try #require(run.status == 0, "\(run)")
        let before = try Structure(of: folder.bytes(of: name + ".har"))
        let after = try Structure(of: folder.bytes(of: "out.har"))
        #expect(before.paths == after.paths)
        // Only text is replaced, and the counts of bytes that go with it.
        let numbers = before.differences(from: after).filter { !$0.contains("ize") && !$0.contains("\"") }
        #expect(numbers == [])
    }

    @Test("A VSA log comes back line by line", arguments: Capture.cookbook)
    func vsaLog(name: String) throws {
        try folder.copyCapture(name)
        let log = name + ".accounts.jsonl"
        _ = try CommandLineRun.kinescope(["import", name + ".har", "--account-log", log, "--keep-secrets"], in: folder)
        let run = try CommandLineRun.kinescope(
            ["export", name + ".kinescope", "-o", "out.har", "--account-log", "out.jsonl"],
            in: folder
        )
        try #require(run.status == 0, "\(run)")
        let lines = try [log, "out.jsonl"].map { file in
            try folder.bytes(of: file).split(separator: UInt8(ascii: "\n")).map { try Structure(of: Array($0)) }
        }
        #expect(lines[0].count == lines[1].count)
        for (before, after) in zip(lines[0], lines[1]) { #expect(before.differences(from: after) == []) }
    }

    @Test("What an export gives imports again, and exports as the same bytes")
    func twice() throws {
        try folder.copyCapture("ytdlp-sign-on")
        for (command, input, output) in [
            ("import", "ytdlp-sign-on.har", "1.kinescope"), ("export", "1.kinescope", "1.har"),
            ("import", "1.har", "2.kinescope"), ("export", "2.kinescope", "2.har"),
        ] {
            let keep = command == "import" ? ["--keep-secrets"] : []
            let run = try CommandLineRun.kinescope([command, input, "-o", output] + keep, in: folder)
            #expect(run.status == 0, "\(run)")
        }
        #expect(try folder.bytes(of: "1.har") == folder.bytes(of: "2.har"))
    }

    @Test("An export that exists stays without --force, and nothing is left behind")
    func existing() throws {
        try folder.copyCapture("ytdlp-sign-on")
        _ = try CommandLineRun.kinescope(["import", "ytdlp-sign-on.har"], in: folder)
        try folder.write("precious", to: "out.har")
        for arguments in [
            ["export", "ytdlp-sign-on.kinescope", "-o", "out.har"],
            ["export", "ytdlp-sign-on.kinescope", "-o", "new.har", "--account-log", "out.har"],
            ["export", "ytdlp-sign-on.kinescope", "-o", "ytdlp-sign-on.kinescope", "--force"],
            ["export", "ytdlp-sign-on.kinescope", "-o", "no/such/folder.har"],
            ["export", "out.har", "-o", "new.har", "--keep-secrets"],
        ] {
            let run = try CommandLineRun.kinescope(arguments, in: folder)
            #expect(run.isOneLineFailure(3), "\(arguments): \(run)")
        }
        #expect(try folder.bytes(of: "out.har") == Array("precious".utf8))
        #expect(folder.names == ["out.har", "ytdlp-sign-on.har", "ytdlp-sign-on.kinescope"])
        let run = try CommandLineRun.kinescope(
            ["export", "ytdlp-sign-on.kinescope", "-o", "-"],
            in: folder
        )
        #expect(run.status == 0 && run.output.hasPrefix("{\"log\":{"))
    }
}
