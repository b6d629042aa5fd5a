import Foundation
import Testing

@Suite struct ReplayCommandTests {
    let folder = TemporaryFolder()

    /// Imports a bundled capture, after `change` had its way with the HAR.
    private func recording(_ name: String = "apple-sso-tvos", change: (String) -> String = { $0 }) throws -> String {
        try folder.copyCapture(name)
        let archive = change(String(decoding: try folder.bytes(of: name + ".har"), as: UTF8.self))
        try folder.write(archive, to: name + ".har")
        let run = try CommandLineRun.kinescope(
            ["import", name + ".har", "--account-log", name + ".accounts.jsonl"],
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

    @Test("Deviations are no failure, unless --strict asks for it")
    func strict() throws {
        let file = try recording()
        #expect(try replay(file).status == 0)
        #expect(try replay(file, "--strict").status == 1)
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
        let lines = try replay(file, "--json").output.split(separator: "\n")
        let objects = try lines.map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        let last = try #require(objects.last)
        #expect(last["divergences"] as? Int == 0)
        #expect(last["deviations"] as? Int == 5)
        let digest = try replay(file, "--digest").output.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(last["digest"] as? String == digest)
        #expect(objects.filter { $0["finding"] as? String == "deviation" }.count == 5)
    }

    @Test("Details show every parameter that was sent, under its pseudonym")
    func details() throws {
        let run = try replay(recording(), "--details")
        #expect(run.output.contains("SAMLResponse: "))
        #expect(!run.output.contains("dad05a31a80b4b33962782cf6639e45c"))
    }

    @Test("A recording of the browser dialect is refused in one line")
    func browserDialect() throws {
        try folder.copyCapture("ytdlp-sign-on")
        _ = try CommandLineRun.kinescope(["import", "ytdlp-sign-on.har"], in: folder)
        let run = try replay("ytdlp-sign-on.kinescope")
        #expect(run.isOneLineFailure(3))
        #expect(run.error.contains("AccessEnabler"))
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
}
