import Documents
import Foundation
import Report
import Testing

@Suite("What is not what was recorded is not shown as if it were")
struct CheckedRecordingTests {
    let folder = TemporaryFolder()

    /// A recording of which one byte of a body was changed.
    init() throws {
        try folder.copyCapture("ytdlp-sign-on")
        _ = try CommandLineRun.kinescope(["import", "ytdlp-sign-on.har", "-o", "a.kinescope"], in: folder)
        var bytes = try folder.bytes(of: "a.kinescope")
        let place = try #require(bytes.firstRange(of: Array("<html".utf8)))
        bytes[place.lowerBound + 1] ^= 0x01
        try folder.write(bytes, to: "b.kinescope")
    }

    static let commands = [
        ["show", "b.kinescope"], ["show", "b.kinescope", "1"], ["show", "b.kinescope", "--accounts"],
        ["export", "b.kinescope", "-o", "-"], ["diff", "a.kinescope", "b.kinescope"],
        ["diff", "b.kinescope", "a.kinescope", "--json"],
    ]

    @Test("It is refused with the place", arguments: commands)
    func refused(arguments: [String]) throws {
        let run = try CommandLineRun.kinescope(arguments, in: folder)
        #expect(run.isOneLineFailure(3) && run.error.contains("not what was recorded: exchange "), "\(run)")
        #expect(run.error.contains("--anyway"))
    }

    @Test("With --anyway it is read, that is said, and the exit code is 1", arguments: commands)
    func anyway(arguments: [String]) throws {
        let run = try CommandLineRun.kinescope(arguments + ["--anyway"], in: folder)
        #expect(run.status == 1 && run.errorLines.count == 1, "\(run)")
        #expect(run.error.contains("b.kinescope: not what was recorded: exchange "))
        if arguments[0] != "diff", !arguments.contains("--accounts") { #expect(!run.output.isEmpty) }
    }

    @Test(
        "With --anyway and --json the damage is a finding, with the exchange, and the summary counts it",
        arguments: [["show"], ["show", "1"], ["diff", "a.kinescope"], ["export", "-o", "out.har"]]
    )
    func finding(arguments: [String]) throws {
        let arguments = [arguments[0], "b.kinescope"] + arguments.dropFirst() + ["--anyway", "--json"]
        let run = try CommandLineRun.kinescope(arguments, in: folder)
        #expect(run.status == 1, "\(run)")
        let objects = try run.objects()
        let findings = objects.filter { $0["type"]?.string == "finding" }
        #expect(findings.count == 1 && findings.first?["code"]?.string == "damaged")
        #expect(findings.first?["level"]?.string == "error")
        #expect(findings.first?["source"]?["name"]?.string == "b.kinescope")
        // The page that holds the changed byte is a response of the login.
        #expect(findings.first?["exchanges"]?.array?.count == 1)
        #expect(objects.last?["errorCount"] == .count(1))
        try JSONOutputTests.validate(objects, of: arguments[0])
    }

    @Test(
        "A change that diff does not compare is exit 1 with --anyway all the same, in whichever of the two it is",
        arguments: [("a", "c"), ("c", "a"), ("c", "c"), ("a", "a")]
    )
    func uncompared(first: String, second: String) throws {
        var bytes = try folder.bytes(of: "a.kinescope")
        // The name of the server's software, in a header of a response.
        let place = try #require(bytes.firstRange(of: Array("Apache-Coyote".utf8)))
        bytes[place.lowerBound] ^= 0x01
        try folder.write(bytes, to: "c.kinescope")
        let files = [first, second].map { $0 + ".kinescope" }
        let changed = [first, second].count { $0 == "c" }
        for (options, text) in [
            ([], "no difference in 10 steps\n"),
            (
                ["--json"],
                #"{"type":"summary","command":"diff","pairCount":10,"differenceCount":0,"errorCount":"#
                    + "\(changed)}\n"
            ),
        ] as [([String], String)] {
            let run = try CommandLineRun.kinescope(["diff"] + files + options + ["--anyway"], in: folder)
            #expect(run.status == (changed == 0 ? 0 : 1), "\(run)")
            #expect(run.output.hasSuffix(text))
            let place = "kinescope: c.kinescope: not what was recorded: exchange "
            #expect(run.errorLines.map { $0.prefix(place.count) } == Array(repeating: place[...], count: changed))
            let refused = try CommandLineRun.kinescope(["diff"] + files + options, in: folder)
            #expect(changed == 0 ? refused.status == 0 : refused.isOneLineFailure(3), "\(refused)")
        }
    }

    @Test("--anyway changes nothing of a recording that is as it was", arguments: [["show"], ["export", "-o", "-"]])
    func unchanged(arguments: [String]) throws {
        let run = try CommandLineRun.kinescope([arguments[0], "a.kinescope"] + arguments.dropFirst(), in: folder)
        let anyway = try CommandLineRun.kinescope(
            [arguments[0], "a.kinescope", "--anyway"] + arguments.dropFirst(),
            in: folder
        )
        #expect(run.status == 0 && anyway.status == 0 && run.output == anyway.output && anyway.error.isEmpty)
    }

    @Test("A changed recording is not appended to, and stays as it is")
    func appending() throws {
        let before = try folder.bytes(of: "b.kinescope")
        let run = try CommandLineRun.kinescope(
            ["record", "-o", "b.kinescope", "--append", "--port", "0", "--ca-directory", "authority"],
            in: folder
        )
        #expect(run.status == 3 && run.error.contains("exchange "), "\(run)")
        #expect(try folder.bytes(of: "b.kinescope") == before)
        #expect(!folder.names.contains("b.kinescope-unfinished") && !folder.names.contains("b.kinescope-wal"))
    }
}
