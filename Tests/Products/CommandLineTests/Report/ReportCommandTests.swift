import Checkout
import Documents
import Foundation
import Testing

@testable import kinescope

@Suite("kinescope report") struct ReportCommandTests {
    /// A directory with the capture, imported: its secrets are replaced.
    static func folder(_ name: String = "apple-sso-tvos") throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        try folder.copyCapture(name)
        let run = try CommandLineRun.kinescope(["import", name + ".har"], in: folder)
        try #require(run.status == 0, "\(run)")
        return folder
    }

    @Test("Two processes write the same bytes")
    func sameBytes() throws {
        let folder = try Self.folder()
        for name in ["a.html", "b.html"] {
            let run = try CommandLineRun.kinescope(["report", "apple-sso-tvos.kinescope", "-o", name], in: folder)
            #expect(run.status == 0 && run.output.isEmpty && run.error.isEmpty, "\(run)")
        }
        let page = try folder.bytes(of: "a.html")
        #expect(page == (try folder.bytes(of: "b.html")))
        let text = String(decoding: page, as: UTF8.self)
        #expect(text.hasPrefix("<!DOCTYPE html>"))
        #expect(text.contains("The user signed in with Meadowlark"))
    }

    @Test("A recording with its secrets is refused, unless they are asked for")
    func secrets() throws {
        let folder = try Self.folder()
        let refused = try CommandLineRun.kinescope(["report", "apple-sso-tvos.har", "-o", "a.html"], in: folder)
        #expect(refused.isOneLineFailure(ExitStatus.usage.rawValue), "\(refused)")
        #expect(refused.error.contains("still holds its secrets"))
        #expect(!folder.names.contains("a.html"))
        let arguments = ["report", "apple-sso-tvos.har", "-o", "a.html", "--with-secrets"]
        #expect(try CommandLineRun.kinescope(arguments, in: folder).status == 0)
    }

    @Test("An existing file is kept, and the recording always")
    func existing() throws {
        let folder = try Self.folder()
        let own = ["report", "apple-sso-tvos.kinescope", "-o", "./apple-sso-tvos.kinescope", "--force"]
        #expect(try CommandLineRun.kinescope(own, in: folder).isOneLineFailure(ExitStatus.refused.rawValue))
        let arguments = ["report", "apple-sso-tvos.kinescope", "-o", "a.html"]
        #expect(try CommandLineRun.kinescope(arguments, in: folder).status == 0)
        #expect(try CommandLineRun.kinescope(arguments, in: folder).isOneLineFailure(ExitStatus.refused.rawValue))
        #expect(try CommandLineRun.kinescope(arguments + ["--force"], in: folder).status == 0)
    }

    @Test(
        "What cannot be on one page is refused before anything is read",
        arguments: [
            ["a.kinescope", "b.kinescope", "c.kinescope"], ["a.yaml", "b.kinescope"],
            ["a.yaml", "--then", "play KITE1"],
            ["a.kinescope", "--fork-at", "8"], ["a.kinescope", "b.kinescope", "--device", "x"],
            ["a.kinescope", "--then", "fly"], ["a.kinescope", "--json", "-o", "-"],
        ]
    )
    func refused(arguments: [String]) throws {
        let output = arguments.contains("-o") ? [] : ["-o", "a.html"]
        let run = try CommandLineRun.kinescope(["report"] + arguments + output, in: TemporaryFolder())
        #expect(run.isOneLineFailure(ExitStatus.usage.rawValue), "\(run)")
    }

    @Test("A fork, two recordings and a scenario have pages of their own")
    func sources() throws {
        let folder = try Self.folder()
        try folder.copyCapture("access-denied-tvos")
        _ = try CommandLineRun.kinescope(["import", "access-denied-tvos.har"], in: folder)
        let scenario = Checkout.top.appending(path: "Scenarios/sign-on/regular-ios.yaml").path
        // What stands in no other page: a command, what a difference has, a sentence.
        let difference = #"["type","code","first","second","fields","message"]"#
        let all: [([String], String)] = [
            (
                ["apple-sso-tvos.kinescope", "--then", "advance 31d; play KITE1"],
                "kinescope replay apple-sso-tvos.kinescope --then"
            ),
            (["apple-sso-tvos.kinescope", "access-denied-tvos.kinescope"], difference),
            ([scenario], "The scenario ran through the simulated service"),
        ]
        for (arguments, part) in all {
            let run = try CommandLineRun.kinescope(["report"] + arguments + ["-o", "-"], in: folder)
            #expect(run.status == 0 && run.output.contains(part), "\(run.error)")
        }
    }

    @Test("--json names the file and its size")
    func json() throws {
        let folder = try Self.folder()
        let arguments = ["report", "apple-sso-tvos.kinescope", "-o", "a.html", "--json"]
        let line = try #require(try CommandLineRun.kinescope(arguments, in: folder).content().first)
        #expect(line["kind"]?.string == "page" && line["path"]?.string == "a.html")
        #expect(line["sizeBytes"]?.number?.int64 == Int64(try folder.bytes(of: "a.html").count))
    }
}
